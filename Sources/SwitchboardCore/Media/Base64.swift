/// Bytes as text of 64 characters (RFC 4648 §4).
public enum Base64 {
  /// Writes bytes, padded to a multiple of four characters.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { text in
      write(bytes, to: UnsafeMutableBufferPointer(rebasing: text[..<encodedCount(bytes.count)]))
      return encodedCount(bytes.count)
    }
  }

  /// Writes bytes at the end of an array, padded to a multiple of four characters.
  public static func append(_ bytes: [UInt8], to result: inout [UInt8]) {
    let start = result.count
    // Not `reserveCapacity`, which would make appending in a loop quadratic.
    result.append(contentsOf: repeatElement(0, count: encodedCount(bytes.count)))
    result.withUnsafeMutableBufferPointer { text in
      write(bytes, to: UnsafeMutableBufferPointer(rebasing: text[start...]))
    }
  }

  /// How many characters so many bytes take, padding included.
  public static func encodedCount(_ count: Int) -> Int {
    (count / 3 + (count % 3 == 0 ? 0 : 1)) * 4
  }

  /// Reads bytes.
  ///
  /// The URL-safe alphabet (RFC 4648 §5) is read too, the padding may be missing, and spaces and line
  /// ends are skipped.
  ///
  /// - Returns: `nil` for any other character, for padding that is wrong, and for a length that no
  ///   bytes have.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0) }
  }

  /// Reads bytes from a text in UTF-8, as from a string.
  public static func decode(_ text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer { decode($0) }
  }

  /// Reads bytes from a text in UTF-8, as from a string.
  public static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var isWell = true
    let result = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { bytes, count in
      (count, isWell) = values.withUnsafeBufferPointer { read(text, $0, to: bytes) }
    }
    return isWell ? result : nil
  }
}

extension Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two characters of each number of twelve bits, the first in the lower byte.
  private static let pairs: [UInt16] = (0..<4096).map {
    UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8
  }

  private static let space: UInt8 = 0xFE
  private static let wrong: UInt8 = 0xFF

  /// The six bits of each character, or one of the two marks above.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: wrong, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    for character: UInt8 in [0x20, 0x0A, 0x0D] { values[Int(character)] = space }
    return values
  }()

  /// Writes into a buffer of just the right size.
  private static func write(_ bytes: [UInt8], to text: UnsafeMutableBufferPointer<UInt8>) {
    guard let out = text.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
    bytes.withUnsafeBufferPointer { bytes in
      pairs.withUnsafeBufferPointer { pairs in
        let whole = bytes.count / 3
        for group in 0..<whole {
          let a = Int(bytes[3 * group])
          let b = Int(bytes[3 * group + 1])
          let c = Int(bytes[3 * group + 2])
          let first = pairs[a << 4 | b >> 4].littleEndian
          let second = pairs[(b & 0xF) << 8 | c].littleEndian
          let both = UInt32(first) | UInt32(second) << 16
          out.storeBytes(of: both.littleEndian, toByteOffset: 4 * group, as: UInt32.self)
        }
        let rest = bytes.count - 3 * whole
        guard rest > 0 else { return }
        let a = Int(bytes[3 * whole])
        let b = rest == 2 ? Int(bytes[3 * whole + 1]) : 0
        let padding = UInt8(ascii: "=")
        text[4 * whole] = alphabet[a >> 2]
        text[4 * whole + 1] = alphabet[(a & 3) << 4 | b >> 4]
        text[4 * whole + 2] = rest == 2 ? alphabet[(b & 0xF) << 2] : padding
        text[4 * whole + 3] = padding
      }
    }
  }

  private static func read(
    _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
    to bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int, isWell: Bool) {
    var count = 0
    var offset = 0
    var bits: UInt32 = 0
    var characters = 0  // of the group of four that is being read
    var padding = 0

    while offset < text.count {
      while characters == 0, padding == 0, offset + 4 <= text.count {
        let a = values[Int(text[offset])]
        let b = values[Int(text[offset + 1])]
        let c = values[Int(text[offset + 2])]
        let d = values[Int(text[offset + 3])]
        guard a | b | c | d < 64 else { break }
        bytes[count] = a << 2 | b >> 4
        bytes[count + 1] = b << 4 | c >> 2
        bytes[count + 2] = c << 6 | d
        count += 3
        offset += 4
      }
      guard offset < text.count else { break }
      let value = values[Int(text[offset])]
      if value < 64, padding == 0 {
        bits = bits << 6 | UInt32(value)
        characters += 1
        if characters == 4 {
          for shift in [16, 8, 0] {
            bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(shift))
            count += 1
          }
          (bits, characters) = (0, 0)
        }
      } else if text[offset] == UInt8(ascii: "=") {
        padding += 1
      } else if value != space {
        return (count, false)
      }
      offset += 1
    }
    if characters >= 2 {
      bytes[count] = UInt8(truncatingIfNeeded: characters == 2 ? bits >> 4 : bits >> 10)
      count += 1
    }
    if characters == 3 {
      bytes[count] = UInt8(truncatingIfNeeded: bits >> 2)
      count += 1
    }
    let isWhole = padding == 0 ? characters != 1 : characters >= 2 && characters + padding == 4
    return (count, isWhole)
  }
}
