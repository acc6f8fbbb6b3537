import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import Testing

/// Runs of a test: questions by models.
enum Matrix {
  /// A run that has asked nothing.
  static func make(
    rows: Int = 1, models: [ModelReference] = ["a/m"], repeats: Int = 1, checks: [Check] = [],
    options: ChatOptions = ChatOptions()
  ) -> Evaluation {
    Evaluation(
      title: "seas", startedAt: 0,
      variants: models.enumerated().map {
        .init(name: "\($0.offset) \($0.element)", model: $0.element, options: options)
      },
      cases: (0..<rows).map {
        .init(name: "\($0)", request: ChatRequest("Question \($0)"), checks: checks)
      },
      repeats: repeats)
  }

  /// A run whose every answer is there: a row each, an answer each column.
  static func answered(_ rows: [[String]]) -> Evaluation {
    let columns = rows[0].count
    var run = make(
      rows: rows.count, models: (0..<columns).map { ModelReference("secret-vendor/model-\($0)") })
    for (row, texts) in rows.enumerated() {
      for (column, text) in texts.enumerated() {
        run.set(cell(row, column, reply(text)))
      }
    }
    return run
  }

  static func cell(_ row: Int, _ column: Int, _ reply: ChatReply) -> Evaluation.Cell {
    .init(place: .init(row: row, column: column), outcome: .reply(reply))
  }

  static func reply(_ text: String) -> ChatReply {
    let origin = Origin(vendor: "secret-vendor", kind: nil, model: "model-x")
    return ChatReply(
      message: .assistant(text, origin: origin), origin: origin, finish: FinishReason(.stop))
  }

  /// A vendor whose every answer costs so much, of which a router knows that it will.
  static func vendor(
    _ text: String = "ok", dollars: Int, expected: Int = 0, gate: Gate? = nil
  ) -> ScriptedVendor {
    let prices = Prices(input: USD("1"), output: USD("\(expected * 1_000_000)"))
    let usage = Usage(input: dollars * 1_000_000, output: 0, source: .reported)
    return ScriptedVendor(
      models: [ModelDescriptor("m", prices: prices)],
      scripts: [(gate.map { [.gate($0)] } ?? []) + ScriptedVendor.answer(text, usage: usage)])
  }
}

extension Evaluation {
  /// What became of each cell, by row, column and repetition.
  var outcomes: [String] {
    cells.sorted {
      ($0.place.row, $0.place.column, $0.place.repetition)
        < ($1.place.row, $1.place.column, $1.place.repetition)
    }.map { cell in
      switch cell.outcome {
      case .reply(let reply): reply.text
      case .failure(let error): error.kind.rawValue
      case .skipped: "skipped"
      }
    }
  }

  /// Runs to the end.
  mutating func run(_ run: EvaluationRun) async throws -> [EvaluationRun.Step] {
    var steps: [EvaluationRun.Step] = []
    for try await step in run {
      if case .cell(let cell) = step { set(cell) }
      steps.append(step)
    }
    return steps
  }
}
