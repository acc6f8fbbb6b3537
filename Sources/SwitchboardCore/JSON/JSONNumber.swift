/// The number grammar of RFC 8259 §6, and exact readings of a number's text.
enum JSONNumber {
  /// Scans the number that starts at `start`; an invalid one ends where the grammar breaks.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int, isValid: Bool) {
    var at = start
    if at < bytes.count, bytes[at] == 0x2D { at &+= 1 }
    let integer = at
    skipDigits(bytes, &at)
    guard at > integer else { return (at, false) }
    if bytes[integer] == 0x30, at &- integer > 1 { return (integer, false) }
    if at < bytes.count, bytes[at] == 0x2E {
      at &+= 1
      let fraction = at
      skipDigits(bytes, &at)
      guard at > fraction else { return (at, false) }
    }
    if at < bytes.count, bytes[at] | 0x20 == 0x65 {
      at &+= 1
      if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at &+= 1 }
      let exponent = at
      skipDigits(bytes, &at)
      guard at > exponent else { return (at, false) }
    }
    return (at, true)
  }

  @inline(__always)
  private static func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
    while at < bytes.count, bytes[at] &- 0x30 < 10 { at &+= 1 }
  }

  /// The number as an integer, when it is one and fits, however it is written.
  static func int(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var decimal = Decimal(text)
    // A dropped digit means a fraction, or at least 20 digits: neither fits.
    guard decimal.isExact else { return nil }
    if decimal.significand == 0 { return 0 }
    while decimal.exponent < 0, decimal.significand % 10 == 0 {
      decimal.significand /= 10
      decimal.exponent += 1
    }
    guard 0...19 ~= decimal.exponent else { return nil }
    for _ in 0..<decimal.exponent {
      let (product, overflow) = decimal.significand.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      decimal.significand = product
    }
    guard decimal.isNegative else { return Int(exactly: decimal.significand) }
    return decimal.significand == Int.min.magnitude
      ? Int.min : Int(exactly: decimal.significand).map { -$0 }
  }

  /// The nearest double, or nil when that would be infinite.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let decimal = Decimal(text)
    if decimal.isExact, decimal.significand <= 1 << 53, -22...22 ~= decimal.exponent {
      // Both operands are exact doubles, so the one operation rounds correctly.
      var value = Double(decimal.significand)
      let power = powersOfTen[abs(decimal.exponent)]
      if decimal.exponent < 0 { value /= power } else { value *= power }
      return decimal.isNegative ? -value : value
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A valid number as `significand × 10^exponent`, with up to 19 digits.
  private struct Decimal {
    var isNegative = false
    var significand: UInt64 = 0
    var exponent = 0
    /// Whether no digit but zeros was dropped.
    var isExact = true

    init(_ text: UnsafeBufferPointer<UInt8>) {
      var at = 0
      if at < text.count, text[at] == 0x2D {
        isNegative = true
        at += 1
      }
      var digits = 0
      var isFraction = false
      while at < text.count {
        let byte = text[at]
        if byte == 0x2E {
          isFraction = true
        } else if byte &- 0x30 < 10 {
          if digits < 19 {
            significand = significand &* 10 &+ UInt64(byte &- 0x30)
            if significand > 0 { digits += 1 }
            if isFraction { exponent -= 1 }
          } else {
            if byte != 0x30 { isExact = false }
            if !isFraction { exponent += 1 }
          }
        } else {
          break
        }
        at += 1
      }
      if at < text.count { exponent += Self.exponent(text, from: at + 1) }
    }

    /// The written exponent, held at a bound far beyond any number of digits.
    private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
      var value = 0
      for byte in text[start...] where byte &- 0x30 < 10 {
        value = min(value * 10 + Int(byte &- 0x30), 1 << 40)
      }
      return text[start] == 0x2D ? -value : value
    }
  }
}
