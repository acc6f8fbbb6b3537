import SwitchboardCore
import SwitchboardWire

/// Makes a head out of the lines that curl hands over one by one.
///
/// Interim answers (1xx) are passed over; a trailer after the body is counted and dropped.
struct ResponseHeadMachine {
  /// What a line led to.
  enum Step {
    /// Nothing yet.
    case more

    /// The head is complete.
    case head(HTTPResponseHead)

    /// More header bytes than any answer needs.
    case tooLarge
  }

  /// The most bytes of all lines of an answer together.
  static let limit = 256 << 10

  /// Whether the head was handed out.
  private(set) var isComplete = false

  private var status = 0
  private var fields = HTTPFields()
  private var open: HTTPFields.Field?
  private var count = 0

  /// Takes the next line, with its line end.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    count += line.count
    guard count <= Self.limit else { return .tooLarge }
    guard !isComplete else { return .more }
    let text = Self.trimmed(line[...])
    guard let first = line.first, !text.isEmpty else { return end() }
    if first == 0x20 || first == 0x09 {
      // An old server's folded line goes on with the field before it (RFC 9112 §5.2).
      open?.value += " " + Self.decode(text)
    } else if text.starts(with: "HTTP/".utf8) {
      status = Self.status(of: text)
      fields = HTTPFields()
      open = nil
    } else if let colon = text.firstIndex(of: 0x3A) {
      close()
      open = HTTPFields.Field(
        name: Self.decode(text[..<colon]),
        value: Self.decode(Self.trimmed(text[text.index(after: colon)...])))
    }
    return .more
  }

  private mutating func end() -> Step {
    close()
    guard status >= 200 else { return .more }
    isComplete = true
    return .head(HTTPResponseHead(status: status, headers: fields))
  }

  private mutating func close() {
    if let open { fields.append(open.name, open.value) }
    open = nil
  }

  private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int {
    let digits = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
    return digits.reduce(0) { $1 >= 0x30 && $1 <= 0x39 ? $0 * 10 + Int($1 - 0x30) : $0 }
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes
    while let last = bytes.last, last == 0x20 || (last >= 0x09 && last <= 0x0D) {
      bytes.removeLast()
    }
    return bytes.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// UTF-8 where the bytes are, Latin-1 else, so that no byte is lost.
  private static func decode(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let text = String(strictUTF8: bytes) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
