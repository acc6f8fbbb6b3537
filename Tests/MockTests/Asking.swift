import SwitchboardCore
import SwitchboardMock

/// What a reader sees of one answer.
struct Reading {
  var batches: [[StreamEvent]] = []
  var accumulator = ReplyAccumulator()
  var grammar = StreamGrammar()
  var violation: StreamGrammar.Violation?
  var error: SwitchboardError?

  var events: [StreamEvent] { batches.flatMap(\.self) }
  var text: String { accumulator.message().text }
  var deltas: [String] {
    events.compactMap { if case .partDelta(_, let text) = $0 { text } else { nil } }
  }
}

extension TextProvider {
  /// Reads an answer to its end, checking every event.
  func read(_ request: ChatRequest) async throws -> Reading {
    var reading = Reading()
    do {
      let source = try events(for: request).open()
      while let batch = try await source.next() {
        reading.batches.append(batch)
        for event in batch {
          reading.accumulator.add(event)
          do { try reading.grammar.check(event) } catch { reading.violation = error }
        }
      }
    } catch let error as SwitchboardError {
      reading.error = error
    }
    return reading
  }

  /// The failure of an answer; `nil` when it does not fail.
  func failure(_ request: ChatRequest) async throws -> SwitchboardError? {
    try await read(request).error
  }
}

extension ChatRequest {
  /// A request of one user text to a model of the mock.
  static func ask(
    _ text: String, _ model: String = "small", options: ChatOptions = ChatOptions(),
    change: (inout ChatRequest) -> Void = { _ in }
  ) -> ChatRequest {
    var request = ChatRequest(text, model: ModelReference(vendor: "mock", model: model))
    request.options = options
    change(&request)
    return request
  }

  /// The same request with options for the mock, written as JSON5.
  func with(_ options: String) throws -> ChatRequest {
    var request = self
    request.vendorOptions["mock"] = try JSON.parsingJSON5(Array(options.utf8)).json
    return request
  }
}
