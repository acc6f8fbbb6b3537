/// A text that was found, read from what `highlight` makes of the indexed one.
struct FoundText {
  /// The text as it was said.
  let text: String

  /// Where the words that were found stand in it.
  let places: [Range<String.Index>]

  init(highlighted: String) {
    var text = ""
    var places: [(Int, Int)] = []
    var begin = 0
    for scalar in highlighted.unicodeScalars {
      switch scalar {
      case IndexedText.separator: continue
      case IndexedText.begin: begin = text.utf8.count
      case IndexedText.end: places.append((begin, text.utf8.count))
      default: text.unicodeScalars.append(scalar)
      }
    }
    self.text = text
    self.places = places.map { begin, end in
      let start = text.utf8.index(text.startIndex, offsetBy: begin)
      return start..<text.utf8.index(start, offsetBy: end - begin)
    }
  }
}
