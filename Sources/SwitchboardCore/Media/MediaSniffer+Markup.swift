extension MediaSniffer {
  /// HTML and SVG, which have no signature but a first element.
  ///
  /// What may stand before it is skipped: a byte-order mark, white space, processing instructions,
  /// comments and a document type (XML 1.0 §2.8). Only the first 4 KiB are looked at.
  static func markup(_ bytes: [UInt8]) -> String? {
    var text = bytes.prefix(4096)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while true {
      text = text.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
      if text.starts(with: "<?".utf8) {
        guard let rest = after("?>", in: text) else { return nil }
        text = rest
      } else if text.starts(with: "<!--".utf8) {
        guard let rest = after("-->", in: text) else { return nil }
        text = rest
      } else if starts(with: "<!doctype", text) {
        let name = word(after: 9, in: text)
        if name == "html" || name == "svg" { return type(ofElement: name) }
        guard let rest = after(">", in: text) else { return nil }
        text = rest
      } else if text.first == UInt8(ascii: "<") {
        return type(ofElement: word(after: 1, in: text))
      } else {
        return nil
      }
    }
  }

  /// Elements with which the MIME Sniffing standard (§7.1) lets an HTML document begin, without those
  /// of one letter.
  private static let htmlElements: Set<String> = [
    "html", "head", "script", "iframe", "h1", "div", "font", "table", "style", "title", "body",
    "br",
  ]

  private static func type(ofElement name: String) -> String? {
    if name == "svg" || name.hasSuffix(":svg") { return "image/svg+xml" }
    return htmlElements.contains(name) ? "text/html" : nil
  }

  private static func starts(with mark: String, _ text: ArraySlice<UInt8>) -> Bool {
    lowered(text.prefix(mark.utf8.count)) == mark
  }

  /// The first word after so many bytes, in lower case.
  private static func word(after count: Int, in text: ArraySlice<UInt8>) -> String {
    let rest = text.dropFirst(count).drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    return lowered(rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
  }

  private static func after(_ mark: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let mark = Array(mark.utf8)
    let found = text.indices.first { text[$0...].starts(with: mark) }
    return found.map { text[($0 + mark.count)...] }
  }

  private static func lowered(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
