import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// The two calls of a function: what is sent, and what its answers mean.
struct HTTPFunction: Sendable {
  let baseURL: String
  let vendor: VendorID
  let keys: KeyRing

  /// What a function is sent.
  static func body(_ prompt: String, _ extra: JSON?) -> JSON {
    JSON.object([("prompt", JSON(prompt))]).merging(extra ?? .missing)
  }

  func request(
    _ operation: String, _ body: JSON, _ deadlines: Deadlines
  ) async throws -> HTTPRequest {
    var fields: HTTPFields = ["content-type": "application/json"]
    if let key = try await keys.next(for: vendor) {
      fields.append("authorization", "Bearer \(key.reveal())")
    }
    return HTTPRequest(
      url: "\(baseURL)/\(operation)", headers: fields, body: body.encoded(), deadlines: deadlines)
  }

  /// What a function says of a failure: a text, or JSON with a message in one of the usual places.
  func failure(_ head: HTTPResponseHead, _ body: [UInt8]) -> SwitchboardError {
    FailureTable([]).failure(
      OpenAIFailures.report(body), head: head, now: SystemTime.now(),
      secrets: keys.secretsForRedaction())
  }

  /// The picture of an answer: base64, perhaps as a `data:` address or in quotes.
  static func picture(_ body: [UInt8]) throws -> Media {
    var text = body[...]
    if text.starts(with: Array("data:".utf8)) || text.starts(with: Array("\"data:".utf8)) {
      text = text.firstIndex(of: UInt8(ascii: ",")).map { body[($0 + 1)...] } ?? text
    }
    let bytes = Base64.decode(text.filter { $0 != UInt8(ascii: "\"") }) ?? []
    guard let mime = MediaSniffer.mime(of: bytes), mime.hasPrefix("image/") else {
      throw SwitchboardError(.decoding, "The function's answer is not a picture in base64.")
    }
    return Media(bytes: bytes, mime: mime)
  }
}

/// Reads the text that a function answers with.
struct HTTPFunctionMachine: ReplyMachine {
  let origin: Origin
  let warnings: [Warning]

  mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    throw SwitchboardError(.decoding, "The function's answer must be plain text.")
  }

  mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    var parts = PartWriter()
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
    parts.text(String(decoding: body, as: UTF8.self), into: &events)
    parts.close(into: &events)
    events.append(.finish(FinishReason(.stop)))
  }

  mutating func end(into events: inout [StreamEvent]) throws {
    throw SwitchboardError(.truncated, "The function's answer has no body.")
  }
}
