import SwitchboardCore
import SwitchboardEvaluation

/// One column of the table of variants.
struct SummaryColumn {
  /// What stands in a place of the table.
  struct Value {
    /// As it is read.
    var text: String
    /// What is told beside it.
    var more: String?
    /// What it is sorted by.
    var order: Double

    /// Both in one line.
    var line: String { more.map { "\(text) \($0)" } ?? text }
  }

  /// Its head.
  let title: String

  /// What it says of a variant; `nil` where nothing is known.
  let value: (EvaluationSummary.Variant) -> Value?

  /// The columns that say anything of any variant.
  static func all(for summary: EvaluationSummary) -> [SummaryColumn] {
    columns.filter { column in summary.variants.contains { column.value($0) != nil } }
  }

  private static var columns: [SummaryColumn] {
    [
      rate("Checks met", \.checks), rate("Won", \.wins),
      SummaryColumn(title: "Rank") { $0.rank.map { Value(text: "\($0)", order: Double($0)) } },
      SummaryColumn(title: "Strength") { variant in
        variant.strength.map { Value(text: Figures.decimal($0, 2), order: $0) }
      },
      number("Answered") { $0.answered }, number("Failed") { $0.failed },
      number("Skipped") { $0.skipped > 0 ? $0.skipped : nil },
      number("Reused") { $0.cached > 0 ? $0.cached : nil },
      SummaryColumn(title: "Cost") { variant in
        guard variant.answered > variant.unknownCosts else { return nil }
        let unknown = variant.unknownCosts
        return Value(
          text: Figures.money(variant.cost), more: unknown > 0 ? "+ \(unknown) unknown" : nil,
          order: Double(variant.cost.picodollars))
      },
      SummaryColumn(title: "Per answer") { variant in
        variant.costPerAnswer.map {
          Value(text: Figures.money($0), order: Double($0.picodollars))
        }
      },
      number("Tokens in") { $0.inputTokens }, number("Tokens out") { $0.outputTokens },
      time("First token") { $0.firstToken.p50 },
      time("90 %") { $0.firstToken.p90 },
      time("99 %") { $0.firstToken.p99 }, time("Total") { $0.total.p50 },
      SummaryColumn(title: "Tokens/s") { variant in
        variant.tokensPerSecond.p50.map { Value(text: Figures.short($0), order: $0) }
      },
      SummaryColumn(title: "Same when repeated") { variant in
        guard variant.repeatedRows > 0 else { return nil }
        let same = variant.repeatedRows - variant.unstableRows
        return Value(
          text: "\(same) of \(Figures.count(variant.repeatedRows, "row"))",
          more: variant.isSeeded ? "with a seed" : "without a seed",
          order: Double(same) / Double(variant.repeatedRows))
      },
    ]
  }

  private static func rate(
    _ title: String, _ rate: KeyPath<EvaluationSummary.Variant, EvaluationSummary.Rate>
  ) -> SummaryColumn {
    SummaryColumn(title: title) { variant in
      let rate = variant[keyPath: rate]
      return rate.value.map {
        Value(text: Figures.percent($0), more: "(\(Figures.interval(rate)))", order: $0)
      }
    }
  }

  private static func number(
    _ title: String, _ number: @escaping (EvaluationSummary.Variant) -> Int?
  ) -> SummaryColumn {
    SummaryColumn(title: title) { variant in
      number(variant).map { Value(text: $0.grouped, order: Double($0)) }
    }
  }

  private static func time(
    _ title: String, _ time: @escaping (EvaluationSummary.Variant) -> Double?
  ) -> SummaryColumn {
    SummaryColumn(title: title) { variant in
      time(variant).map { Value(text: Figures.time($0), order: $0) }
    }
  }
}
