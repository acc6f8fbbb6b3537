/// Tells what bytes are by looking at them, whatever their name or header says.
///
/// The signatures are those of the WHATWG MIME Sniffing standard §6 and of the formats' own
/// specifications, named beside each.
public enum MediaSniffer {
  /// The media type of bytes; `nil` when they are none of the known ones.
  ///
  /// The beginning of a file is enough. `text/html` and `image/svg+xml` are told apart so that they can
  /// be refused where a picture is wanted. Plain text has no signature: ask ``isText(_:)``.
  public static func mime(of bytes: [UInt8]) -> String? {
    let head = ByteReader(bytes)
    for signature in signatures where head.has(signature.prefix, at: 0) { return signature.mime }
    return bmp(head) ?? riff(head) ?? baseMedia(head) ?? matroska(head) ?? audio(head)
      ?? markup(bytes)
  }

  /// Whether bytes are text: well-formed UTF-8 without binary control characters.
  ///
  /// UTF-8 is that of RFC 3629. Tab, line feed, form feed, carriage return and escape are not binary
  /// (WHATWG MIME Sniffing §4, "binary data byte").
  public static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { isText($0) }
  }

  private static let signatures: [(prefix: [UInt8], mime: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),  // W3C PNG §5.2
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),  // ITU-T T.81 §B.1.1.3: SOI and the first marker
    (Array("GIF87a".utf8), "image/gif"),
    (Array("GIF89a".utf8), "image/gif"),
    ([0x49, 0x49, 0x2A, 0x00], "image/tiff"),  // TIFF 6.0 §2, little endian
    ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),  // and big endian
    (Array("%PDF-".utf8), "application/pdf"),  // ISO 32000 §7.5.2
    (Array("OggS".utf8), "audio/ogg"),  // RFC 3533 §6
    (Array("fLaC".utf8), "audio/flac"),  // RFC 9639 §6
  ]

  /// Two letters are not enough, a text may begin with them: the size of a known header follows.
  private static func bmp(_ head: ByteReader) -> String? {
    guard head.has("BM", at: 0), let size = head.littleEndian(4, at: 14) else { return nil }
    return [12, 40, 52, 56, 64, 108, 124].contains(size) ? "image/bmp" : nil
  }

  /// `RIFF` or, of the older kind, `FORM`, a size, and what is in it.
  private static func riff(_ head: ByteReader) -> String? {
    if head.has("FORM", at: 0) {
      return head.has("AIFF", at: 8) || head.has("AIFC", at: 8) ? "audio/aiff" : nil
    }
    guard head.has("RIFF", at: 0) else { return nil }
    if head.has("WEBP", at: 8) { return "image/webp" }
    if head.has("WAVE", at: 8) { return "audio/wav" }
    return head.has("AVI ", at: 8) ? "video/x-msvideo" : nil
  }

  /// The file type box of ISO/IEC 14496-12 §4.3: a size, `ftyp`, the major brand, a version, and the
  /// brands with which the file is compatible.
  private static func baseMedia(_ head: ByteReader) -> String? {
    guard head.has("ftyp", at: 4), let size = head.bigEndian(4, at: 0) else { return nil }
    let end = min(size, 256)
    // A file of the general brand `mif1` says only in the others how its pictures are coded.
    for offset in [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4)) {
      if let found = brands.first(where: { head.has($0.brand, at: offset) }) { return found.mime }
    }
    return head.has("mif1", at: 8) || head.has("msf1", at: 8) ? "image/heif" : "video/mp4"
  }

  private static let brands: [(brand: StaticString, mime: String)] = [
    ("avif", "image/avif"), ("avis", "image/avif"),  // AV1 Image File Format §6
    ("heic", "image/heic"), ("heix", "image/heic"), ("heim", "image/heic"),  // ISO/IEC 23008-12
    ("heis", "image/heic"), ("hevc", "image/heic"), ("hevx", "image/heic"),
    ("qt  ", "video/quicktime"), ("M4A ", "audio/mp4"), ("M4B ", "audio/mp4"),
    ("isom", "video/mp4"), ("iso2", "video/mp4"), ("mp41", "video/mp4"), ("mp42", "video/mp4"),
    ("avc1", "video/mp4"), ("dash", "video/mp4"), ("M4V ", "video/mp4"),
    ("3gp4", "video/3gpp"), ("3gp5", "video/3gpp"), ("3gp6", "video/3gpp"),
  ]

  /// EBML (RFC 8794), whose header names the document type: `webm` or `matroska`.
  private static func matroska(_ head: ByteReader) -> String? {
    guard head.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return nil }
    // The element DocType is 0x4282; its length takes one byte for words as short as these.
    for offset in 4..<64 where head.has([0x42, 0x82], at: offset) {
      if head.has("webm", at: offset + 3) { return "video/webm" }
      if head.has("matroska", at: offset + 3) { return "video/x-matroska" }
    }
    return nil
  }
}

extension MediaSniffer {
  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let first = bytes[offset]
      offset += 1
      if first >= 0x20, first < 0x80 { continue }
      // RFC 3629 §4: how many bytes follow, and where the second may lie.
      let rest: Int
      var allowed: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x1B: rest = 0
      case 0xC2...0xDF: rest = 1
      case 0xE0: (rest, allowed) = (2, 0xA0...0xBF)
      case 0xED: (rest, allowed) = (2, 0x80...0x9F)
      case 0xE1...0xEF: rest = 2
      case 0xF0: (rest, allowed) = (3, 0x90...0xBF)
      case 0xF1...0xF3: rest = 3
      case 0xF4: (rest, allowed) = (3, 0x80...0x8F)
      default: return false
      }
      guard offset + rest <= bytes.count else { return false }
      for index in 0..<rest {
        guard allowed ~= bytes[offset + index] else { return false }
        allowed = 0x80...0xBF
      }
      offset += rest
    }
    return true
  }
}
