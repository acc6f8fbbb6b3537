import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardSamples

/// Runs that are the same every time, made up of words and numbers by a seed.
enum SampleRun {
  static let origin = Origin(vendor: "mock", kind: "mock", model: "small")

  private static let words =
    """
    the fjord is a long narrow inlet of sea between high cliffs which a glacier carved and then left \
    to water deep calm cold and still because a sill of stones at its mouth keeps the waves of the \
    ocean out while rivers bring fresh melt that floats upon salt and so layers hardly ever mix
    """.split(separator: " ")

  static func sentence(_ random: inout SeededRandom, _ count: Int) -> String {
    (0..<count).map { _ in String(words[random.below(words.count)]) }.joined(separator: " ") + "."
  }

  private static let names = [
    "mock/small", "mock/large", "anthropic/claude-sonnet-5", "openai/gpt-5.5, short answers",
    "gemini/gemini-3.8-flash", "local/smollm2", "bedrock/amazon.nova-pro-v1:0",
    "openrouter/meta-llama/llama-5-maverick-instruct-with-a-long-name",
  ]

  private static func variants(_ count: Int) -> [Evaluation.Variant] {
    (0..<count).map { column in
      let name = names[column % names.count] + (column < names.count ? "" : " \(column)")
      return Evaluation.Variant(
        name: name, model: ModelReference(name),
        system: column == 3 ? "Answer in one short sentence." : nil)
    }
  }

  /// A run of many rows with an answer of some 70 words in each cell.
  static func plain(rows: Int, variants count: Int) -> Evaluation {
    var random = SeededRandom(seed: 11)
    var run = Evaluation(
      title: "Fjords, \(rows) prompts by \(count) models", startedAt: 1_796_036_400,
      variants: variants(count),
      cases: (0..<rows).map { row in
        Evaluation.Case(
          name: "prompt-\(row + 1)", line: row + 1,
          request: ChatRequest("Question \(row + 1): " + sentence(&random, 12)))
      })
    for row in 0..<rows {
      for column in 0..<count {
        let length = 40 + random.below(60)
        run.set(
          .init(
            place: .init(row: row, column: column),
            outcome: .reply(
              reply(sentence(&random, length), &random, slowness: column + 1, tokens: length))))
      }
    }
    return run
  }

  static func reply(
    _ text: String, _ random: inout SeededRandom, slowness: Int = 1, tokens: Int = 50
  ) -> ChatReply {
    let first = 80 * slowness + random.below(120 * slowness)
    return ChatReply(
      message: .assistant(text), origin: origin, finish: FinishReason(.stop),
      usage: Usage(input: 20 + random.below(9), output: tokens),
      cost: slowness % 6 == 0
        ? .unknown
        : Cost(usd: USD(picodollars: Int64(tokens * slowness) * 3_000_000), quality: .exact),
      timing: Timing(
        firstToken: .milliseconds(first), total: .milliseconds(first + tokens * (10 + 2 * slowness))
      ))
  }

  /// A run with all that a row can hold.
  static func rich(variants count: Int = 8) -> Evaluation {
    var random = SeededRandom(seed: 3)
    var run = plain(rows: 12, variants: count)
    run.title = "What models say of fjords"
    for row in run.cases.indices {
      run.cases[row].checks = [.contains("fjord"), .maxFirstToken(milliseconds: 900)]
      run.cases[row].request.system = row < 6 ? "You are a geographer." : nil
      run.cases[row].variables = ["place": "Sogn", "language": "en"]
    }
    run.cases[1].checks += [.jsonSchema(["type": "object"]), .regex(#"\d+ (m|km)"#)]
    for place in run.cells.indices {
      guard case .reply(let reply) = run.cells[place].outcome else { continue }
      run.cells[place].results = run.cases[run.cells[place].place.row].checks.map {
        $0.result(for: reply)
      }
      run.cells[place].isCached = place % 17 == 3
    }
    decorate(&run, &random)
    for row in 0..<6 {
      for (first, second) in [
        (0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 0), (6, 7), (7, 1), (2, 6),
      ]
      where max(first, second) < count {
        let verdicts = Evaluation.Judgement.Verdict.allCases
        run.judgements.append(
          .init(
            row: row, first: first, second: second, judge: "mock/large",
            verdict: verdicts[(row + first) % verdicts.count], reason: "It tells more of the sill"))
      }
    }
    run.picks = [.init(row: 0, column: 2), .init(row: 7, column: nil)]
    return run
  }

  /// Puts in failures, pictures, thinking, warnings, and answers that are nearly the same.
  private static func decorate(_ run: inout Evaluation, _ random: inout SeededRandom) {
    let width = run.variants.count
    func set(_ row: Int, _ column: Int, _ outcome: Evaluation.Cell.Outcome) {
      guard column < width else { return }
      run.cells[row * width + column].outcome = outcome
      run.cells[row * width + column].results = []
    }
    let picture = PNG.write(
      Painter(prompt: "a fjord", random: SeededRandom(seed: 5)).paint(width: 320, height: 200))
    var failure = SwitchboardError(
      .rateLimited, "The vendor asks to wait: too many requests.", vendor: "openai", status: 429,
      code: "rate_limit_error")
    set(2, 3, .failure(failure))
    failure.partial = .assistant("A fjord is a long, narrow")
    failure.kind = .network
    set(3, 5, .failure(failure))
    set(4, 5, .skipped("The cost limit of 0.5 US dollars was reached."))
    let base = "A fjord is a long, narrow inlet with steep cliffs, made by a glacier."
    for column in 0..<width {
      let text =
        column == 3
        ? base
        : base.replacing("steep", with: "high") + (column % 2 == 0 ? " It is deep, too." : "")
      set(5, column, .reply(reply(text, &random, slowness: column + 1)))
      set(6, column, .reply(reply(base, &random, slowness: column + 1)))
    }
    var shown = reply("Here it is:", &random)
    shown.message.parts = [
      Part(.reasoning(Reasoning("The user wants a picture. I paint one."))), .text("Here it is:"),
      .media(Media(bytes: picture, name: "fjord.png")),
      .media(Media(url: "https://example.org/fjord.png", mime: "image/png")),
      Part(.source(Source(title: "Fjords", url: "https://example.org/fjords"))),
      Part(.toolCall(ToolCall(id: "1", name: "depth", argumentsText: #"{"place":"Sogn"}"#))),
    ]
    shown.warnings = [
      Warning(.droppedParameter, "The model takes no temperature; it was left out.")
    ]
    set(1, 0, .reply(shown))
  }
}

extension SampleRun {
  /// A run that asks each pair three times and has only begun.
  static var repeated: Evaluation {
    var random = SeededRandom(seed: 8)
    var run = Evaluation(
      title: "Three times each", startedAt: 1_796_036_400,
      variants: [
        .init(name: "mock/small", model: "mock/small", options: ChatOptions(seed: 7)),
        .init(name: "mock/large", model: "mock/large"),
      ],
      cases: (0..<4).map { .init(name: "row-\($0)", request: ChatRequest("Question \($0)?")) },
      repeats: 3)
    for row in 0..<3 {
      for repetition in 0..<3 where row + repetition < 4 {
        run.set(
          .init(
            place: .init(row: row, column: 0, repetition: repetition),
            outcome: .reply(reply("The same words each time.", &random))))
        if repetition == 2 { continue }
        run.set(
          .init(
            place: .init(row: row, column: 1, repetition: repetition),
            outcome: .reply(reply(sentence(&random, 9), &random, slowness: 2))))
      }
    }
    return run
  }

  /// A run that has asked nothing.
  static var bare: Evaluation {
    Evaluation(
      title: "", startedAt: 0, variants: [.init(name: "mock/small", model: "mock/small")],
      cases: [.init(name: "1", request: ChatRequest("What is a fjord?"))])
  }
}
