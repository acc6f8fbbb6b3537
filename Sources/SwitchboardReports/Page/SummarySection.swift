import SwitchboardCore
import SwitchboardEvaluation

/// The beginning of the page: a card and a line of the table for each variant.
struct SummarySection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// The section.
  var markup: Markup {
    """
    <section aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <ul class="cards">
    \(zip(report.summary.variants, report.evaluation.variants).map { card($0, $1.options.words) })</ul>
    </section>
    <section aria-labelledby="variants">
    <h2 id="variants">Variants</h2>
    \(table)\(systems)</section>

    """
  }

  private func card(_ variant: EvaluationSummary.Variant, _ options: String) -> Markup {
    let model = variant.model.description
    let facts = facts(of: variant).map { name, value -> Markup in
      "<div><dt>\(name)</dt><dd>\(value)</dd></div>\n"
    }
    return """
      <li><h3 dir="auto">\(variant.name)</h3>
      \(variant.name == model ? "" : "<p class=\"note\" dir=\"auto\">\(model)</p>\n" as Markup)\
      \(options.isEmpty ? "" : "<p class=\"note\" dir=\"auto\">\(options)</p>\n" as Markup)\
      \(quality(variant))<dl>
      \(facts)</dl></li>

      """
  }

  private func quality(_ variant: EvaluationSummary.Variant) -> Markup {
    guard let quality = variant.quality, let value = quality.rate.value else {
      return "<p class=\"quality none\">No checks, no judgements</p>\n"
    }
    let interval = quality.rate.interval
    return """
      <p class="quality"><b>\(Figures.percent(value))</b> \
      \(quality.measure == .checks ? "of checks met" : "of comparisons won")</p>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" width="100" height="6"/><rect class="fill" width="\(value * 100)" height="6"/>\
      <rect class="range" x="\(interval.lower * 100)" y="2" \
      width="\((interval.upper - interval.lower) * 100)" height="2"/></svg>
      <p class="note">\(Figures.interval(quality.rate)) with 95 % confidence</p>

      """
  }

  private func facts(of variant: EvaluationSummary.Variant) -> [(name: String, value: String)] {
    var facts: [(String, String)] = []
    if let rank = variant.rank {
      let won = variant.quality?.measure == .checks ? Figures.rate(variant.wins) : nil
      facts.append(("Rank", "\(rank)" + (won.map { ", won \($0)" } ?? "")))
    }
    let isKnown = variant.answered > variant.unknownCosts
    facts.append(("Cost", isKnown ? Figures.money(variant.cost) : "unknown"))
    if let first = variant.firstToken.p50 { facts.append(("First token", Figures.time(first))) }
    if let speed = variant.tokensPerSecond.p50 {
      facts.append(("Speed", "\(Figures.short(speed)) tokens/s"))
    }
    facts.append(
      ("Failures", "\(variant.failed.grouped) of \(variant.asked.grouped)"))
    if variant.skipped > 0 { facts.append(("Skipped", variant.skipped.grouped)) }
    return facts
  }

  private var table: Markup {
    let columns = SummaryColumn.all(for: report.summary)
    let lines = report.summary.variants.map { variant -> Markup in
      let cells = columns.map { column -> Markup in
        guard let value = column.value(variant) else { return "<td></td>" }
        let order = Markup(trusted: value.order.description)
        let more: Markup = value.more.map { " <span>\($0)</span>" } ?? ""
        return "<td data-order=\"\(order)\"><span>\(value.text)</span>\(more)</td>"
      }
      return "<tr><th scope=\"row\"><bdi>\(variant.name)</bdi></th>\(cells)</tr>\n"
    }
    return """
      <div class="scroll" role="group" aria-label="Table of the variants" tabindex="0">
      <table id="table">
      <thead><tr><th scope="col">Variant</th>\
      \(columns.map { "<th scope=\"col\">\($0.title)</th>" as Markup })</tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>
      <p class="note">\(note)</p>

      """
  }

  private var note: String {
    var note =
      "Ranges in parentheses hold the rate with a confidence of 95 %. Times and speeds are medians; 90 % and "
      + "99 % of the first tokens came within the times that follow."
    if report.summary.variants.contains(where: { $0.wins.trials > 0 }) {
      note +=
        " A tie counts half a win; so does a verdict that changes with the order of the two."
        + " Strength is the logarithm of Bradley and Terry's; where it does not exist, the rate ranks."
    }
    let nonsense = report.summary.variants.reduce(0) { $0 + $1.nonsense } / 2
    if nonsense > 0 { note += " \(Figures.count(nonsense, "judgement")) said nothing of use." }
    return note
  }

  /// The system texts of the variants, each once.
  private var systems: Markup {
    let variants = report.evaluation.variants.filter { $0.system != nil }
    return Markup(
      variants.map { variant in
        """
        <details class="system"><summary>System text of <bdi>\(variant.name)</bdi></summary>
        <div class="text" dir="auto">\(variant.system ?? "")</div></details>

        """
      })
  }
}
