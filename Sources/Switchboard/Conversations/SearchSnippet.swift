/// The words of a text around what was found in it.
package struct SearchSnippet: Hashable, Sendable {
  /// At most about 200 characters, with `…` where text was left out.
  package let text: String

  /// Where the words that were found stand in it.
  package let marks: [Range<String.Index>]

  /// Characters before the first word that was found.
  private static let before = 60
  /// Characters in all.
  private static let length = 200

  /// Cuts a text.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - places: What was found, in order.
  package init(of text: String, around places: [Range<String.Index>]) {
    let first = places.first?.lowerBound ?? text.startIndex
    let start =
      text.index(first, offsetBy: -Self.before, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(start, offsetBy: Self.length, limitedBy: text.endIndex) ?? text.endIndex
    var snippet = start > text.startIndex ? "…" : ""
    var marks: [Range<Int>] = []
    var rest = start
    for place in places where place.lowerBound >= start && place.upperBound <= end {
      snippet += Self.oneLine(text[rest..<place.lowerBound])
      let begin = snippet.utf8.count
      snippet += Self.oneLine(text[place])
      marks.append(begin..<snippet.utf8.count)
      rest = place.upperBound
    }
    snippet += Self.oneLine(text[rest..<end])
    if end < text.endIndex { snippet += "…" }
    self.text = snippet
    self.marks = marks.map { mark in
      let utf8 = snippet.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: mark.lowerBound)
      return start..<utf8.index(start, offsetBy: mark.count)
    }
  }

  /// A hit is shown on a line.
  private static func oneLine(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
