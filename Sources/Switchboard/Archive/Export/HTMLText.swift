/// Text from outside as text of a page (HTML Living Standard §13.1).
package enum HTMLText {
  /// The text with nothing in it that is markup, in an element and in an attribute in quotes.
  ///
  /// Characters that would not be seen are written out, as ``HiddenCharacter`` says.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a text as ``escaped(_:)`` writes it.
  ///
  /// - Complexity: O(length).
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var place = 0
      while place < utf8.count {
        let (length, replacement) = self.replacement(in: utf8, at: place)
        if let replacement {
          bytes.append(contentsOf: utf8[start..<place])
          bytes.append(contentsOf: replacement.utf8)
          start = place + length
        }
        place += length
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  /// What stands for a character, and how many bytes of it can be passed over.
  @inline(__always)
  private static func replacement(
    in utf8: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> (length: Int, mark: String?) {
    switch utf8[place] {
    case UInt8(ascii: "&"): (1, "&amp;")
    case UInt8(ascii: "<"): (1, "&lt;")
    case UInt8(ascii: ">"): (1, "&gt;")
    case UInt8(ascii: "\""): (1, "&quot;")
    case UInt8(ascii: "'"): (1, "&#39;")
    case 0x09, 0x0A, 0x0D: (1, nil)
    case 0x00..<0x20, 0x7F, 0xC2...0xF4: HiddenCharacter.mark(in: utf8, at: place)
    default: (1, nil)
    }
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
