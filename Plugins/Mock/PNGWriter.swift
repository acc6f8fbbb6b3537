/// Writes pictures as PNG (W3C PNG, third edition; RFC 2083), without compression.
enum PNGWriter {
  /// Writes a picture of eight bits a colour.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, at least 1.
  ///   - height: Rows, at least 1.
  ///   - rgb: Three bytes a pixel, row after row from the top.
  /// - Returns: The file.
  static func encode(width: Int, height: Int, rgb: [UInt8]) -> [UInt8] {
    precondition(width > 0 && height > 0 && rgb.count == 3 * width * height, "not a picture")
    // A row begins with the number of its filter (§9): 0, none.
    var rows: [UInt8] = []
    rows.reserveCapacity(rgb.count + height)
    for row in 0..<height {
      rows.append(0)
      rows += rgb[(3 * width * row)..<(3 * width * (row + 1))]
    }
    // §11.2.1: the size, eight bits, colour type 2 (RGB), deflate, the filters of §9, no interlace.
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
  }

  /// A length, a type, the data, and the checksum of both (§5.3).
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(body)))
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951 §3.2.4).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    // Deflate with a window of 32 KiB; the second byte makes the two a multiple of 31.
    var result: [UInt8] = [0x78, 0x01]
    let longest = 65_535
    for start in stride(from: 0, to: bytes.count, by: longest) {
      let block = bytes[start..<min(start + longest, bytes.count)]
      let length = UInt16(block.count)
      result.append(block.endIndex == bytes.count ? 1 : 0)
      result += [UInt8(truncatingIfNeeded: length), UInt8(length >> 8)]
      result += [UInt8(truncatingIfNeeded: ~length), UInt8(~length >> 8)]
      result += block
    }
    return result + bigEndian(Int(adler32(bytes)))
  }

  /// RFC 1950 §8.2.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// W3C PNG annex D: ISO 3309, reflected, with the polynomial 0xEDB88320.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
