import SwitchboardCore

/// SplitMix64, so that a failing run can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  private static let pieces = [
    "a", "key", "", " ", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}",
    "€", "😀", "\u{2028}", "\u{FFFD}", "\u{10FFFF}", "some longer plain text",
  ]

  mutating func text() -> String {
    (0..<Int.random(in: 0...4, using: &self)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &self)]
    }.joined()
  }

  mutating func tree(depth: Int = 5) -> JSON {
    switch Int.random(in: 0..<(depth == 0 ? 6 : 9), using: &self) {
    case 0: nil
    case 1: JSON(Bool.random(using: &self))
    case 2: JSON(Int(truncatingIfNeeded: next() >> (next() % 64)))
    case 3: JSON(Double(bitPattern: next()))
    case 4, 5: JSON(text())
    case 6:
      .array((0..<Int.random(in: 0...5, using: &self)).map { _ in tree(depth: depth - 1) })
    default:
      // Now and then more members than are compared pair by pair.
      .object(
        (0..<Int.random(in: 0...20, using: &self)).map { _ in
          (text(), tree(depth: depth - 2 < 0 ? 0 : depth - 2))
        })
    }
  }
}
