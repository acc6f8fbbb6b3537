/// Text from outside as text of an XML 1.0 document.
enum XMLText {
  /// The text with nothing in it that is markup, in an element and in an attribute in quotes.
  ///
  /// Line ends and tabs are written as references, which attributes keep (XML 1.0 §3.3.3). Characters
  /// that XML forbids (§2.2) become U+FFFD.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      case "\t": bytes += "&#9;".utf8
      case "\n": bytes += "&#10;".utf8
      case "\r": bytes += "&#13;".utf8
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
      default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
  }
}
