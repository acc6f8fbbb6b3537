/// Numbers that look random and are the same for the same seed, on every system (SplitMix64).
package struct SeededRandom: Sendable {
  package private(set) var state: UInt64

  /// Begins with a seed and whatever else the numbers shall depend on.
  package init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &+ 0x9E37_79B9_7F4A_7C15 }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to one below a bound of at least 1.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// A number from 0 to 1.
  package mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Makes what follows depend on a number.
  package mutating func mix(_ value: UInt64) {
    state = (state ^ value) &* 0x0000_0100_0000_01B3
    state ^= state >> 29
  }

  /// Makes what follows depend on a text: on its length and at most so many bytes of it.
  package mutating func mix(_ text: String, upTo limit: Int = 4_096) {
    mix(UInt64(text.utf8.count))
    for byte in text.utf8.prefix(limit) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    mix(0)
  }

  /// The numbers so far as 16 hexadecimal digits.
  package var hex: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
