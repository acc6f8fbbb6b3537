/// Reads a short text from the front, byte by byte; the parsers of times and durations share it.
///
/// Every reading function either succeeds and moves on or leaves the cursor where it is.
struct TextCursor {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: some StringProtocol) {
    self.bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Whether a letter or digit is next, so that what was read is the start of a longer word.
  var continuesWord: Bool {
    guard offset < bytes.count else { return false }
    return 0x61...0x7A ~= Self.lower(bytes[offset]) || 0x30...0x39 ~= bytes[offset]
  }

  /// Reads one byte, if there is one.
  mutating func skipOne() {
    if offset < bytes.count { offset += 1 }
  }

  /// Reads a character.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  /// Reads a word, in any case, of which the argument is the lower-case form.
  mutating func skip(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    for index in 0..<count where Self.lower(bytes[offset + index]) != word.utf8Start[index] {
      return false
    }
    offset += count
    return true
  }

  /// Reads as many spaces and tabs as there are.
  mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
  }

  /// Reads the longest run of letters.
  mutating func letters() -> String {
    let start = offset
    while offset < bytes.count, 0x61...0x7A ~= Self.lower(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset].map(Self.lower), as: UTF8.self)
  }

  /// Reads the longest run of digits, which must have a length in the range, at most 15.
  mutating func digits(_ lengths: ClosedRange<Int>) -> Int? {
    var end = offset
    var value = 0
    while end < bytes.count, 0x30...0x39 ~= bytes[end] {
      guard end - offset < min(lengths.upperBound, 15) else { return nil }
      value = 10 * value + Int(bytes[end] - 0x30)
      end += 1
    }
    guard lengths ~= end - offset else { return nil }
    offset = end
    return value
  }

  /// Reads digits, of which there are at most so many, and perhaps a point and more digits.
  ///
  /// A point without a digit after it is left where it is: it ends a sentence.
  mutating func decimal(maxDigits: Int) -> Double? {
    guard let whole = digits(1...maxDigits) else { return nil }
    var value = Double(whole)
    guard offset + 1 < bytes.count, bytes[offset] == 0x2E, 0x30...0x39 ~= bytes[offset + 1] else {
      return value
    }
    offset += 1
    var scale = 1.0
    var fraction = 0.0
    while offset < bytes.count, 0x30...0x39 ~= bytes[offset] {
      // Beyond nanoseconds digits are read and not counted.
      if scale < 1e9 {
        fraction = 10 * fraction + Double(bytes[offset] - 0x30)
        scale *= 10
      }
      offset += 1
    }
    value += fraction / scale
    return value
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }
}
