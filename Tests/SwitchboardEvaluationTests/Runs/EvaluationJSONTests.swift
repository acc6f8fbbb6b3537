import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct EvaluationJSONTests {
  private static func whole() -> Evaluation {
    var checked = ChatRequest("How deep is {sea}?")
    checked.system = "Be brief."
    checked.options.maxOutputTokens = 50
    var run = Evaluation(
      title: "seas ✓", startedAt: 1_790_000_000.5,
      variants: [
        .init(name: "plain", model: "a/m"),
        .init(
          name: "warm", model: "b/x/y", system: "Be kind.",
          options: ChatOptions(maxOutputTokens: 9, temperature: 0.5)),
      ],
      cases: [
        .init(
          name: "first", line: 3, request: checked, variables: ["sea": "North", "b": "2"],
          checks: [
            .contains("m"), .regex("[0-9]+"), .json, .jsonSchema(["type": "object"]),
            .equals("9 m"), .maxCost(USD(picodollars: 5)), .maxFirstToken(milliseconds: 7),
            .similar(to: "9 m", atLeast: 0.25),
          ]),
        .init(name: "second", request: ChatRequest("And wide?")),
      ],
      repeats: 2)
    var reply = Matrix.reply("94 m")
    reply.cost = Cost(usd: USD(picodollars: 12), quality: .exact)
    reply.usage = Usage(input: 3, output: 4, source: .reported)
    reply.timing = Timing(firstToken: .milliseconds(5), total: .milliseconds(8))
    run.cells = [
      .init(
        place: .init(row: 0, column: 1, repetition: 1), outcome: .reply(reply), isCached: true,
        results: [.init(isMet: true), .init(isMet: false, message: "No.")]),
      .init(
        place: .init(row: 1, column: 0),
        outcome: .failure(
          SwitchboardError(.rateLimited, "Too fast.", vendor: "a", model: "m", status: 429))),
      .init(place: .init(row: 1, column: 1), outcome: .skipped("No money.")),
    ]
    run.judgements = Evaluation.Judgement.Verdict.allCases.map {
      .init(row: 1, repetition: 1, first: 0, second: 1, judge: "j/m", verdict: $0)
    }
    run.judgements[0].reason = "It is right."
    run.judgements[0].cost = USD("0.000412")
    run.judgements[1].cost = .zero
    run.picks = [.init(row: 0, column: nil), .init(row: 1, column: 1)]
    return run
  }

  @Test func `every line is read as it was written`() throws {
    let run = Self.whole()
    let lines = try run.lines.map { try JSON(parsing: $0.encoded()) }
    var again = try Evaluation(head: lines[0])
    for line in lines.dropFirst() { try again.take(line) }
    #expect(again.lines.map(\.text) == run.lines.map(\.text))
    #expect(again.variants == run.variants)
    #expect(again.cases == run.cases)
    #expect(again.judgements == run.judgements)
    #expect(again.picks == run.picks)
    #expect(again.cells.map(\.place) == run.cells.map(\.place))
    #expect(again.judgingCost == USD("0.000412"))
  }

  @Test func `a line that was cut off anywhere is no line`() throws {
    for line in Self.whole().lines {
      let bytes = line.encoded()
      for end in bytes.indices {
        #expect(throws: JSON.ParseError.self) { try JSON(parsing: Array(bytes[..<end])) }
      }
    }
  }

  @Test(arguments: [
    ("[]", "must be an object"), ("{}", "head of a run"), (#"{"evaluation":2}"#, "this version"),
    (#"{"evaluation":1}"#, "'title'"),
    (#"{"evaluation":1,"title":"t","repeats":0}"#, "'repeats'"),
    (#"{"evaluation":1,"title":"t","variants":[{"name":"v"}]}"#, "'variants[0].model'"),
    (#"{"evaluation":1,"title":"t","cases":[{"request":{}}]}"#, "'cases[0].name'"),
    (#"{"evaluation":1,"title":"t","cases":[{"name":"c","request":{"messages":1}}]}"#, "messages"),
    (
      #"{"evaluation":1,"title":"t","cases":[{"name":"c","request":{},"variables":{"a":1}}]}"#,
      "'cases[0].variables.a'"
    ),
    (
      #"{"evaluation":1,"title":"","cases":[{"name":"","request":{"messages":[]},"checks":[{"near":1}]}]}"#,
      "no check 'near'"
    ),
  ])
  func `a head that breaks the form names the field`(_ line: String, _ words: String) async throws {
    let json = try JSON(parsing: line)
    let error = try await failure { _ = try Evaluation(head: json) }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("{}", "no 'cell', 'judgement' or 'pick'"), ("7", "must be an object"),
    (#"{"cell":1}"#, "must be an object"),
    (#"{"cell":{"row":0,"column":0}}"#, "'cell.skipped'"),
    (#"{"cell":{"row":0,"column":0,"repetition":0}}"#, "'cell.skipped'"),
    (#"{"cell":{"row":0,"column":0,"skipped":"x"}}"#, "'cell.repetition'"),
    (#"{"cell":{"row":-1,"column":0,"repetition":0,"skipped":"x"}}"#, "'cell.row'"),
    (#"{"cell":{"row":0,"column":0,"repetition":0,"reply":{}}}"#, "must be"),
    (#"{"cell":{"row":2,"column":0,"repetition":0,"skipped":"x"}}"#, "a place within"),
    (#"{"cell":{"row":0,"column":2,"repetition":0,"skipped":"x"}}"#, "a place within"),
    (#"{"cell":{"row":0,"column":0,"repetition":2,"skipped":"x"}}"#, "a place within"),
    (
      #"{"judgement":{"row":0,"repetition":0,"first":0,"second":1,"judge":"j/m"}}"#,
      "'judgement.verdict'"
    ),
    (
      #"{"judgement":{"row":0,"repetition":0,"first":0,"second":1,"judge":"j/m","verdict":"A"}}"#,
      "'judgement.verdict'"
    ),
    (
      #"{"judgement":{"row":0,"repetition":0,"first":0,"second":2,"judge":"j","verdict":"tie"}}"#,
      "a place within"
    ),
    (
      #"{"judgement":{"row":0,"repetition":5,"first":0,"second":1,"judge":"j","verdict":"tie"}}"#,
      "a place within"
    ),
    (
      #"{"judgement":{"row":0,"repetition":0,"first":0,"second":1,"judge":"j","verdict":"tie","cost":1}}"#,
      "'judgement.cost'"
    ),
    (#"{"pick":{"row":9,"column":0}}"#, "a place within"),
    (#"{"pick":{"row":0,"column":2}}"#, "a place within"),
    (#"{"pick":{"row":0,"column":"x"}}"#, "'pick.column'"),
  ])
  func `a line that breaks the form names the field and changes nothing`(
    _ line: String, _ words: String
  ) async throws {
    var run = Self.whole()
    let before = run.lines.map(\.text)
    let json = try JSON(parsing: line)
    let error = try await failure { try run.take(json) }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(run.lines.map(\.text) == before)
  }

  @Test func `a cell or pick replaces the one in its place, and order stays`() {
    var run = Matrix.make(rows: 3_000, models: ["a/m", "b/m", "c/m"])
    let places = run.openPlaces
    for place in places { run.set(.init(place: place, outcome: .skipped("x"))) }
    for place in places.reversed() {
      run.set(Matrix.cell(place.row, place.column, Matrix.reply("\(place.row) \(place.column)")))
    }
    #expect(run.cells.map(\.place) == places)
    #expect(run.openPlaces.isEmpty)
    guard case .reply(let reply)? = run.cell(at: places[4_321])?.outcome else {
      Issue.record("There is no answer.")
      return
    }
    #expect(reply.text == "\(places[4_321].row) \(places[4_321].column)")
    run.cells.removeLast(8_999)
    #expect(run.openPlaces.count == 8_999)
    #expect(run.cell(at: places[1]) == nil)
    run.set(Evaluation.Pick(row: 0, column: 1))
    run.set(Evaluation.Pick(row: 0, column: nil))
    #expect(run.picks == [.init(row: 0, column: nil)])
  }
}
