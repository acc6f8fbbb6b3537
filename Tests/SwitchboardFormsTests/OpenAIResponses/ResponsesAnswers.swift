import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Plays answers in the form of Responses to its machine.
struct ResponsesAnswers {
  /// What came of an answer.
  struct Outcome: Equatable {
    var events: [StreamEvent] = []
    var failure: String?
    var violation: String?
    var reply: ChatReply?
  }

  var tools: [ToolDefinition] = []
  var messages: [Message] = [.user("Hi")]

  private func decoder(
    stream: Bool
  ) throws -> FramedReplyDecoder<OpenAIResponsesMachine> {
    let origin = Origin(vendor: "work", kind: "openai", model: "gpt-5.4")
    let request = try OpenAIResponsesRequest(
      ChatRequest(messages: messages, tools: tools), origin: origin,
      model: ModelDescriptor("gpt-5.4"), dialect: .openAI)
    let machine = OpenAIResponsesMachine(origin: origin, request: request) { json in
      FailureTable([]).failure(OpenAIFailures.report(json), head: nil, now: 0)
    }
    return FramedReplyDecoder(machine, framing: stream ? .serverSentEvents : .whole)
  }

  /// The outcome of a stream that arrives in pieces of at most so many bytes.
  func stream(_ text: String, piece: Int = .max, cut: Int? = nil) throws -> Outcome {
    let bytes = [UInt8](text.utf8)
    var pieces: [[UInt8]] = []
    if let cut {
      pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
    } else {
      var start = 0
      while start < bytes.count {
        let end = piece == .max ? bytes.count : min(bytes.count, start + piece)
        pieces.append(Array(bytes[start..<end]))
        start = end
      }
    }
    return run(try decoder(stream: true), pieces)
  }

  /// The outcome of a stream of events.
  func events(_ events: [JSON]) throws -> Outcome { try stream(Self.text(events)) }

  /// The outcome of a whole answer.
  func whole(_ json: JSON) throws -> Outcome { run(try decoder(stream: false), [json.encoded()]) }

  private func run(
    _ decoder: FramedReplyDecoder<OpenAIResponsesMachine>, _ pieces: [[UInt8]]
  ) -> Outcome {
    var decoder = decoder
    var outcome = Outcome()
    do {
      for piece in pieces { try decoder.decode(piece, into: &outcome.events) }
      try decoder.end(into: &outcome.events)
    } catch let error as SwitchboardError {
      outcome.failure = error.description
    } catch {
      outcome.failure = "other: \(error)"
    }
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    for event in outcome.events {
      do {
        try grammar.check(event)
      } catch {
        outcome.violation = error.description
      }
      accumulator.add(event)
    }
    if outcome.failure == nil {
      do {
        outcome.reply = try accumulator.reply()
      } catch {
        outcome.failure = String(describing: error)
      }
    }
    return outcome
  }

  /// Events as server-sent events.
  static func text(_ events: [JSON]) -> String {
    events.map { "event: \($0["type"].string ?? "message")\ndata: \($0.text)\n\n" }.joined()
  }

  /// A response, as it stands in the events that hold one whole.
  static func response(
    _ status: String, _ output: [JSON] = [], _ others: [(String, JSON)] = []
  ) -> JSON {
    .object(
      [
        ("id", "resp_1"), ("object", "response"), ("status", JSON(status)),
        ("model", "gpt-5.4-2026-03-05"), ("output", .array(output)), ("error", nil),
      ] + others)
  }

  /// The beginning of every stream.
  static let created: JSON = ["type": "response.created", "response": response("in_progress")]

  /// The end of a stream.
  static func completed(_ output: [JSON] = [], _ others: [(String, JSON)] = []) -> JSON {
    ["type": "response.completed", "response": response("completed", output, others)]
  }

  /// An event about an item as a whole.
  static func item(_ step: String, _ place: Int, _ item: JSON) -> JSON {
    [
      "type": JSON("response.output_item.\(step)"), "output_index": JSON(place), "item": item,
    ]
  }

  /// A piece of an item.
  static func delta(
    _ kind: String, _ place: Int, _ id: String, _ text: String, _ others: [(String, JSON)] = []
  ) -> JSON {
    .object(
      [
        ("type", JSON("response.\(kind).delta")), ("output_index", JSON(place)),
        ("item_id", JSON(id)), ("content_index", 0), ("delta", JSON(text)),
        ("obfuscation", "xK2f"),
      ] + others)
  }

  /// A message of text.
  static func message(_ id: String, _ text: String, _ others: [(String, JSON)] = []) -> JSON {
    .object(
      [
        ("type", "message"), ("id", JSON(id)), ("role", "assistant"), ("status", "completed"),
        ("content", [["type": "output_text", "text": JSON(text), "annotations": []]]),
      ] + others)
  }

  /// A call.
  static func call(_ id: String, _ callID: String, _ name: String, _ arguments: String) -> JSON {
    [
      "type": "function_call", "id": JSON(id), "call_id": JSON(callID), "name": JSON(name),
      "arguments": JSON(arguments), "status": "completed",
    ]
  }
}
