/// Percent-encoding (RFC 3986 §2.1).
public enum Percent {
  /// Encodes every byte but the unreserved ones, `A–Z a–z 0–9 - . _ ~`.
  public static func encode(_ text: String) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.append(byte)
      default:
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
