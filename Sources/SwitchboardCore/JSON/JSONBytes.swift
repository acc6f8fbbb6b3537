/// Byte-level helpers shared by the parsers and the writer.
enum JSONBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The length of a byte order mark at the start, which RFC 8259 §8.1 lets a reader skip.
  static func markLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The offset of the first quote, backslash or control character, else the end.
  ///
  /// Non-ASCII bytes stop the scan too when asked, so that a parser can check them.
  @inline(__always)
  static func plainEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, stopsAtNonASCII: Bool
  ) -> Int {
    var at = start
    let raw = UnsafeRawBufferPointer(bytes)
    let mask = stopsAtNonASCII ? highs : 0
    while at &+ 8 <= bytes.count {
      // Eight bytes at a time: each term sets the high bit of a byte that is 0 after the change.
      // Borrows can only disturb bytes above the first hit, and only the first hit is used.
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let control = (word &- ones &* 0x20) & ~word
      let hits =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | control) & highs
        | word & mask
      if hits != 0 { return at &+ hits.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || stopsAtNonASCII && byte >= 0x80 { break }
      at &+= 1
    }
    return at
  }

  /// The length of the well-formed UTF-8 sequence at `at`, or 0 when it is not one (RFC 3629 §4).
  static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
    let first = bytes[at]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      // No overlong forms, no surrogates.
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      // No overlong forms, nothing above U+10FFFF.
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard bytes.count - at >= length, second.contains(bytes[at + 1]) else { return 0 }
    for offset in 2..<max(2, length) where bytes[at + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// The value of the hexadecimal digits at `at`, or nil when they are not all there.
  static func hex(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, digits: Int) -> UInt32? {
    guard bytes.count - at >= digits else { return nil }
    var value: UInt32 = 0
    for offset in 0..<digits {
      guard let digit = hexDigit(bytes[at + offset]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The value of one hexadecimal digit, or nil.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Reads the `\uXXXX` at `at` with the low surrogate that may follow it (RFC 8259 §7).
  ///
  /// A lone surrogate reads as U+FFFD: vendors cut strings in the middle of a pair.
  /// Nil means the four digits are not there.
  static func unicodeEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let unit = hex(bytes, at: at + 2, digits: 4) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    if unit < 0xDC00, bytes.count - at >= 12, bytes[at + 6] == 0x5C, bytes[at + 7] == 0x75,
      let low = hex(bytes, at: at + 8, digits: 4), 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      return (scalar, 12)
    }
    return ("\u{FFFD}", 6)
  }

  /// Writes a checked string body to `output` with its escapes resolved, and returns its length.
  ///
  /// The result is never longer than the body.
  static func unescape(
    _ body: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var at = 0
    var count = 0
    while at < body.count {
      let end = plainEnd(body, from: at, stopsAtNonASCII: false)
      let plain = UnsafeBufferPointer(rebasing: body[at..<end])
      count += output[count...].initialize(fromContentsOf: plain) - count
      at = end
      guard at + 1 < body.count else { break }
      if body[at + 1] == 0x75, let escape = unicodeEscape(body, at: at) {
        for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
          output[count] = byte
          count += 1
        }
        at += escape.length
      } else {
        output[count] = simpleEscape(body[at + 1]) ?? body[at + 1]
        at += 2
        count += 1
      }
    }
    return count
  }

  /// The byte meant by a one-letter escape of RFC 8259 §7, or nil.
  static func simpleEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x2F, 0x5C: letter
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }

  /// Whether two runs of bytes are the same.
  @inline(__always)
  static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    let (rawLeft, rawRight) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    var at = 0
    while at &+ 8 <= left.count {
      let word = rawLeft.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if word != rawRight.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
      at &+= 8
    }
    while at < left.count {
      if left[at] != right[at] { return false }
      at &+= 1
    }
    return true
  }
}

extension JSONBytes {
  /// Hashes bytes so that one run of them cannot be taken for two.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    hasher.combine(bytes.count)
  }
}

/// A string that compares by its UTF-8 bytes, where `String` compares normalised.
struct JSONKey: Hashable {
  let text: String

  static func == (left: JSONKey, right: JSONKey) -> Bool { same(left.text, right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { JSONBytes.hash($0, into: &hasher) }
  }

  static func same(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { JSONBytes.equal(left, $0) } }
  }
}
