/// What a line of an event stream says (WHATWG HTML §9.2.6, the processing of a line).
///
/// The number is the offset of the field's value in the line: after the colon and one space, if there
/// is one, or the end of a line without a colon.
enum ServerSentEventLine: Equatable {
  case data(Int)
  case name(Int)
  case comment
  case other

  /// Reads a line of at least one byte.
  @inline(__always)
  init(at base: UnsafeRawPointer, count: Int) {
    let colon = UInt8(ascii: ":")
    guard base.load(as: UInt8.self) != colon else {
      self = .comment
      return
    }
    guard count >= 4 else {
      self = .other
      return
    }
    // The first four letters of "data" and "event" as numbers.
    let isData: Bool
    switch UInt32(bigEndian: base.loadUnaligned(as: UInt32.self)) {
    case 0x6461_7461:
      isData = true
    case 0x6576_656E where count > 4 && base.load(fromByteOffset: 4, as: UInt8.self) == 0x74:
      isData = false
    default:
      self = .other
      return
    }
    var value = isData ? 4 : 5
    if count > value {
      guard base.load(fromByteOffset: value, as: UInt8.self) == colon else {
        self = .other
        return
      }
      value += 1
      if count > value, base.load(fromByteOffset: value, as: UInt8.self) == 0x20 { value += 1 }
    }
    self = isData ? .data(value) : .name(value)
  }
}
