public import SwitchboardCore

extension EvaluationSummary {
  /// The JSON form.
  ///
  /// It has `rows`, `differingRows`, `variants` in order and ``wins``. What is unknown is left out.
  public var json: JSON {
    .object([
      ("rows", JSON(rows)), ("differingRows", JSON(differingRows)),
      ("variants", .array(variants.map(\.json))),
      (
        "wins",
        variants.contains { $0.wins.trials > 0 }
          ? .array(wins.map { .array($0.map { JSON($0) }) }) : .missing
      ),
    ])
  }
}

extension EvaluationSummary.Variant {
  fileprivate var json: JSON {
    .object([
      ("name", JSON(name)), ("model", JSON(model.description)), ("asked", JSON(asked)),
      ("answered", JSON(answered)), ("failed", JSON(failed)), ("skipped", JSON(skipped)),
      ("cached", JSON(cached)),
      (
        "quality",
        quality.map { quality in
          .object([("measure", JSON(quality.measure.rawValue))] + quality.rate.members)
        } ?? .missing
      ),
      ("checks", checks.json),
      (
        "comparisons",
        wins.trials > 0 || nonsense > 0
          ? .object(
            [
              ("won", JSON(won)), ("tied", JSON(tied)), ("lost", JSON(lost)),
              ("nonsense", JSON(nonsense)),
            ] + wins.members + [
              ("strength", strength.map { JSON($0) } ?? .missing),
              ("rank", rank.map { JSON($0) } ?? .missing),
            ]) : .missing
      ),
      ("costUSD", unknownCosts < answered ? JSON(cost.description) : .missing),
      ("unknownCosts", JSON(unknownCosts)),
      ("inputTokens", inputTokens.map { JSON($0) } ?? .missing),
      ("outputTokens", outputTokens.map { JSON($0) } ?? .missing),
      ("firstTokenMs", firstToken.json), ("totalMs", total.json),
      ("tokensPerSecond", tokensPerSecond.json),
      (
        "determinism",
        repeatedRows > 0
          ? [
            "repeatedRows": JSON(repeatedRows), "unstableRows": JSON(unstableRows),
            "seeded": JSON(isSeeded),
          ] : .missing
      ),
    ])
  }
}

extension EvaluationSummary.Rate {
  fileprivate var json: JSON { trials > 0 ? .object(members) : .missing }

  fileprivate var members: [(String, JSON)] {
    guard let value else { return [] }
    return [
      ("successes", JSON(successes)), ("trials", JSON(trials)), ("rate", JSON(value)),
      ("low", JSON(interval.lower)), ("high", JSON(interval.upper)),
    ]
  }
}

extension EvaluationSummary.Quantiles {
  fileprivate var json: JSON {
    guard count > 0 else { return .missing }
    let members = [("p50", p50), ("p90", p90), ("p99", p99)]
    return .object(members.map { name, value in (name, value.map { JSON($0) } ?? .missing) })
  }
}
