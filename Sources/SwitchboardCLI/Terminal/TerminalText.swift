/// Takes out of text what would steer a terminal instead of being read.
///
/// Left are letters, line feeds and tabs. Gone are all other control characters (C0, DEL and C1, the
/// carriage return among them), the sequences that ESC or a C1 character begins (ECMA-48 §5: control
/// sequences, and strings such as those that set the title or the clipboard), and the characters that
/// change the direction of writing (Unicode UAX #9), with which text can be made to look like other
/// text. The text may come in any pieces: a sequence that is cut in two is taken out all the same.
struct TerminalText: Sendable {
  private enum State {
    case ground
    /// After ESC.
    case escape
    /// After ESC and the intermediate characters of a longer sequence.
    case intermediate
    /// In a control sequence, up to its final character.
    case control
    /// In a string, up to its end.
    case string
    /// In a string, after ESC: its end, or the beginning of another sequence.
    case stringEscape
  }

  private var state = State.ground
  private var length = 0

  /// A sequence that is longer is no sequence: what follows is text again.
  private static let longest = 4096

  init() {}

  /// Cleans the next piece of a text.
  mutating func clean(_ text: String) -> String {
    if case .ground = state, Self.isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where takes(scalar) { result.append(scalar) }
    return String(result)
  }

  /// Cleans a whole text.
  static func clean(_ text: String) -> String {
    var cleaner = TerminalText()
    return cleaner.clean(text)
  }

  /// Cleans a whole text and makes one line of it.
  static func line(_ text: String) -> String {
    let clean = clean(text)
    guard clean.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return clean }
    return clean.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }

  /// Whether a scalar is part of the text.
  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    switch state {
    case .ground:
      return begins(value)
    case .escape:
      switch value {
      case 0x5B: enter(.control)  // [
      case 0x5D, 0x50, 0x58, 0x5E, 0x5F: enter(.string)  // ] P X ^ _
      case 0x20...0x2F: enter(.intermediate)
      case 0x30...0x7E: state = .ground
      default: return again(value)
      }
    case .intermediate:
      switch value {
      case 0x20...0x2F: grow()
      case 0x30...0x7E: state = .ground
      default: return again(value)
      }
    case .control:
      switch value {
      case 0x20...0x3F: grow()
      case 0x40...0x7E: state = .ground
      default: return again(value)
      }
    case .string:
      switch value {
      case 0x07, 0x9C: state = .ground
      case 0x1B: state = .stringEscape
      // Nothing of more than one line is a title; what follows is text.
      case 0x0A: return again(value)
      default: grow()
      }
    case .stringEscape:
      if value == 0x5C {
        state = .ground
      } else {
        state = .escape
        return takes(scalar)
      }
    }
    return false
  }

  /// Whether a scalar is text; if not, what it begins.
  private mutating func begins(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A: return true
    case 0x1B: enter(.escape)
    case 0x9B: enter(.control)
    case 0x9D, 0x90, 0x98, 0x9E, 0x9F: enter(.string)
    case 0...0x1F, 0x7F...0x9F: break
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
    default: return true
    }
    return false
  }

  private mutating func enter(_ next: State) {
    state = next
    length = 0
  }

  private mutating func grow() {
    length += 1
    if length > Self.longest { state = .ground }
  }

  private mutating func again(_ value: UInt32) -> Bool {
    state = .ground
    return begins(value)
  }

  /// Whether there is nothing to take out, which is so for most text.
  ///
  /// In UTF-8 the C1 characters begin with C2, and the marks of direction with D8 and E2.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x09, 0x0A: true
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: false
      default: true
      }
    }
  }
}
