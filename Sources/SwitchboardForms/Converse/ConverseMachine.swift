package import SwitchboardCore
import SwitchboardWire

/// Reads answers of Converse and ConverseStream (Bedrock API Reference, "Converse" and
/// "ConverseStream").
///
/// The same shapes, with the name of each event as its one member, are what Nova's own form has.
/// Every event carries padding in a member `p`, which says nothing.
package struct ConverseMachine: ReplyMachine {
  /// Names the failure in a body that holds one.
  package typealias FailureReader = @Sendable (JSON) -> SwitchboardError

  /// What an answer needs to know of its request.
  struct Context: Sendable {
    var origin: Origin
    var kind: VendorKind
    var toolNames: ToolNames
    /// The number from which ids are made for calls that come without one.
    var turn: Int
    var warnings: [Warning]
    /// The entry that thinking is of use to alone; `nil` when any of the kind may see it.
    var account: VendorID?
    /// Whether hidden thinking is text, as Messages has it, and not bytes.
    var isClaude: Bool
  }

  private let context: Context
  private let failure: FailureReader
  private var blocks: ConverseBlocks
  private var isStarted = false
  private var isFinished = false
  private var stopReason: String?
  private var usage: Usage?

  /// Creates a machine for one answer.
  package init(_ request: ConverseRequest, failure: @escaping FailureReader) {
    self.context = request.context
    self.failure = failure
    self.blocks = ConverseBlocks(request.context)
  }

  package mutating func event(
    _ data: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer, into events: inout [StreamEvent]
  ) throws {
    if isFinished { return }
    let json: JSON
    do {
      json = try JSON(copying: data, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor sent an event that is no JSON: \(error)", underlying: error)
    }
    if name.elementsEqual("contentBlockDelta".utf8) {
      delta(json, into: &events)
    } else {
      try take(json, named: String(decoding: name, as: UTF8.self), into: &events)
    }
  }

  package mutating func whole(_ body: [UInt8], into events: inout [StreamEvent]) throws {
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
    try whole(json, into: &events)
  }

  /// Takes a whole answer that was parsed.
  package mutating func whole(_ json: JSON, into events: inout [StreamEvent]) throws {
    guard json["output"]["message"].kind == .object else { throw failure(json) }
    start(into: &events)
    for block in json["output"]["message"]["content"].elements {
      blocks.whole(block, into: &events)
    }
    stopReason = json["stopReason"].string
    if json["usage"].kind == .object { usage = Self.usage(json["usage"]) }
    finish(into: &events)
  }

  package mutating func end(into events: inout [StreamEvent]) throws {
    if isFinished { return }
    guard stopReason != nil else {
      throw SwitchboardError(.truncated, "The vendor's stream ended without a stop reason.")
    }
    finish(into: &events)
  }

  /// Takes an event of a stream; unknown ones are passed over.
  package mutating func take(
    _ json: JSON, named name: String, into events: inout [StreamEvent]
  ) throws {
    if isFinished { return }
    switch name {
    case "messageStart":
      start(into: &events)
    case "contentBlockStart":
      start(into: &events)
      blocks.open(json["start"], at: json["contentBlockIndex"].int ?? 0, into: &events)
    case "contentBlockDelta":
      delta(json, into: &events)
    case "contentBlockStop":
      blocks.close(json["contentBlockIndex"].int ?? 0, into: &events)
    case "messageStop":
      start(into: &events)
      stopReason = json["stopReason"].string ?? stopReason ?? ""
    case "metadata":
      if json["usage"].kind == .object { usage = Self.usage(json["usage"]) }
      // It follows the stop; a stream in which it does not has not ended.
      if stopReason != nil { finish(into: &events) }
    default:
      break
    }
  }

  private mutating func delta(_ json: JSON, into events: inout [StreamEvent]) {
    start(into: &events)
    blocks.grow(json["contentBlockIndex"].int ?? 0, by: json["delta"], into: &events)
  }

  private mutating func start(into events: inout [StreamEvent]) {
    if isStarted { return }
    isStarted = true
    events.append(.start(context.origin))
    for warning in context.warnings { events.append(.warning(warning)) }
  }

  private mutating func finish(into events: inout [StreamEvent]) {
    isFinished = true
    blocks.closeAll(into: &events)
    if let usage { events.append(.usage(usage)) }
    var reason = FinishReason(word: stopReason)
    if reason.kind == .stop, blocks.callCount > 0 { reason.kind = .toolCalls }
    events.append(.finish(reason))
  }

  /// `inputTokens` are those that no cache had (Bedrock User Guide, "Prompt caching").
  package static func usage(_ json: JSON) -> Usage {
    let read = json["cacheReadInputTokens"].int ?? json["cacheReadInputTokenCount"].int
    let write = json["cacheWriteInputTokens"].int ?? json["cacheWriteInputTokenCount"].int
    return Usage(
      input: json["inputTokens"].int.flatMap { Self.sum($0, read, write) }, cachedInput: read,
      cacheWrite: write, output: json["outputTokens"].int, raw: json)
  }

  /// The sum of counts; `nil` where one is negative or it is too large.
  package static func sum(_ count: Int, _ others: Int?...) -> Int? {
    var total = count
    for other in others {
      let (sum, overflow) = total.addingReportingOverflow(other ?? 0)
      if overflow || other ?? 0 < 0 { return nil }
      total = sum
    }
    return total
  }
}
