/// Text from outside as text of a page (HTML Living Standard §13.1).
enum HTMLText {
  /// The text with nothing in it that is markup, in an element and in an attribute in quotes.
  ///
  /// Control characters, which HTML does not know (§13.2.3.5), become U+FFFD.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      case 0x09, 0x0A, 0x0D: bytes.append(byte)
      case 0..<0x20, 0x7F: bytes += "\u{FFFD}".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A link, or the words alone where the address is none that may be linked.
  static func link(_ url: String?, _ words: String) -> String {
    guard let url, LinkAddress.isSafe(url) else { return escaped(words) }
    return "<a href=\"\(escaped(url))\" rel=\"noopener noreferrer\">\(escaped(words))</a>"
  }

  /// Whether a media type is that of a picture, and no more than a type (RFC 6838 §4.2).
  static func isImageType(_ mime: String) -> Bool {
    guard mime.hasPrefix("image/") else { return false }
    let name = mime.utf8.dropFirst(6)
    return !name.isEmpty
      && name.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
