import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardForms

/// Decodes answers as a call would, cut as a test wants.
enum GeminiAnswers {
  static let origin = Origin(vendor: "work", kind: "gemini", model: "gemini-2.5-flash")

  static func request(_ chat: ChatRequest = ChatRequest("hello")) throws -> GeminiContentRequest {
    try GeminiContentRequest(
      chat, origin: origin, model: ModelDescriptor("gemini-2.5-flash"),
      dialect: GeminiContentDialect())
  }

  /// The events of a body, handed over in pieces; a failure comes with what stood before it.
  static func events(
    _ body: String, pieces: [Int] = [], to chat: ChatRequest = ChatRequest("hello")
  ) throws -> (events: [StreamEvent], failure: SwitchboardError?) {
    let machine = GeminiContentMachine(origin: origin, request: try request(chat)) { json in
      SwitchboardError(.server, json["error"]["message"].string ?? "", code: "reported")
    }
    var decoder = GeminiReplyDecoder(machine)
    var events: [StreamEvent] = []
    do {
      let bytes = Array(body.utf8)
      var start = 0
      for end in pieces + [bytes.count] where end > start {
        try decoder.decode(Array(bytes[start..<end]), into: &events)
        start = end
      }
      try decoder.end(into: &events)
    } catch let error as SwitchboardError {
      return (events, error)
    }
    return (events, nil)
  }

  /// The reply of a body; its events are checked against the grammar.
  static func reply(_ body: String, to chat: ChatRequest = ChatRequest("hello")) throws -> ChatReply
  {
    let (events, failure) = try events(body, to: chat)
    if let failure { throw failure }
    return try reply(events)
  }

  static func reply(_ events: [StreamEvent]) throws -> ChatReply {
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    for event in events {
      try grammar.check(event)
      accumulator.add(event)
    }
    return try accumulator.reply()
  }

  /// One event of a stream with these parts.
  static func event(_ parts: String, finish: String? = nil, usage: String? = nil) -> String {
    let reason = finish.map { #","finishReason":"\#($0)""# } ?? ""
    let counts = usage.map { #","usageMetadata":\#($0)"# } ?? ""
    return
      #"data: {"candidates":[{"content":{"parts":[\#(parts)],"role":"model"}\#(reason)}]\#(counts)}"#
      + "\r\n\r\n"
  }
}
