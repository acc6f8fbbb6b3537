/// Bytes as lower-case hexadecimal digits (RFC 4648 §8).
public enum Hex {
  /// Writes two digits a byte.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 0xF)
      }
      return 2 * bytes.count
    }
  }

  /// Reads two digits a byte, in either case.
  ///
  /// - Returns: `nil` for an odd number of digits or anything that is no digit.
  public static func decode(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 {
      guard let value = value(byte) else { return nil }
      if let upper = high {
        result.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? result : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
