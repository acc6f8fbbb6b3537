/// Beginnings of files, written by hand from the formats' specifications.
enum MediaSamples {
  struct Sample: Sendable {
    var name: String
    var bytes: [UInt8]
    var mime: String?
    var width = 0
    var height = 0
  }

  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static let pictures: [Sample] = [
    Sample(
      name: "PNG",
      bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR")
        + [0, 0, 0x01, 0x02, 0, 0, 0, 5, 8, 2, 0, 0, 0],
      mime: "image/png", width: 258, height: 5),
    Sample(
      name: "JPEG, baseline",
      bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + ascii("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        + [0xFF, 0xC0, 0, 17, 8, 0x01, 0x02, 0x03, 0x04, 3, 1, 0x22, 0],
      mime: "image/jpeg", width: 0x0304, height: 0x0102),
    Sample(
      name: "JPEG, progressive, after tables, fill bytes and a picture in Exif",
      bytes: [0xFF, 0xD8, 0xFF, 0xE1, 0, 12] + ascii("Exif\0\0") + [0xFF, 0xC0, 0, 17]
        + [0xFF, 0xC4, 0, 3, 1, 0xFF, 0xFF, 0xFF, 0xDB, 0, 4, 1, 2]
        + [0xFF, 0xC2, 0, 17, 8, 0, 7, 0, 9, 3],
      mime: "image/jpeg", width: 9, height: 7),
    Sample(
      name: "GIF", bytes: ascii("GIF89a") + [0x40, 0x01, 0xC8, 0x00, 0xF7, 0, 0],
      mime: "image/gif", width: 320, height: 200),
    Sample(
      name: "GIF, old", bytes: ascii("GIF87a") + [1, 0, 2, 0, 0, 0, 0], mime: "image/gif", width: 1,
      height: 2),
    Sample(
      name: "WebP, lossy",
      bytes: ascii("RIFF") + [40, 0, 0, 0] + ascii("WEBPVP8 ") + [28, 0, 0, 0, 0x50, 1, 0]
        + [0x9D, 0x01, 0x2A, 0x10, 0x40, 0x20, 0x80],
      mime: "image/webp", width: 16, height: 32),
    Sample(
      name: "WebP, lossless",
      // 14 bits of width less 1, 14 of height less 1: 386 and 395.
      bytes: ascii("RIFF") + [40, 0, 0, 0] + ascii("WEBPVP8L") + [28, 0, 0, 0, 0x2F]
        + [0x81, 0x81, 0x62, 0x00],
      mime: "image/webp", width: 386, height: 395),
    Sample(
      name: "WebP, extended",
      bytes: ascii("RIFF") + [40, 0, 0, 0] + ascii("WEBPVP8X") + [10, 0, 0, 0, 0x10, 0, 0, 0]
        + [0xFF, 0x03, 0x00, 0x00, 0x00, 0x01],
      mime: "image/webp", width: 1024, height: 65_537),
    Sample(
      name: "BMP",
      bytes: ascii("BM") + zeros(12) + [40, 0, 0, 0] + [3, 0, 0, 0, 4, 0, 0, 0, 1, 0, 24, 0],
      mime: "image/bmp", width: 3, height: 4),
    Sample(
      name: "BMP, rows from the top",
      bytes: ascii("BM") + zeros(12) + [124, 0, 0, 0] + [3, 0, 0, 0, 0xFC, 0xFF, 0xFF, 0xFF, 1, 0],
      mime: "image/bmp", width: 3, height: 4),
    Sample(
      name: "BMP, old",
      bytes: ascii("BM") + zeros(12) + [12, 0, 0, 0] + [3, 0, 4, 0, 1, 0, 24, 0],
      mime: "image/bmp", width: 3, height: 4),
  ]

  static func box(_ major: String, _ compatible: String...) -> [UInt8] {
    let brands = ascii(compatible.joined())
    return [0, 0, 0, UInt8(16 + brands.count)] + ascii("ftyp" + major) + zeros(4) + brands
      + [0, 0, 0, 8] + ascii("freeavif")
  }

  /// A silent MPEG-1 layer III frame of 128 kbit/s at 44.1 kHz is 417 bytes long.
  static let mp3Frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + zeros(413)

  static let others: [Sample] = [
    Sample(name: "TIFF, little endian", bytes: ascii("II") + [0x2A, 0, 8, 0], mime: "image/tiff"),
    Sample(name: "TIFF, big endian", bytes: ascii("MM") + [0, 0x2A, 0, 0], mime: "image/tiff"),
    Sample(name: "HEIC", bytes: box("heic", "mif1", "heic"), mime: "image/heic"),
    Sample(name: "HEIC under its family's brand", bytes: box("mif1", "heic"), mime: "image/heic"),
    Sample(name: "AVIF", bytes: box("avif", "mif1", "miaf"), mime: "image/avif"),
    Sample(name: "AVIF under its family's brand", bytes: box("mif1", "avif"), mime: "image/avif"),
    Sample(name: "HEIF of another coding", bytes: box("mif1", "mif1"), mime: "image/heif"),
    Sample(name: "MP4", bytes: box("isom", "isom", "iso2", "avc1", "mp41"), mime: "video/mp4"),
    Sample(name: "MP4 of a brand unknown here", bytes: box("zzzz"), mime: "video/mp4"),
    Sample(name: "QuickTime", bytes: box("qt  ", "qt  "), mime: "video/quicktime"),
    Sample(name: "M4A", bytes: box("M4A ", "M4A ", "mp42"), mime: "audio/mp4"),
    Sample(name: "3GP", bytes: box("3gp4"), mime: "video/3gpp"),
    Sample(
      name: "WebM",
      bytes: [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81, 1] + [0x42, 0x82, 0x84]
        + ascii("webm"), mime: "video/webm"),
    Sample(
      name: "Matroska",
      bytes: [0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x82, 0x88] + ascii("matroska"),
      mime: "video/x-matroska"),
    Sample(name: "EBML of another kind", bytes: [0x1A, 0x45, 0xDF, 0xA3, 0x80], mime: nil),
    Sample(name: "WAV", bytes: ascii("RIFF") + [4, 0, 0, 0] + ascii("WAVE"), mime: "audio/wav"),
    Sample(
      name: "AVI", bytes: ascii("RIFF") + [4, 0, 0, 0] + ascii("AVI "), mime: "video/x-msvideo"),
    Sample(
      name: "RIFF of another kind", bytes: ascii("RIFF") + [4, 0, 0, 0] + ascii("ACON"), mime: nil),
    Sample(name: "AIFF", bytes: ascii("FORM") + [0, 0, 0, 4] + ascii("AIFC"), mime: "audio/aiff"),
    Sample(name: "OGG", bytes: ascii("OggS") + [0, 2], mime: "audio/ogg"),
    Sample(name: "FLAC", bytes: ascii("fLaC") + [0, 0, 0, 34], mime: "audio/flac"),
    Sample(
      name: "MP3 with a tag", bytes: ascii("ID3") + [4, 0, 0, 0, 0, 0, 0], mime: "audio/mpeg"),
    Sample(name: "MP3 of two frames", bytes: mp3Frame + mp3Frame, mime: "audio/mpeg"),
    Sample(
      name: "MP3, cut in its first frame", bytes: Array(mp3Frame.prefix(100)), mime: "audio/mpeg"),
    Sample(name: "an MP3 frame and no second", bytes: mp3Frame + zeros(8), mime: nil),
    Sample(name: "MP3 with a bit rate that is none", bytes: [0xFF, 0xFB, 0xF0, 0], mime: nil),
    Sample(name: "AAC", bytes: [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0], mime: "audio/aac"),
    Sample(name: "PDF", bytes: ascii("%PDF-1.7\n"), mime: "application/pdf"),
    Sample(name: "HTML", bytes: ascii("<!DOCTYPE html>\n<html>"), mime: "text/html"),
    Sample(name: "HTML in capitals", bytes: ascii("\u{FEFF} \n<HTML LANG=en>"), mime: "text/html"),
    Sample(name: "HTML after a comment", bytes: ascii("<!-- a > b --><body>"), mime: "text/html"),
    Sample(
      name: "SVG", bytes: ascii("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
      mime: "image/svg+xml"),
    Sample(
      name: "SVG after everything XML allows",
      bytes: ascii(
        "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\">\n<svg\n/>"
      ),
      mime: "image/svg+xml"),
    Sample(
      name: "SVG with a prefix", bytes: ascii("<?xml?><s:svg xmlns:s=\"x\"/>"),
      mime: "image/svg+xml"),
    Sample(name: "other XML", bytes: ascii("<?xml version=\"1.0\"?><feed/>"), mime: nil),
    Sample(name: "an unfinished comment", bytes: ascii("<!-- <svg>"), mime: nil),
    Sample(name: "JSON", bytes: ascii("{\"svg\": 1}"), mime: nil),
    Sample(
      name: "text about a car", bytes: ascii("BMW builds cars, and motorcycles too."), mime: nil),
    Sample(name: "text about a tag", bytes: ascii("ID3 is a tag"), mime: nil),
    Sample(name: "UTF-16 with a mark", bytes: [0xFF, 0xFE, 0x41, 0], mime: nil),
    Sample(name: "nothing", bytes: [], mime: nil),
    Sample(name: "a lone <", bytes: ascii("<"), mime: nil),
  ]
}
