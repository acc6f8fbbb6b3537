public import SwitchboardCore
public import SwitchboardWire

/// Reads answers in the form of Anthropic's Messages, whole and streamed
/// (platform.claude.com/docs/en/build-with-claude/streaming).
///
/// A stream is a `message_start`, blocks that start, grow and stop under an index, `message_delta`
/// with the reason of the end and the counts, and `message_stop`. Pings and events of other types
/// are passed over.
public struct AnthropicMessagesMachine: ReplyMachine {
  /// Names the failure in a body or event that holds one.
  public typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  private let failure: FailureReader
  private let warnings: [Warning]
  private var origin: Origin
  private var blocks: AnthropicBlocks
  private var isStarted = false
  private var isFinished = false
  private var usage: JSON = .missing
  private var stop: JSON = .missing

  private static let blockDelta: JSON = "content_block_delta"

  /// Creates a machine for one answer.
  ///
  /// - Parameters:
  ///   - origin: The entry and model that were asked.
  ///   - request: The request as it was sent.
  ///   - failure: Names the failure in a body or event that holds one.
  public init(
    origin: Origin, request: AnthropicMessagesRequest, failure: @escaping FailureReader
  ) {
    self.origin = origin
    self.failure = failure
    self.warnings = request.warnings
    self.blocks = AnthropicBlocks(
      kind: origin.kind, toolNames: request.toolNames, turn: request.turn,
      account: request.bindsThinkingToAccount ? origin.vendor : nil)
  }

  /// Takes one event of a stream.
  public mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    into events: inout [StreamEvent]
  ) throws {
    // What follows the end is not part of the answer; a gateway was seen to send `[DONE]` there.
    if isFinished { return }
    if data.elementsEqual("[DONE]".utf8) {
      try end(into: &events)
      return
    }
    let json: JSON
    do {
      json = try JSON(copying: data)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor sent an event that is no JSON: \(error)", underlying: error)
    }
    if json["type"] == Self.blockDelta {
      start(.missing, into: &events)
      blocks.grow(json["index"].int, by: json["delta"], into: &events)
    } else {
      try take(json, name: name, into: &events)
    }
  }

  /// Takes a whole body.
  public mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
    if Self.isFailure(json) { throw failure(json) }
    guard json["content"].kind == .array else {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not a message: it has no list 'content'.")
    }
    start(json, into: &events)
    for (index, block) in json["content"].elements.enumerated() {
      blocks.start(index, block, into: &events)
      blocks.stop(index, into: &events)
    }
    stop = json
    finish(into: &events)
  }

  /// Takes the end of a stream.
  public mutating func end(into events: inout [StreamEvent]) throws {
    if isFinished { return }
    guard stop["stop_reason"].string != nil else {
      throw SwitchboardError(.truncated, "The vendor's stream ended without a stop reason.")
    }
    finish(into: &events)
  }

  private mutating func take(
    _ json: JSON, name: UnsafeRawBufferPointer, into events: inout [StreamEvent]
  ) throws {
    switch json["type"].string {
    case "message_start":
      start(json["message"], into: &events)
    case "content_block_start":
      start(.missing, into: &events)
      blocks.start(json["index"].int, json["content_block"], into: &events)
    case "content_block_stop":
      blocks.stop(json["index"].int, into: &events)
    case "message_delta":
      start(.missing, into: &events)
      stop = AnthropicUsage.merge(json["delta"], over: stop)
      count(json["usage"], into: &events)
    case "message_stop":
      try end(into: &events)
    default:
      if Self.isFailure(json) || name.elementsEqual("error".utf8) { throw failure(json) }
    }
  }

  private static func isFailure(_ json: JSON) -> Bool {
    json["type"].string == "error" || json["type"].isNull && !json["error"].isNull
  }

  /// Begins the answer; a second beginning changes nothing.
  private mutating func start(_ message: JSON, into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    origin.responseModel = message["model"].string
    origin.responseID = message["id"].string
    events.append(.start(origin))
    for warning in warnings { events.append(.warning(warning)) }
    count(message["usage"], into: &events)
  }

  private mutating func count(_ report: JSON, into events: inout [StreamEvent]) {
    guard report.kind == .object else { return }
    usage = AnthropicUsage.merge(report, over: usage)
    events.append(.usage(AnthropicUsage.read(usage)))
  }

  private mutating func finish(into events: inout [StreamEvent]) {
    isFinished = true
    blocks.stopAll(into: &events)
    let word = stop["stop_reason"].string
    var reason = FinishReason(word: word)
    switch reason.kind {
    case .refusal:
      // platform.claude.com/docs/en/build-with-claude/refusals-and-fallback: both may be null.
      let details = stop["stop_details"]
      reason.message = details["explanation"].string ?? details["category"].string
    case .stop, .other:
      if word == nil { reason.kind = .stop }
      if blocks.callCount > 0, reason.kind == .stop { reason.kind = .toolCalls }
      reason.message = stop["stop_sequence"].string
    default:
      break
    }
    events.append(.finish(reason))
  }
}
