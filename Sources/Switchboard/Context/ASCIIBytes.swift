/// Eight bytes of ASCII that are looked at together, the first in the lowest bits.
///
/// Since no byte has its highest bit set, a sum does not run over into the next byte, and that bit is
/// free for the answer: every question is answered by the highest bits of the bytes for which it holds.
struct ASCIIBytes {
  private let bytes: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The highest bit of every byte.
  static let highs: UInt64 = 0x8080_8080_8080_8080

  init(_ bytes: UInt64) { self.bytes = bytes }

  /// The last of the bytes.
  var last: UInt8 { UInt8(truncatingIfNeeded: bytes &>> 56) }

  /// The bytes with letters made small; what is no letter may become another sign, but no letter.
  var lowercase: ASCIIBytes { ASCIIBytes(bytes | Self.ones &* 0x20) }

  /// The letters.
  var letters: UInt64 { lowercase.between(0x61, 0x7A) }

  /// The bytes one place further on, after a byte that stood before them.
  func moved(after byte: UInt8) -> ASCIIBytes { ASCIIBytes(bytes &<< 8 | UInt64(byte)) }

  /// Those that are at least a value.
  func atLeast(_ least: UInt64) -> UInt64 { (bytes &+ Self.ones &* (0x80 - least)) & Self.highs }

  /// Those of a range.
  func between(_ least: UInt64, _ most: UInt64) -> UInt64 { atLeast(least) & ~atLeast(most + 1) }

  /// Those that equal a value.
  func equal(_ value: UInt64) -> UInt64 { equal(ASCIIBytes(Self.ones &* value)) }

  /// Those that equal the byte in the same place.
  func equal(_ other: ASCIIBytes) -> UInt64 {
    ~((bytes ^ other.bytes) &+ Self.ones &* 0x7F) & Self.highs
  }

  /// An answer as eight bits, the first byte's in the lowest.
  static func bits(_ answer: UInt64) -> UInt64 {
    // The product adds the eight bits up in the highest byte, each in a place of its own.
    ((answer &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
