/// The size of a picture in pixels, as its file says.
///
/// Only the header is read. A picture that a camera turned (Exif orientation) is measured as it lies.
public struct ImageDimensions: Sendable, Hashable {
  /// Pixels from left to right, at least 1.
  public var width: Int

  /// Pixels from top to bottom, at least 1.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads the size of a PNG, JPEG, GIF, WebP or BMP picture.
  ///
  /// - Returns: `nil` for anything else, and where the bytes end before the size.
  public static func read(_ bytes: [UInt8]) -> ImageDimensions? {
    let reader = ByteReader(bytes)
    let size: ImageDimensions?
    switch MediaSniffer.mime(of: bytes) {
    case "image/png": size = png(reader)
    case "image/jpeg": size = jpeg(reader)
    case "image/gif": size = of(reader.littleEndian(2, at: 6), reader.littleEndian(2, at: 8))
    case "image/webp": size = webp(reader)
    case "image/bmp": size = bmp(reader)
    default: size = nil
    }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    return size
  }

  private static func of(_ width: Int?, _ height: Int?) -> ImageDimensions? {
    guard let width, let height else { return nil }
    return ImageDimensions(width: width, height: height)
  }

  /// W3C PNG §11.2.1: IHDR comes first, and begins with the size.
  private static func png(_ reader: ByteReader) -> ImageDimensions? {
    guard reader.has("IHDR", at: 12) else { return nil }
    return of(reader.bigEndian(4, at: 16), reader.bigEndian(4, at: 20))
  }

  /// ITU-T T.81 §B.1 and §B.2.2: segments, each with its length, up to a frame header.
  private static func jpeg(_ reader: ByteReader) -> ImageDimensions? {
    var offset = 2
    while let mark = reader.byte(at: offset), mark == 0xFF, let code = reader.byte(at: offset + 1) {
      switch code {
      case 0xFF:  // a fill byte
        offset += 1
      case 0x01, 0xD0...0xD8:  // marks without a segment
        offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:  // a frame header of any process
        return of(reader.bigEndian(2, at: offset + 7), reader.bigEndian(2, at: offset + 5))
      case 0xD9, 0xDA:  // the end or the data, and no frame header yet
        return nil
      default:
        guard let length = reader.bigEndian(2, at: offset + 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  /// RFC 9649 §2.5 to §2.7: lossy (a VP8 key frame, RFC 6386 §9.1), lossless, or extended.
  private static func webp(_ reader: ByteReader) -> ImageDimensions? {
    if reader.has("VP8 ", at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23) {
      // Two bits beside each are a scale.
      return of(
        reader.littleEndian(2, at: 26).map { $0 & 0x3FFF },
        reader.littleEndian(2, at: 28).map { $0 & 0x3FFF })
    }
    if reader.has("VP8L", at: 12), reader.byte(at: 20) == 0x2F {
      let bits = reader.littleEndian(4, at: 21)
      return of(bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
    }
    if reader.has("VP8X", at: 12) {
      return of(
        reader.littleEndian(3, at: 24).map { $0 + 1 },
        reader.littleEndian(3, at: 27).map { $0 + 1 })
    }
    return nil
  }

  /// BITMAPCOREHEADER of 12 bytes, or BITMAPINFOHEADER and its followers, where a negative height
  /// means rows from the top.
  private static func bmp(_ reader: ByteReader) -> ImageDimensions? {
    guard let headerSize = reader.littleEndian(4, at: 14) else { return nil }
    if headerSize == 12 {
      return of(reader.littleEndian(2, at: 18), reader.littleEndian(2, at: 20))
    }
    guard headerSize >= 16 else { return nil }
    let signed = { (value: Int) in Int(Int32(truncatingIfNeeded: value)) }
    return of(
      reader.littleEndian(4, at: 18).map(signed),
      reader.littleEndian(4, at: 22).map(signed).map(abs))
  }
}
