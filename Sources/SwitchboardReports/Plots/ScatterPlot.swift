import Switchboard

/// What quality costs: a point for each variant, with the range of its rate.
///
/// Labels stand in a column beside the points, each with a line to its own: they cannot meet.
struct ScatterPlot {
  /// One variant.
  struct Point {
    let name: String
    let cost: Double
    let quality: Double
    let range: ClosedRange<Double>
  }

  let points: [Point]
  let title: String

  private static let (left, right, labels, width) = (52.0, 440.0, 462.0, 640.0)
  private static let top = 12.0

  private var bottom: Double { Self.top + max(240, Double(points.count) * PlotLabel.height) }

  /// The drawing.
  var markup: Markup {
    let axis = PlotAxis(for: points.map(\.cost))
    let placed = points.map { point in
      (
        point: point, x: Self.left + axis.place(point.cost) * (Self.right - Self.left),
        y: height(of: point.quality)
      )
    }.sorted { ($0.y, -$0.x) < ($1.y, -$1.x) }
    let heights = PlotLabel.spread(
      placed.map(\.y), in: (Self.top + 6)...(bottom - 6))
    return """
      <svg viewBox="0 0 \(Self.width) \(bottom + 46)" role="img" aria-labelledby="scatter-title \
      scatter-words">
      <title id="scatter-title">\(title)</title>
      <desc id="scatter-words">\(words)</desc>
      \(grid(axis))\
      \(placed.map { range($0.point, $0.x) })\
      \(zip(placed, heights).map { leader(from: ($0.x, $0.y), to: $1) })\
      \(placed.map { "<circle class=\"dot\" cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"6\"/>\n" as Markup })\
      \(zip(placed, heights).map { label($0.point, at: $1) })</svg>

      """
  }

  private var words: String {
    points.map { point in
      "\(point.name): \(Figures.percent(point.quality)), $\(Figures.short(point.cost)) an answer."
    }.joined(separator: " ")
  }

  private func height(of quality: Double) -> Double {
    bottom - quality * (bottom - Self.top)
  }

  private func grid(_ axis: PlotAxis) -> Markup {
    let lines = stride(from: 0.0, through: 1, by: 0.25).map { quality -> Markup in
      let y = height(of: quality)
      return """
        <path class="grid" d="M\(Self.left) \(y)H\(Self.right)"/>\
        <text class="soft end" x="\(Self.left - 6)" y="\(y + 4)">\(Figures.decimal(quality * 100, 0)) %</text>

        """
    }
    let columns = axis.ticks.map { tick -> Markup in
      let x = Self.left + axis.place(tick) * (Self.right - Self.left)
      return """
        <path class="grid" d="M\(x) \(Self.top)V\(bottom)"/>\
        <text class="soft middle" x="\(x)" y="\(bottom + 16)">$\(Figures.short(tick))</text>

        """
    }
    let scale = axis.isLogarithmic ? ", logarithmic" : ""
    return """
      \(lines)\(columns)<text class="soft middle" x="\((Self.left + Self.right) / 2)" \
      y="\(bottom + 36)">US dollars an answer, on average\(scale)</text>

      """
  }

  private func range(_ point: Point, _ x: Double) -> Markup {
    let (low, high) = (height(of: point.range.lowerBound), height(of: point.range.upperBound))
    return """
      <path class="whisker" d="M\(x) \(low)V\(high)M\(x - 4) \(low)H\(x + 4)M\(x - 4) \(high)H\(x + 4)"/>

      """
  }

  private func leader(from point: (x: Double, y: Double), to height: Double) -> Markup {
    "<path class=\"leader\" d=\"M\(point.x) \(point.y)L\(Self.labels - 6) \(height)\"/>\n"
  }

  private func label(_ point: Point, at height: Double) -> Markup {
    """
    <text x="\(Self.labels)" y="\(height + 4)">\(PlotLabel.markup(point.name, to: 25))</text>

    """
  }
}
