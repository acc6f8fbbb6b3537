public import SwitchboardCore
public import SwitchboardWire

/// Frames what a Gemini endpoint sends: events of a stream, an array of the same, or one whole.
///
/// Three things are not server-sent events and are made into them here, so that the machine sees one
/// form: without `alt=sse` the stream is an array that is written element by element
/// (ai.google.dev/api/generate-content, "streamGenerateContent"); a failure in the middle of a stream
/// can be a bare JSON object on lines of its own; and either may be cut anywhere. A body that begins
/// with an object is whole, whatever its type says.
public struct GeminiReplyDecoder: ReplyDecoder {
  private enum State: Sendable {
    case undecided
    /// Handed on as it is.
    case plain
    /// Events; whether a line begins.
    case events(atLineStart: Bool)
    /// A bare value between events, or the elements of an array.
    case values(inArray: Bool)
  }

  private var framed: FramedReplyDecoder<GeminiContentMachine>
  private var state = State.undecided
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Creates a decoder for one answer.
  public init(_ machine: GeminiContentMachine, limits: ReplyLimits = ReplyLimits()) {
    self.framed = FramedReplyDecoder(machine, framing: .serverSentEvents, limits: limits)
  }

  /// Hands the header fields on.
  public mutating func head(_ head: HTTPResponseHead, into events: inout [StreamEvent]) throws {
    try framed.head(head, into: &events)
  }

  /// Frames bytes and decodes what is complete.
  public mutating func decode(_ bytes: [UInt8], into events: inout [StreamEvent]) throws {
    var start = 0
    if case .undecided = state {
      while start < bytes.count, Self.isIgnored(bytes[start]) { start += 1 }
      guard start < bytes.count else { return }
      switch bytes[start] {
      case 0x5B:  // [
        state = .values(inArray: true)
        start += 1
      case 0x7B, 0x3C: state = .plain  // { and <
      default: state = .events(atLineStart: true)
      }
    }
    if case .plain = state {
      try framed.decode(start == 0 ? bytes : Array(bytes[start...]), into: &events)
      return
    }
    if case .events(let atLineStart) = state, start == 0,
      let last = bytes.last, !Self.hasObjectLine(bytes, atLineStart: atLineStart)
    {
      state = .events(atLineStart: last == 0x0A || last == 0x0D)
      try framed.decode(bytes, into: &events)
      return
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 64)
    for byte in bytes[start...] { rewrite(byte, into: &output) }
    if !output.isEmpty { try framed.decode(output, into: &events) }
  }

  /// Takes the end of the body.
  public mutating func end(into events: inout [StreamEvent]) throws {
    try framed.end(into: &events)
  }

  private mutating func rewrite(_ byte: UInt8, into output: inout [UInt8]) {
    switch state {
    case .undecided, .plain:
      output.append(byte)
    case .events(let atLineStart):
      if atLineStart, byte == 0x7B {
        state = .values(inArray: false)
        rewrite(byte, into: &output)
      } else {
        state = .events(atLineStart: byte == 0x0A || byte == 0x0D)
        output.append(byte)
      }
    case .values(let inArray):
      if depth == 0 {
        // Between elements stand commas and white space, and the bracket at the end.
        guard byte == 0x7B else { return }
        output += "data: ".utf8
      }
      // A line feed cannot stand in a string; elsewhere it is white space.
      output.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
      step(byte)
      if depth == 0 {
        output += [0x0A, 0x0A]
        if !inArray { state = .events(atLineStart: true) }
      }
    }
  }

  private mutating func step(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if isInString {
      if byte == 0x5C { isEscaped = true }
      if byte == 0x22 { isInString = false }
    } else {
      switch byte {
      case 0x22: isInString = true
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      default: break
      }
    }
  }

  /// Whether an object begins a line: no field of an event can.
  private static func hasObjectLine(_ bytes: [UInt8], atLineStart: Bool) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var atLineStart = atLineStart
      for byte in bytes {
        if byte == 0x7B, atLineStart { return true }
        atLineStart = byte == 0x0A || byte == 0x0D
      }
      return false
    }
  }

  /// White space, and the bytes of a byte order mark.
  private static func isIgnored(_ byte: UInt8) -> Bool {
    [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains(byte)
  }
}
