public import SwitchboardCore

/// Frames the body of an answer for a machine: as an AWS event stream, or as one whole.
///
/// The first byte decides. A frame begins with its length, whose first byte is 0 or 1 below 32 MiB;
/// JSON begins with a brace. Failures come as JSON whatever was asked for. Frames that are exceptions
/// or errors (smithy.io/2.0/aws/amazon-eventstream) end the answer as failures.
public struct EventStreamReplyDecoder<Machine: ReplyMachine>: ReplyDecoder {
  /// Names the failure of a frame: its payload, and its word where it has one.
  public typealias FailureReader = @Sendable ([UInt8], String?) -> SwitchboardError

  private enum State {
    case undecided
    case frames(EventStreamFrameDecoder)
    case whole([UInt8])
  }

  private var machine: Machine
  private let limits: ReplyLimits
  private let failure: FailureReader
  private var state = State.undecided
  private var total = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - machine: What makes events of the answer.
  ///   - limits: How much the vendor may send.
  ///   - failure: Names the failure of a frame that is one.
  public init(
    _ machine: Machine, limits: ReplyLimits = ReplyLimits(), failure: @escaping FailureReader
  ) {
    self.machine = machine
    self.limits = limits
    self.failure = failure
  }

  /// Hands the header fields to the machine.
  public mutating func head(_ head: HTTPResponseHead, into events: inout [StreamEvent]) throws {
    machine.head(head)
  }

  /// Frames bytes and hands what is complete to the machine.
  public mutating func decode(_ bytes: [UInt8], into events: inout [StreamEvent]) throws {
    total += bytes.count
    if total > limits.bodyBytes {
      throw SwitchboardError(
        .decoding, "The answer is larger than \(limits.bodyBytes) bytes and was dropped.")
    }
    if case .undecided = state, let first = bytes.first {
      state = first < 2 ? .frames(EventStreamFrameDecoder(limit: limits.eventBytes)) : .whole([])
    }
    switch take() {
    case .undecided:
      break
    case .frames(var decoder):
      defer { state = .frames(decoder) }
      try decoder.decode(bytes) { frame in try self.frame(frame, into: &events) }
    case .whole(var body):
      body += bytes
      state = .whole(body)
    }
  }

  /// Ends the machine.
  public mutating func end(into events: inout [StreamEvent]) throws {
    switch take() {
    case .undecided:
      throw SwitchboardError(.truncated, "The vendor's answer has no body.")
    case .frames:
      try machine.end(into: &events)
    case .whole(let body):
      try machine.whole(body, into: &events)
    }
  }

  private mutating func frame(_ frame: EventStreamFrame, into events: inout [StreamEvent]) throws {
    let kind = frame.string(":message-type")
    if let kind, kind.elementsEqual("exception".utf8) {
      let word = frame.string(":exception-type").map { String(decoding: $0, as: UTF8.self) }
      try fail(failure(Array(frame.payload), word), into: &events)
    } else if let kind, kind.elementsEqual("error".utf8) {
      // An error that no operation declares stands in the fields alone.
      let word = frame.string(":error-code").map { String(decoding: $0, as: UTF8.self) }
      let message = frame.string(":error-message").map { String(decoding: $0, as: UTF8.self) }
      let body = JSON.object([("message", JSON(optional: message))])
      try fail(
        failure(message == nil ? Array(frame.payload) : body.encoded(), word), into: &events)
    } else {
      let name = frame.string(":event-type") ?? UnsafeRawBufferPointer(start: nil, count: 0)
      try machine.event(frame.payload, name: name, into: &events)
    }
  }

  /// A failure after the answer gave its reason to end takes nothing from the answer.
  private mutating func fail(
    _ failure: SwitchboardError, into events: inout [StreamEvent]
  ) throws {
    do {
      try machine.end(into: &events)
    } catch let error as SwitchboardError where error.kind == .truncated {
      throw failure
    }
  }

  /// Moves the state out, so that what it holds is changed in place.
  private mutating func take() -> State {
    defer { state = .undecided }
    return state
  }
}
