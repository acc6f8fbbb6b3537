/// Sixteen bytes that are looked at together.
///
/// A question is answered by a vector that holds 255 where it is true and 0 elsewhere, so answers
/// combine bit by bit, and to subtract one is to count it.
struct ASCIIVector {
  typealias Lanes = SIMD16<UInt8>

  let lanes: Lanes

  /// Loads the bytes at a place, which may be any.
  init(_ bytes: UnsafeRawPointer) { lanes = bytes.loadUnaligned(as: Lanes.self) }

  private init(lanes: Lanes) { self.lanes = lanes }

  /// Whether all of them are ASCII.
  var isASCII: Bool {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// The bytes with letters made small; what is no letter may change, but into no letter.
  var small: ASCIIVector { ASCIIVector(lanes: lanes | Lanes(repeating: 0x20)) }

  var letters: Lanes { small.between(0x61, 0x7A) }

  var capitals: Lanes { between(0x41, 0x5A) }

  var digits: Lanes { between(0x30, 0x39) }

  var spaces: Lanes { equal(0x20) | equal(0x09) }

  /// Spaces and controls.
  var blanks: Lanes { between(0x00, 0x20) }

  /// Those that equal a value.
  func equal(_ value: UInt8) -> Lanes { equal(Lanes(repeating: value)) }

  /// Those that equal the byte in the same place.
  func equal(_ others: Lanes) -> Lanes { Self.answer(lanes .== others) }

  private func between(_ least: UInt8, _ most: UInt8) -> Lanes {
    Self.answer((lanes &- Lanes(repeating: least)) .<= Lanes(repeating: most - least))
  }

  private static func answer(_ mask: SIMDMask<SIMD16<Int8>>) -> Lanes {
    unsafeBitCast(mask, to: Lanes.self)
  }
}
