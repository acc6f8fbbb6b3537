import SwitchboardCore
import SwitchboardEvaluation
import Testing

/// The figures are reckoned by hand from the cells of each test.
struct EvaluationSummaryTests {
  private static func run(
    variants: Int = 3, rows: Int = 2, repeats: Int = 1, _ cells: [Evaluation.Cell] = []
  ) -> Evaluation {
    Evaluation(
      title: "seas", startedAt: 0,
      variants: (0..<variants).map { .init(name: "v\($0)", model: "mock/small") },
      cases: (0..<rows).map { .init(name: "r\($0)", request: ChatRequest("Question \($0)")) },
      repeats: repeats, cells: cells)
  }

  private static func answer(
    _ row: Int, _ column: Int, _ repetition: Int = 0, text: String = "A fjord.", cost: Cost? = nil,
    usage: Usage? = nil, first: Int? = nil, total: Int? = nil, cached: Bool = false,
    checks: [Bool] = []
  ) -> Evaluation.Cell {
    Evaluation.Cell(
      place: .init(row: row, column: column, repetition: repetition),
      outcome: .reply(
        ChatReply(
          message: .assistant(text), origin: Origin(vendor: "mock", kind: "mock", model: "small"),
          finish: FinishReason(.stop), usage: usage, cost: cost,
          timing: Timing(
            firstToken: first.map { .milliseconds($0) }, total: total.map { .milliseconds($0) }))),
      isCached: cached, results: checks.map { CheckResult(isMet: $0) })
  }

  private static func failure(_ row: Int, _ column: Int) -> Evaluation.Cell {
    Evaluation.Cell(
      place: .init(row: row, column: column),
      outcome: .failure(SwitchboardError(.rateLimited, "Too many requests.")))
  }

  private static func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 } ?? false
  }

  @Test func `cells are counted by what became of them`() {
    let summary = EvaluationSummary(
      Self.run([
        Self.answer(0, 0, checks: [true, false]), Self.answer(1, 0, cached: true, checks: [true]),
        Self.failure(0, 1),
        Evaluation.Cell(place: .init(row: 1, column: 1), outcome: .skipped("Too dear.")),
        // The table has no such places.
        Self.answer(2, 0), Self.answer(0, 3), Self.answer(-1, 0), Self.answer(0, -1),
      ]))
    let (first, second, third) = (summary.variants[0], summary.variants[1], summary.variants[2])
    #expect(first.asked == 2 && first.answered == 2 && first.cached == 1)
    #expect(first.checks.successes == 2 && first.checks.trials == 3)
    #expect(Self.isNear(first.checks.interval.lower, 0.2076596008020477))
    #expect(first.quality?.measure == .checks && Self.isNear(first.quality?.rate.value, 2 / 3.0))
    #expect(second.asked == 1 && second.failed == 1 && second.skipped == 1 && second.answered == 0)
    #expect(second.quality == nil && second.costPerAnswer == nil)
    #expect(third.asked == 0 && third.checks.value == nil)
    #expect(summary.rows == 2)
  }

  @Test func `money and tokens that nobody knows are not nothing`() throws {
    let usd = try #require(USD("0.002"))
    let summary = EvaluationSummary(
      Self.run([
        Self.answer(
          0, 0, cost: Cost(usd: usd, quality: .exact), usage: Usage(input: 10, output: 30)),
        Self.answer(1, 0, cost: Cost.unknown, usage: Usage(input: 5)), Self.answer(0, 1),
      ]))
    #expect(summary.variants[0].cost == usd && summary.variants[0].unknownCosts == 1)
    #expect(summary.variants[0].costPerAnswer == usd)
    #expect(summary.variants[0].inputTokens == 15 && summary.variants[0].outputTokens == 30)
    #expect(summary.variants[1].inputTokens == nil && summary.variants[1].outputTokens == nil)
    #expect(summary.variants[1].unknownCosts == 1 && summary.variants[1].costPerAnswer == nil)
    let json = summary.json["variants"]
    #expect(json[0]["costUSD"].string == "0.002" && json[0]["unknownCosts"].int == 1)
    #expect(!json[1]["costUSD"].exists && !json[1]["inputTokens"].exists)
  }

  @Test func `times are medians, nineties and ninety-nines of what was measured`() {
    let cells = (0..<5).map { row in
      Self.answer(
        row, 0, usage: Usage(output: 100), first: 100 * (row + 1), total: 1_000 * (row + 1))
    }
    let summary = EvaluationSummary(
      Self.run(rows: 6, cells + [Self.answer(5, 0, usage: Usage(output: 7))]))
    let variant = summary.variants[0]
    #expect(variant.firstToken.count == 5 && variant.firstToken.p50 == 300)
    #expect(Self.isNear(variant.firstToken.p90, 460) && Self.isNear(variant.firstToken.p99, 496))
    #expect(variant.total.p50 == 3_000)
    // 100, 50, 33.3, 25 and 20 tokens a second.
    #expect(Self.isNear(variant.tokensPerSecond.p50, 100 / 3.0))
    #expect(summary.variants[1].firstToken.p50 == nil)
    #expect(!summary.json["variants"][1]["firstTokenMs"].exists)
  }

  @Test func `judgements and picks are wins, ties and losses`() {
    var run = Self.run([
      Self.answer(0, 0), Self.answer(0, 1), Self.answer(0, 2), Self.answer(1, 0),
      Self.answer(1, 1), Self.failure(1, 2),
    ])
    func judged(_ first: Int, _ second: Int, _ verdict: Evaluation.Judgement.Verdict)
      -> Evaluation.Judgement
    {
      .init(row: 0, first: first, second: second, judge: "mock/large", verdict: verdict)
    }
    run.judgements = [
      judged(0, 1, .first), judged(0, 1, .second), judged(0, 1, .tie),
      judged(1, 0, .inconsistent), judged(0, 1, .nonsense), judged(0, 0, .first),
      judged(0, 9, .first),
    ]
    // Row 0: 2 beats 0 and 1. Row 1: 0 beats 1 alone, since 2 has no answer.
    run.picks = [.init(row: 0, column: 2), .init(row: 1, column: 0), .init(row: 9, column: 0)]
    let summary = EvaluationSummary(run)
    let first = summary.variants[0]
    #expect(first.won == 2 && first.tied == 2 && first.lost == 2 && first.nonsense == 1)
    #expect(first.wins.successes == 3 && first.wins.trials == 6)
    #expect(Self.isNear(first.wins.interval.lower, 0.1876163064826506))
    #expect(summary.wins == [[0, 3, 0], [2, 0, 0], [1, 1, 0]])
    #expect(summary.variants[2].won == 2 && summary.variants[2].quality?.measure == .wins)
    // Nobody beat the third: no finite strength is the likeliest, and the rates rank.
    #expect(summary.variants.map(\.strength) == [nil, nil, nil])
    #expect(summary.variants.map(\.rank) == [2, 3, 1])

    run.picks = [.init(row: 1, column: nil), .init(row: 0, column: nil)]
    run.judgements = []
    let tied = EvaluationSummary(run)
    #expect(tied.variants.map(\.tied) == [3, 3, 2] && tied.variants.map(\.rank) == [1, 1, 1])
    #expect(tied.variants.map { Self.isNear($0.strength, 0) } == [true, true, true])

    run.picks = [.init(row: 1, column: 2)]
    #expect(EvaluationSummary(run).variants.map(\.rank) == [nil, nil, nil])
  }

  @Test func `strengths are those of the ones who were compared`() {
    var run = Self.run(variants: 3)
    // 3 to 1: the ratio of strengths is 3, their logarithms are half of log 3 from 0.
    run.judgements = [.first, .first, .second, .first].map {
      .init(row: 0, first: 0, second: 2, judge: "mock/large", verdict: $0)
    }
    let summary = EvaluationSummary(run)
    #expect(Self.isNear(summary.variants[0].strength, 0.5493061443340548))
    #expect(Self.isNear(summary.variants[2].strength, -0.5493061443340548))
    #expect(summary.variants[1].strength == nil && summary.variants[1].rank == nil)
    #expect(summary.variants[0].rank == 1 && summary.variants[2].rank == 2)
    let json = summary.json["variants"][0]["comparisons"]
    #expect(json["won"].int == 3 && json["rank"].int == 1 && json["rate"].double == 0.75)
  }

  @Test func `rows that are asked again tell how stable a variant is`() {
    var run = Self.run(
      rows: 3, repeats: 3,
      [
        Self.answer(0, 0, 0, text: "a"), Self.answer(0, 0, 1, text: "a"),
        Self.answer(0, 0, 2, text: "b"), Self.answer(1, 0, 0, text: "c"),
        Self.answer(1, 0, 1, text: "c"), Self.answer(2, 0, 0, text: "d"),
        // One letter or two: the same to Swift's strings, and not the same text.
        Self.answer(0, 1, 0, text: "\u{E9}"), Self.answer(0, 1, 1, text: "e\u{301}"),
      ])
    run.variants[1].options.seed = 7
    let summary = EvaluationSummary(run)
    #expect(summary.variants[0].repeatedRows == 2 && summary.variants[0].unstableRows == 1)
    #expect(summary.variants[1].repeatedRows == 1 && summary.variants[1].unstableRows == 1)
    #expect(!summary.variants[0].isSeeded && summary.variants[1].isSeeded)
    for row in run.cases.indices { run.cases[row].request.options.seed = 1 }
    #expect(EvaluationSummary(run).variants.map(\.isSeeded) == [true, true, true])
    #expect(summary.json["variants"][0]["determinism"]["unstableRows"].int == 1)
    #expect(!summary.json["variants"][2]["determinism"].exists)
  }

  @Test func `rows differ in text, or by a failure beside an answer`() {
    let skipped = Evaluation.Cell(place: .init(row: 3, column: 1), outcome: .skipped("Too dear."))
    let run = Self.run(
      rows: 7,
      [
        Self.answer(0, 0, text: "a"), Self.answer(0, 1, text: "a"),
        Self.answer(1, 0, text: "a"), Self.answer(1, 2, text: "b"),
        Self.answer(2, 0, text: "a"), Self.failure(2, 1),
        Self.answer(3, 0, text: "a"), skipped,
        Self.failure(4, 0), Self.failure(4, 1),
        Self.answer(5, 1, 0, text: "a"), Self.answer(5, 1, 1, text: "b"),
      ])
    #expect(run.differingRows == [1, 2, 5])
    #expect(EvaluationSummary(run).differingRows == 3)
  }

  @Test func `a run that has asked nothing has a summary`() {
    let summary = EvaluationSummary(
      Evaluation(title: "", startedAt: 0, variants: [], cases: []))
    #expect(summary.variants.isEmpty && summary.wins.isEmpty && summary.differingRows == 0)
    #expect(summary.json.text == #"{"rows":0,"differingRows":0,"variants":[]}"#)
  }
}
