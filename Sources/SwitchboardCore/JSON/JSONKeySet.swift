/// Which keys a document can have, in eight bytes.
///
/// Vendors put what they have to say under any of twenty names, and most readers ask for all of them
/// where one is there: this answers most of their questions without a search.
struct JSONKeySet {
  /// A bit for each pair of length and first byte, shared by some.
  private var bits: UInt64 = 0

  @inline(__always)
  mutating func insert(_ key: JSONToken, in bytes: UnsafeBufferPointer<UInt8>) {
    // The text of an escaped key is not known here.
    guard !key.isEscaped else {
      bits = .max
      return
    }
    bits |= Self.bit(Int(key.length), key.length > 0 ? bytes[Int(key.start)] : 0)
  }

  @inline(__always)
  func mayHold(_ key: String) -> Bool {
    let text = key.utf8
    return bits & Self.bit(text.count, text.isEmpty ? 0 : text[text.startIndex]) != 0
  }

  @inline(__always)
  private static func bit(_ length: Int, _ first: UInt8) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (length &* 11 &+ Int(first)) & 63)
  }
}
