import SwitchboardEvaluation

/// How measured values lie: a box for each variant, a line each, with its name on the left and its
/// numbers on the right.
struct SpreadPlot {
  /// One variant.
  struct Row {
    let name: String
    let values: [Double]
  }

  /// The name in the page, for its parts to be referred to.
  let id: String
  let title: String
  let rows: [Row]
  let unit: String

  /// A value as it is read.
  let text: (Double) -> String

  private static let (left, right, numbers, width) = (172.0, 480.0, 496.0, 640.0)
  private static let (top, line) = (8.0, 28.0)

  /// The drawing; nothing where nothing was measured.
  var markup: Markup {
    let boxes = rows.compactMap { row in Box(row.values).map { (row.name, $0) } }
    let axis = PlotAxis(for: boxes.flatMap { [$0.1.low, $0.1.highest] })
    let bottom = Self.top + Double(boxes.count) * Self.line
    return """
      <svg viewBox="0 0 \(Self.width) \(bottom + 42)" role="img" aria-labelledby="\(id)-title \(id)-words">
      <title id="\(id)-title">\(title)</title>
      <desc id="\(id)-words">\(words(boxes))</desc>
      \(grid(axis, bottom))\
      \(boxes.enumerated().map { row($0.element.0, $0.element.1, at: $0.offset, axis) })</svg>

      """
  }

  /// The quantiles that are drawn.
  private struct Box {
    let low, lower, median, upper, high, highest: Double

    init?(_ values: [Double]) {
      let sorted = values.sorted()
      guard let low = Quantile.of(0.1, in: sorted), let lower = Quantile.of(0.25, in: sorted),
        let median = Quantile.of(0.5, in: sorted), let upper = Quantile.of(0.75, in: sorted),
        let high = Quantile.of(0.9, in: sorted), let highest = Quantile.of(0.99, in: sorted)
      else { return nil }
      (self.low, self.lower, self.median) = (low, lower, median)
      (self.upper, self.high, self.highest) = (upper, high, highest)
    }
  }

  private func words(_ boxes: [(String, Box)]) -> String {
    boxes.map { name, box in
      "\(name): median \(text(box.median)), 10 % below \(text(box.low)), "
        + "90 % below \(text(box.high)), 99 % below \(text(box.highest))."
    }.joined(separator: " ")
  }

  private func place(_ value: Double, _ axis: PlotAxis) -> Double {
    Self.left + axis.place(value) * (Self.right - Self.left)
  }

  private func grid(_ axis: PlotAxis, _ bottom: Double) -> Markup {
    let lines = axis.ticks.map { tick -> Markup in
      let x = place(tick, axis)
      return """
        <path class="grid" d="M\(x) \(Self.top)V\(bottom)"/>\
        <text class="soft middle" x="\(x)" y="\(bottom + 14)">\(Figures.short(tick))</text>

        """
    }
    return """
      \(lines)<text class="soft middle" x="\((Self.left + Self.right) / 2)" \
      y="\(bottom + 34)">\(unit)\(axis.isLogarithmic ? ", logarithmic" : "")</text>

      """
  }

  private func row(_ name: String, _ box: Box, at number: Int, _ axis: PlotAxis) -> Markup {
    let y = Self.top + (Double(number) + 0.5) * Self.line
    func x(_ value: Double) -> Double { place(value, axis) }
    return """
      <text class="end" x="\(Self.left - 12)" y="\(y + 4)">\(PlotLabel.markup(name, to: 22))</text>
      <path class="whisker" d="M\(x(box.low)) \(y)H\(x(box.high))M\(x(box.low)) \(y - 4)V\(y + 4)\
      M\(x(box.high)) \(y - 4)V\(y + 4)"/>\
      <rect class="box" x="\(x(box.lower))" y="\(y - 7)" \
      width="\(max(1, x(box.upper) - x(box.lower)))" height="14"/>\
      <path class="median" d="M\(x(box.median)) \(y - 8)V\(y + 8)"/>\
      <circle class="late" cx="\(x(box.highest))" cy="\(y)" r="3"/>
      <text class="soft" x="\(Self.numbers)" y="\(y + 4)">\(text(box.median)) · \(text(box.high))</text>

      """
  }
}
