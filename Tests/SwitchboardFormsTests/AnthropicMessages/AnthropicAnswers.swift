import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// What a machine made of an answer.
struct ReadAnswer: Equatable {
  var reply: ChatReply?
  var partial: Message?
  var failure: SwitchboardError.Kind?
  var message: String?
  var code: String?
  var requestID: String?
  var violations: [String] = []
  var usages: [Usage] = []
  var eventCount = 0
}

/// Feeds answers, written by hand, to the machine of the form.
struct AnthropicAnswers {
  var kind: VendorKind? = "anthropic"
  var model = "claude-haiku-4-5"
  var request = ChatRequest("Hi")

  /// Reads a stream whose bytes arrive in pieces.
  func stream(_ text: String, cut: [Int] = []) throws -> ReadAnswer {
    try read([UInt8](text.utf8), framing: .serverSentEvents, cut: cut)
  }

  /// Reads a stream byte by byte.
  func dripped(_ text: String) throws -> ReadAnswer {
    try stream(text, cut: Array(1..<text.utf8.count))
  }

  /// Reads a whole body.
  func whole(_ text: String) throws -> ReadAnswer {
    try read([UInt8](text.utf8), framing: .whole, cut: [])
  }

  private func read(
    _ bytes: [UInt8], framing: FramedReplyDecoder<AnthropicMessagesMachine>.Framing, cut: [Int]
  ) throws -> ReadAnswer {
    let origin = Origin(vendor: "work", kind: kind, model: model)
    let chat = try AnthropicMessagesRequest(
      request, origin: origin, model: ModelDescriptor(model, maxOutput: 64_000))
    var decoder = FramedReplyDecoder(
      AnthropicMessagesMachine(origin: origin, request: chat) {
        AnthropicFailures.failure(in: $0, FailureTable([]))
      }, framing: framing)
    var answer = ReadAnswer()
    var accumulator = ReplyAccumulator()
    var grammar = StreamGrammar()
    var events: [StreamEvent] = []
    do {
      var start = 0
      for end in cut + [bytes.count] {
        try decoder.decode(Array(bytes[start..<end]), into: &events)
        start = end
      }
      try decoder.end(into: &events)
    } catch let error as SwitchboardError {
      answer.failure = error.kind
      answer.message = error.message
      answer.code = error.code
      answer.requestID = error.requestID
    }
    for event in events {
      do {
        try grammar.check(event)
      } catch {
        answer.violations.append(error.description)
      }
      if case .usage(let usage) = event { answer.usages.append(usage) }
      accumulator.add(event)
    }
    answer.eventCount = events.count
    if answer.failure == nil {
      answer.reply = try accumulator.reply()
    } else {
      answer.partial = accumulator.hasContent ? accumulator.message(incomplete: .failed) : nil
    }
    return answer
  }

  /// A stream with its start, the given events, and its end.
  static func text(_ events: [JSON], stop: JSON = "end_turn", usage: JSON = [:]) -> String {
    let start: JSON = [
      "type": "message_start",
      "message": [
        "id": "msg_1", "type": "message", "role": "assistant", "content": [],
        "model": "claude-haiku-4-5-20251001", "stop_reason": nil,
        "usage": ["input_tokens": 12, "output_tokens": 1],
      ],
    ]
    let end: [JSON] = [
      ["type": "message_delta", "delta": ["stop_reason": stop], "usage": usage],
      ["type": "message_stop"],
    ]
    return sse([start] + events + end)
  }

  /// Events as they travel.
  static func sse(_ events: [JSON]) -> String {
    events.map { "event: \($0["type"].string ?? "")\ndata: \($0.text)\n\n" }.joined()
  }

  /// A block from its start to its stop.
  static func block(_ index: Int, _ start: JSON, _ deltas: JSON...) -> [JSON] {
    let begin: [JSON] = [
      ["type": "content_block_start", "index": JSON(index), "content_block": start]
    ]
    let grow: [JSON] = deltas.map {
      ["type": "content_block_delta", "index": JSON(index), "delta": $0]
    }
    return begin + grow + [["type": "content_block_stop", "index": JSON(index)]]
  }

  /// A block of text in pieces.
  static func words(_ index: Int, _ pieces: String...) -> [JSON] {
    let start: [JSON] = [
      [
        "type": "content_block_start", "index": JSON(index),
        "content_block": ["type": "text", "text": ""],
      ]
    ]
    return start
      + pieces.map {
        [
          "type": "content_block_delta", "index": JSON(index),
          "delta": ["type": "text_delta", "text": JSON($0)],
        ]
      } + [["type": "content_block_stop", "index": JSON(index)]]
  }
}
