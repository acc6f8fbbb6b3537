/// Reads numbers and marks out of bytes of which nothing is known, not even how many there are.
struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at an offset.
  func byte(at offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// A number of up to seven bytes, the first of which weighs most.
  func bigEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of up to seven bytes, the last of which weighs most.
  func littleEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether these bytes stand at an offset.
  func has(_ mark: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - mark.count else { return false }
    return bytes[offset..<(offset + mark.count)].elementsEqual(mark)
  }

  /// Whether these letters stand at an offset.
  func has(_ mark: StaticString, at offset: Int) -> Bool {
    mark.withUTF8Buffer { has(Array($0), at: offset) }
  }
}
