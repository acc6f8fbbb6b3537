import SwitchboardCore
import SwitchboardEvaluation

/// The plots of the page: what quality costs, and how times and speeds lie.
struct PlotSection {
  private let report: Report
  private let columns: [Column]

  /// What was measured of one variant.
  private struct Column {
    var firstToken: [Double] = []
    var tokensPerSecond: [Double] = []
  }

  init(_ report: Report) {
    self.report = report
    var columns = report.evaluation.variants.map { _ in Column() }
    for cell in report.cells {
      guard case .reply(let reply) = cell.outcome else { continue }
      if let first = reply.timing?.firstToken {
        columns[cell.place.column].firstToken.append(first.seconds * 1_000)
      }
      if let speed = reply.tokensPerSecond {
        columns[cell.place.column].tokensPerSecond.append(speed)
      }
    }
    self.columns = columns
  }

  /// The section; nothing where there is nothing to draw.
  var markup: Markup {
    let figures = [
      scatter,
      spread("first", "Time to the first token", "milliseconds", \.firstToken, Figures.time),
      spread("speed", "Tokens a second", "tokens a second", \.tokensPerSecond, Figures.short),
    ].compactMap(\.self)
    guard !figures.isEmpty else { return "" }
    return """
      <section aria-labelledby="plots">
      <h2 id="plots">Plots</h2>
      <div class="plots">
      \(figures)</div>
      </section>

      """
  }

  private var scatter: Markup? {
    let variants = report.summary.variants
    let points = variants.compactMap { variant -> ScatterPlot.Point? in
      guard let rate = variant.quality?.rate, let quality = rate.value,
        let cost = variant.costPerAnswer
      else { return nil }
      return ScatterPlot.Point(
        name: variant.name, cost: Double(cost.picodollars) / 1e12, quality: quality,
        range: rate.interval.lower...rate.interval.upper)
    }
    guard !points.isEmpty else { return nil }
    let isChecked = variants.contains { $0.quality?.measure == .checks }
    let left = variants.filter { $0.quality == nil || $0.costPerAnswer == nil }.map(\.name)
    let missing =
      left.isEmpty ? "" : " Without known cost or quality: \(left.joined(separator: ", "))."
    let title = "Cost against \(isChecked ? "checks met" : "comparisons won")"
    return figure(
      title, ScatterPlot(points: points, title: title).markup,
      "Lines hold the rate with a confidence of 95 %.\(missing)")
  }

  private func spread(
    _ id: String, _ title: String, _ unit: String, _ values: KeyPath<Column, [Double]>,
    _ text: @escaping (Double) -> String
  ) -> Markup? {
    guard columns.contains(where: { !$0[keyPath: values].isEmpty }) else { return nil }
    let rows = zip(report.summary.variants, columns).map { variant, column in
      SpreadPlot.Row(name: variant.name, values: column[keyPath: values])
    }
    let plot = SpreadPlot(id: id, title: title, rows: rows, unit: unit, text: text)
    return figure(
      title, plot.markup,
      "The box holds the middle half, the bar in it is the median, the line goes from 10 % to 90 %, the "
        + "ring is at 99 %. Numbers: median and 90 %.")
  }

  private func figure(_ title: String, _ drawing: Markup, _ caption: String) -> Markup {
    """
    <figure>
    <h3>\(title)</h3>
    <div class="scroll" role="group" aria-label="\(title)" tabindex="0">
    \(drawing)</div>
    <figcaption>\(caption)</figcaption>
    </figure>

    """
  }
}
