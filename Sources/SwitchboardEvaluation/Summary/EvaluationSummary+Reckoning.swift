import SwitchboardCore

extension EvaluationSummary {
  /// Reckons the summary of a run.
  ///
  /// Cells, judgements and picks of places that the run does not have are passed over.
  ///
  /// - Complexity: O(cells + judgements + picks · variants), the sorting of times aside.
  public init(_ evaluation: Evaluation) {
    let columns = evaluation.variants.indices
    variants = evaluation.variants.map { Variant(name: $0.name, model: $0.model) }
    wins = columns.map { _ in columns.map { _ in 0 } }
    rows = evaluation.cases.count
    differingRows = 0

    var measured = columns.map { _ in Measured() }
    var answers = RowAnswers(evaluation)
    for cell in evaluation.cells where answers.take(cell) {
      variants[cell.place.column].take(cell, &measured[cell.place.column])
    }
    for column in columns {
      variants[column].firstToken = Quantiles(measured[column].firstToken)
      variants[column].tokensPerSecond = Quantiles(measured[column].tokensPerSecond)
      variants[column].total = Quantiles(measured[column].total)
      for row in evaluation.cases.indices where answers.count(row, column) > 1 {
        variants[column].repeatedRows += 1
        if answers.isUnstable(row, column) { variants[column].unstableRows += 1 }
      }
      variants[column].isSeeded =
        evaluation.variants[column].options.seed != nil
        || rows > 0 && evaluation.cases.allSatisfy { $0.request.options.seed != nil }
    }
    differingRows = answers.differing.count
    for judgement in evaluation.judgements { take(judgement) }
    for pick in evaluation.picks { take(pick, answers) }
    rank()
  }

  private mutating func take(_ judgement: Evaluation.Judgement) {
    let (first, second) = (judgement.first, judgement.second)
    guard first != second, [first, second].allSatisfy(variants.indices.contains) else { return }
    switch judgement.verdict {
    case .first: win(of: first, over: second)
    case .second: win(of: second, over: first)
    case .tie, .inconsistent: tie(of: first, and: second)
    case .nonsense:
      variants[first].nonsense += 1
      variants[second].nonsense += 1
    }
  }

  private mutating func take(_ pick: Evaluation.Pick, _ answers: RowAnswers) {
    guard (0..<rows).contains(pick.row) else { return }
    let players = variants.indices.filter { answers.count(pick.row, $0) > 0 }
    if let best = pick.column {
      guard players.contains(best) else { return }
      for other in players where other != best { win(of: best, over: other) }
    } else {
      for (place, first) in players.enumerated() {
        for second in players[(place + 1)...] { tie(of: first, and: second) }
      }
    }
  }

  private mutating func win(of winner: Int, over loser: Int) {
    variants[winner].won += 1
    variants[loser].lost += 1
    wins[winner][loser] += 1
  }

  private mutating func tie(of first: Int, and second: Int) {
    variants[first].tied += 1
    variants[second].tied += 1
    wins[first][second] += 0.5
    wins[second][first] += 0.5
  }

  /// Ranks those that were compared; somebody whom nobody met would leave nobody a strength.
  private mutating func rank() {
    let players = variants.indices.filter { variants[$0].wins.trials > 0 }
    guard !players.isEmpty else { return }
    let fitted = BradleyTerry(wins: players.map { player in players.map { wins[player][$0] } })
    let values =
      fitted.strengths ?? players.map { variants[$0].wins.value ?? 0 }
    for (place, player) in players.enumerated() {
      variants[player].strength = fitted.strengths?[place]
      // The fit ends where steps are all rounding, so equal strengths may differ by a little.
      variants[player].rank = 1 + values.count { $0 > values[place] + 1e-9 }
    }
  }
}

/// The values of one variant whose quantiles are asked.
struct Measured {
  var firstToken: [Double] = []
  var tokensPerSecond: [Double] = []
  var total: [Double] = []
}

extension EvaluationSummary.Variant {
  fileprivate mutating func take(_ cell: Evaluation.Cell, _ measured: inout Measured) {
    switch cell.outcome {
    case .failure: failed += 1
    case .skipped: skipped += 1
    case .reply(let reply):
      answered += 1
      if cell.isCached { cached += 1 }
      checks.trials += Double(cell.results.count)
      checks.successes += Double(cell.results.count { $0.isMet })
      if let usd = reply.cost?.usd { cost += usd } else { unknownCosts += 1 }
      if let input = reply.usage?.input { inputTokens = (inputTokens ?? 0) + input }
      if let output = reply.usage?.output { outputTokens = (outputTokens ?? 0) + output }
      if let first = reply.timing?.firstToken { measured.firstToken.append(first.seconds * 1_000) }
      if let total = reply.timing?.total { measured.total.append(total.seconds * 1_000) }
      if let speed = reply.tokensPerSecond { measured.tokensPerSecond.append(speed) }
    }
  }
}

extension EvaluationSummary.Quantiles {
  fileprivate init(_ values: [Double]) {
    let sorted = values.sorted()
    self.init(
      count: values.count, p50: Quantile.of(0.5, in: sorted), p90: Quantile.of(0.9, in: sorted),
      p99: Quantile.of(0.99, in: sorted))
  }
}
