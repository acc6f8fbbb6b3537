import Testing

/// A page as a browser's tokeniser sees it, for pages in which no `<` or `>` stands in a text or an
/// attribute: it fails on others.
struct PageReading {
  struct Tag {
    var name: String
    var attributes: [String: String]
  }

  /// The tags that open or close something, in order; a closing one begins with `/`.
  private(set) var tags: [Tag] = []

  /// The texts of the elements of class `text`, in order.
  private(set) var blocks: [String] = []

  /// The style and the script.
  private(set) var style = ""
  private(set) var script = ""

  init(_ page: String) throws {
    let bytes = Array(page.utf8)
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let close = try #require(bytes[open...].firstIndex(of: UInt8(ascii: ">")))
      let tag = try Self.tag(String(decoding: bytes[(open + 1)..<close], as: UTF8.self))
      tags.append(tag)
      place = close + 1
      let rest = bytes[place...]
      if tag.name == "style" || tag.name == "script" {
        let end = try #require(rest.firstRange(of: Array("</\(tag.name)>".utf8))).lowerBound
        let text = String(decoding: rest[..<end], as: UTF8.self)
        if tag.name == "style" { style += text } else { script += text }
        place = end
      } else if tag.attributes["class"] == "text" {
        let end = try #require(rest.firstIndex(of: UInt8(ascii: "<")))
        blocks.append(Self.plain(String(decoding: rest[..<end], as: UTF8.self)))
      }
    }
  }

  private static func tag(_ text: String) throws -> Tag {
    let name = text.prefix { !$0.isWhitespace }
    var attributes: [String: String] = [:]
    var rest = text.dropFirst(name.count)
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.isEmpty || rest == "/" { break }
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else {
        attributes[String(key)] = ""
        continue
      }
      rest = rest.dropFirst()
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let value = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
      rest = rest.dropFirst(value.count + (isQuoted ? 1 : 0))
      attributes[String(key)] = plain(String(value))
    }
    return Tag(name: String(name), attributes: attributes)
  }

  private static func plain(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
