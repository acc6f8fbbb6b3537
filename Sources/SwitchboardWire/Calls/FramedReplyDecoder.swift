public import SwitchboardCore

/// Frames the body of an answer for a machine: as events of a stream, or as one whole.
///
/// The first byte that is no white space decides: no field of an event stream can begin with `{`,
/// `[` or `<`. Content types are not asked, since vendors send errors under the type of a stream and
/// streams under the type of JSON.
public struct FramedReplyDecoder<Machine: ReplyMachine>: ReplyDecoder {
  /// How a stream of the form is framed.
  public enum Framing: Sendable {
    /// Server-sent events (WHATWG HTML §9.2).
    case serverSentEvents
    /// One JSON value a line.
    case lines
    /// There is no stream: the body is whole.
    case whole
  }

  private enum State {
    case undecided
    case events(ServerSentEventDecoder)
    case lines(LineDecoder)
    case whole([UInt8])
  }

  private var machine: Machine
  private let framing: Framing
  private let limits: ReplyLimits
  private var state = State.undecided
  private var total = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - machine: What makes events of the answer.
  ///   - framing: How the stream is framed that was asked for.
  ///   - limits: How much the vendor may send.
  public init(_ machine: Machine, framing: Framing, limits: ReplyLimits = ReplyLimits()) {
    self.machine = machine
    self.framing = framing
    self.limits = limits
  }

  /// Hands the header fields to the machine.
  public mutating func head(
    _ head: HTTPResponseHead, into events: inout [StreamEvent]
  ) throws {
    machine.head(head)
  }

  /// Frames bytes and hands what is complete to the machine.
  public mutating func decode(_ bytes: [UInt8], into events: inout [StreamEvent]) throws {
    total += bytes.count
    if total > limits.bodyBytes {
      throw SwitchboardError(
        .decoding, "The answer is larger than \(limits.bodyBytes) bytes and was dropped.")
    }
    switch state {
    case .undecided:
      // Left out for good: half a mark that an earlier read ended with is no part of the first line.
      guard let start = bytes.firstIndex(where: { !Self.isIgnored($0) }) else { return }
      let first = bytes[start]
      switch framing {
      case .serverSentEvents where first == 0x7B || first == 0x5B || first == 0x3C:
        state = .whole([])
      case .serverSentEvents:
        state = .events(ServerSentEventDecoder(limit: limits.eventBytes))
      case .lines where first == 0x3C:
        state = .whole([])
      case .lines:
        state = .lines(LineDecoder(limit: limits.eventBytes))
      case .whole:
        state = .whole([])
      }
      try frame(start == 0 ? bytes : Array(bytes[start...]), into: &events)
    case .events, .lines, .whole:
      try frame(bytes, into: &events)
    }
  }

  /// Ends the machine.
  public mutating func end(into events: inout [StreamEvent]) throws {
    switch take() {
    case .undecided:
      throw SwitchboardError(.truncated, "The vendor's answer has no body.")
    case .events(var decoder):
      try Self.cutOff {
        try decoder.finish { name, data in try machine.event(data, name: name, into: &events) }
      }
      try machine.end(into: &events)
    case .lines(var decoder):
      try Self.cutOff {
        try decoder.finish { line in
          try machine.event(
            line, name: UnsafeRawBufferPointer(start: nil, count: 0), into: &events)
        }
      }
      try machine.end(into: &events)
    case .whole(let body):
      try machine.whole(body, into: &events)
    }
  }

  private mutating func frame(_ bytes: [UInt8], into events: inout [StreamEvent]) throws {
    switch take() {
    case .undecided:
      break
    case .events(var decoder):
      defer { state = .events(decoder) }
      try bytes.withUnsafeBytes { buffer in
        try decoder.decode(buffer) { name, data in
          try machine.event(data, name: name, into: &events)
        }
      }
    case .lines(var decoder):
      defer { state = .lines(decoder) }
      try bytes.withUnsafeBytes { buffer in
        try decoder.decode(buffer) { line in
          try machine.event(
            line, name: UnsafeRawBufferPointer(start: nil, count: 0), into: &events)
        }
      }
    case .whole(var body):
      body += bytes
      state = .whole(body)
    }
  }

  /// The last event of a stream lacks its blank line; when it cannot be read, it was cut off.
  private static func cutOff(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SwitchboardError where error.kind == .decoding {
      throw SwitchboardError(
        .truncated, "The vendor's stream ended in the middle of an event.", underlying: error)
    }
  }

  /// Moves the state out, so that what it holds is changed in place.
  private mutating func take() -> State {
    defer { state = .undecided }
    return state
  }

  /// White space, and the bytes of a byte order mark.
  private static func isIgnored(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0xEF || byte == 0xBB
      || byte == 0xBF
  }
}

/// How much a vendor may send.
///
/// Upstream is as untrusted as the caller.
public struct ReplyLimits: Sendable, Hashable {
  /// The longest event or line, in bytes.
  public var eventBytes: Int

  /// The longest answer, in bytes.
  public var bodyBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - eventBytes: The longest event or line; 1 MiB holds every event of text.
  ///   - bodyBytes: The longest answer.
  public init(eventBytes: Int = 1 << 20, bodyBytes: Int = 64 << 20) {
    self.eventBytes = eventBytes
    self.bodyBytes = bodyBytes
  }

  /// For answers that can hold media.
  public static let media = ReplyLimits(eventBytes: 32 << 20, bodyBytes: 256 << 20)
}
