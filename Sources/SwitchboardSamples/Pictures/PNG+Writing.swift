extension PNG {
  /// Writes the colours of a picture as a file.
  package static func write(_ picture: Picture) -> [UInt8] {
    let stride = 3 * picture.width
    var rows: [UInt8] = []
    rows.reserveCapacity(picture.rgb.count + picture.height)
    for start in Swift.stride(from: 0, to: picture.rgb.count, by: stride) {
      // A row begins with the number of its filter (§9): 0, none.
      rows.append(0)
      rows += picture.rgb[start..<start + stride]
    }
    // §11.2.1: the size, eight bits, the colour type, deflate, the filters of §9, no interlacing.
    let header =
      bigEndian(picture.width) + bigEndian(picture.height)
      + [8, ColourType.rgb.rawValue, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", Zlib.pack(rows)) + chunk("IEND", [])
  }

  /// A length, a type, the data, and the checksum of both (§5.3).
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(Zlib.crc32(body[...])))
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
