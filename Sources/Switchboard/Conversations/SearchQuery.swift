/// What a person searches for: words, phrases in quotes, and beginnings of words with a star.
///
/// A word is a run of letters, digits and marks; each character of a script that is written without
/// spaces (Han, kana, Hangul, Thai, Lao, Khmer, Myanmar) is a word of its own, so that any part of
/// such a text can be found. Case does not count.
package struct SearchQuery: Hashable, Sendable {
  /// Words that stand one after the other.
  package struct Phrase: Hashable, Sendable {
    /// The words in lower case; at least one.
    package var words: [String]

    /// Whether the last word may go on.
    package var isPrefix: Bool
  }

  /// All of them must be found.
  package private(set) var phrases: [Phrase] = []

  /// Reads what a person typed; anything is a query, and one without a word finds nothing.
  package init(_ text: String) {
    for (place, piece) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if place % 2 == 1 {
        add(piece)
      } else {
        for word in piece.split(whereSeparator: \.isWhitespace) { add(word) }
      }
    }
  }

  private mutating func add(_ text: Substring) {
    let words = SearchWords.all(in: text).map(\.word)
    guard !words.isEmpty else { return }
    phrases.append(Phrase(words: words, isPrefix: text.last == "*"))
  }

  /// Where the query stands in a text; `nil` when a phrase of it does not.
  ///
  /// - Returns: The places of all phrases, in order and without overlap.
  /// - Complexity: O(n · p) for n words of text and p words of query.
  package func places(in text: String) -> [Range<String.Index>]? {
    guard !phrases.isEmpty else { return nil }
    let words = SearchWords.all(in: text[...])
    var places: [Range<String.Index>] = []
    for phrase in phrases {
      let found = phrase.places(in: words)
      if found.isEmpty { return nil }
      places += found
    }
    places.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return places.reduce(into: []) { kept, place in
      if let last = kept.last, place.lowerBound < last.upperBound {
        kept[kept.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        kept.append(place)
      }
    }
  }
}

extension SearchQuery.Phrase {
  fileprivate func places(in text: [SearchWords.Found]) -> [Range<String.Index>] {
    guard text.count >= words.count else { return [] }
    return (0...(text.count - words.count)).compactMap { start in
      for (offset, word) in words.enumerated() {
        let found = text[start + offset].word
        let isLast = offset == words.count - 1
        guard found == word || (isLast && isPrefix && found.hasPrefix(word)) else { return nil }
      }
      return text[start].range.lowerBound..<text[start + words.count - 1].range.upperBound
    }
  }
}

/// The words of a text, as a search sees them.
package enum SearchWords {
  package typealias Found = (word: String, range: Range<String.Index>)

  /// Every word in lower case with its place.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func all(in text: Substring) -> [Found] {
    let scalars = text.unicodeScalars
    var result: [Found] = []
    var start: String.Index?
    func close(at end: String.Index) {
      guard let begin = start else { return }
      result.append((text[begin..<end].lowercased(), begin..<end))
      start = nil
    }
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      let next = scalars.index(after: place)
      if isUnspaced(scalar) {
        close(at: place)
        result.append((String(scalar), place..<next))
      } else if isWord(scalar) {
        if start == nil { start = place }
      } else {
        close(at: place)
      }
      place = next
    }
    close(at: scalars.endIndex)
    return result
  }

  /// Whether a character belongs to a script that puts no spaces between words.
  package static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF,  // Thai and Lao, Myanmar, Khmer
      0x1100...0x11FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF66...0xFFDC, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return (scalar.value | 0x20) >= 0x61 && (scalar.value | 0x20) <= 0x7A
        || scalar.value >= 0x30 && scalar.value <= 0x39
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .spacingMark
  }
}
