import SwitchboardCore
import SwitchboardEvaluation

/// The summary of a run as people read it in a terminal.
struct SummaryTable {
  private struct Column: Sendable {
    var title: String
    var isOptional = true
    var text: @Sendable (EvaluationSummary.Variant) -> String?
  }

  private static let columns = [
    Column(title: "VARIANT", isOptional: false) { $0.name },
    Column(title: "ANSWERED", isOptional: false) { variant in
      "\(variant.answered.grouped) of \((variant.asked + variant.skipped).grouped)"
    },
    Column(title: "CHECKS MET") { rate($0.checks) },
    Column(title: "WINS") { rate($0.wins) },
    Column(title: "RANK") { $0.rank.map(String.init) },
    Column(title: "COST", isOptional: false) { variant in
      let unknown = variant.unknownCosts == 0 ? "" : " + \(variant.unknownCosts) unknown"
      return "$\(variant.cost)\(unknown)"
    },
    Column(title: "FIRST TOKEN") { time($0.firstToken.p50) },
    Column(title: "TIME") { time($0.total.p50) },
    Column(title: "TOKENS/S") { $0.tokensPerSecond.p50.map { Int($0.rounded()).grouped } },
    Column(title: "REPEATS DIFFER") { variant in
      guard variant.repeatedRows > 0 else { return nil }
      let seed = variant.isSeeded ? ", seeded" : ""
      return "\(variant.unstableRows) of \(variant.repeatedRows)\(seed)"
    },
  ]

  /// The table, and below it what concerns all.
  static func text(_ evaluation: Evaluation) -> String {
    let summary = EvaluationSummary(evaluation)
    let shown = columns.filter { column in
      !column.isOptional || summary.variants.contains { column.text($0) != nil }
    }
    var table = TextTable(shown.map(\.title))
    for variant in summary.variants { table.add(shown.map { $0.text(variant) ?? "–" }) }
    var text = table.text()
    if summary.rows > 1, summary.variants.count > 1 {
      text +=
        "\nThe answers differ in \(summary.differingRows.grouped) of \(summary.rows.grouped) rows.\n"
    }
    let judged = Judged(evaluation.judgements)
    if let sentence = judged.sentence { text += "\(sentence)\n" }
    return text
  }

  /// A rate with the range in which it lies, as `92 % (78–97 %)`.
  private static func rate(_ rate: EvaluationSummary.Rate) -> String? {
    guard let value = rate.value else { return nil }
    func percent(_ value: Double) -> String { Figures.decimal(value * 100, places: 0) }
    return "\(percent(value)) % (\(percent(rate.interval.lower))–\(percent(rate.interval.upper)) %)"
  }

  private static func time(_ milliseconds: Double?) -> String? {
    milliseconds.map { Figures.time(.milliseconds($0)) }
  }
}

/// What became of judgements, counted.
private struct Judged {
  private let counts: [Evaluation.Judgement.Verdict: Int]

  init(_ judgements: [Evaluation.Judgement]) {
    counts = judgements.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
  }

  /// One sentence; `nil` when nothing was judged.
  var sentence: String? {
    let all = counts.values.reduce(0, +)
    guard all > 0 else { return nil }
    var parts = ["Of \(all.grouped) judged pairs \(counts[.tie] ?? 0) are ties"]
    if let count = counts[.inconsistent] {
      parts.append("\(count) were judged otherwise in the other order")
    }
    if let count = counts[.nonsense] { parts.append("\(count) have no verdict that makes sense") }
    return parts.joined(separator: ", ") + "."
  }
}
