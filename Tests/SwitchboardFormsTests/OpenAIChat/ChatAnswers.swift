import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Reads answers in the form of chat completions as a vendor would.
enum ChatAnswers {
  static let origin = Origin(vendor: "v", kind: "test", model: "m")

  /// The events of a stream whose chunks are given as JSON; `[DONE]` stands for itself.
  static func stream(
    _ chunks: [String], request: ChatRequest = ChatRequest("hi"), cut: Int? = nil,
    lineEnd: String = "\n"
  ) throws -> ReplyAccumulator {
    let text = chunks.map { "data: \($0)\(lineEnd)\(lineEnd)" }.joined()
    return try bytes(Array(text.utf8), request: request, streams: true, cut: cut)
  }

  /// The events of a whole body.
  static func whole(
    _ body: String, request: ChatRequest = ChatRequest("hi")
  ) throws -> ReplyAccumulator {
    try bytes(Array(body.utf8), request: request, streams: false)
  }

  /// The events of bytes, cut after so many each time.
  static func bytes(
    _ bytes: [UInt8], request: ChatRequest = ChatRequest("hi"), streams: Bool, cut: Int? = nil
  ) throws -> ReplyAccumulator {
    let (accumulator, error) = try outcome(bytes, request: request, streams: streams, cut: cut)
    if let error { throw error }
    return accumulator
  }

  /// What bytes gave until their end or a failure.
  static func outcome(
    _ bytes: [UInt8], request: ChatRequest = ChatRequest("hi"), streams: Bool, cut: Int? = nil
  ) throws -> (ReplyAccumulator, (any Error)?) {
    var accumulator = ReplyAccumulator()
    var grammar = StreamGrammar()
    let chat = try OpenAIChatRequest(
      request, origin: origin, model: ModelDescriptor("m"), dialect: OpenAIChatDialect())
    let machine = OpenAIChatMachine(origin: origin, request: chat) { json in
      FailureTable([.init(word: "overloaded_error", kind: .overloaded)]).failure(
        OpenAIFailures.report(json), head: nil, now: 0)
    }
    var decoder = FramedReplyDecoder(machine, framing: streams ? .serverSentEvents : .whole)
    let size = max(1, cut ?? bytes.count)
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    var failure: (any Error)?
    for piece in pieces + [[]] {
      var events: [StreamEvent] = []
      do {
        if piece.isEmpty {
          try decoder.end(into: &events)
        } else {
          try decoder.decode(piece, into: &events)
        }
      } catch {
        failure = error
      }
      for event in events {
        try grammar.check(event)
        accumulator.add(event)
      }
      if failure != nil { break }
    }
    return (accumulator, failure)
  }
}
