/// A text as pieces, as a model would hand them out.
package enum TextPieces {
  /// Cuts a text into words, each with the white space before it.
  ///
  /// Words longer than twelve characters, as JSON is full of, are cut.
  package static func cut(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var length = 0
    var hasLetter = false
    for character in text {
      let isSpace = character.isWhitespace
      if hasLetter && (isSpace || length >= 12) {
        pieces.append(piece)
        piece = ""
        length = 0
        hasLetter = false
      }
      piece.append(character)
      length += 1
      if !isSpace { hasLetter = true }
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// Ends a text before the first of some stops in it; the pieces need not meet the stops.
  ///
  /// - Returns: Whether there was one.
  package static func end(_ pieces: inout [String], before stops: [String]) -> Bool {
    if stops.isEmpty { return false }
    let text = pieces.joined()
    let starts = stops.compactMap { $0.isEmpty ? nil : text.firstRange(of: $0)?.lowerBound }
    guard let start = starts.min() else { return false }
    pieces = cut(String(text[..<start]))
    return true
  }
}
