/// Unpredictable bytes, for identifiers and tokens.
public enum RandomBytes {
  /// Makes bytes from the kernel's generator.
  ///
  /// The standard library's generator is `getrandom(2)` on Linux and `arc4random_buf(3)` on Apple's
  /// systems. Unlike libcrypto's it has no state in the process that a fork could copy, and no
  /// failure that a caller would have to look at.
  public static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var word: UInt64 = 0
      for index in 0..<count {
        if index % 8 == 0 { word = generator.next() }
        buffer[index] = UInt8(truncatingIfNeeded: word)
        word >>= 8
      }
      initialized = count
    }
  }
}
