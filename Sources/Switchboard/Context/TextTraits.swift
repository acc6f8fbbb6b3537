package import SwitchboardCore

/// What a text is made of, as far as a vocabulary cares; traits of several texts can be added.
package struct TextTraits: Sendable {
  /// How often each trait was found, apart from those that only the whole text shows.
  var counts = SIMD32<Int>()

  /// Letters in runs of Latin letters.
  var latinLetters = 0

  /// How often `th` stands in it, the commonest pair of letters of English and of its identifiers.
  var englishPairs = 0

  /// How often `ы` stands in it, which of the large languages in Cyrillic only Russian has.
  var russianLetters = 0

  /// English has `th` every 33 letters or so, other languages in Latin letters hardly ever.
  private static let lettersPerEnglishPair = 40

  /// Russian has `ы` every 53 letters or so.
  private static let lettersPerRussianLetter = 60

  /// As many places as a vector has.
  static let capacity = 32

  /// No text.
  init() {}

  /// The traits that a scanner found.
  init(
    counts: UnsafeMutableBufferPointer<Int>, latinLetters: Int, englishPairs: Int,
    russianLetters: Int
  ) {
    for place in counts.indices { self.counts[place] = counts[place] }
    self.latinLetters = latinLetters
    self.englishPairs = englishPairs
    self.russianLetters = russianLetters
  }

  /// How often a trait was found.
  package subscript(_ trait: TextTrait) -> Int { allCounts[trait.rawValue] }

  /// All counts, with those that the whole text shows.
  private var allCounts: SIMD32<Int> {
    var all = counts
    let cyrillic = counts[TextTrait.cyrillic.rawValue]
    all[TextTrait.foreignLetter.rawValue] = max(
      0, latinLetters - Self.lettersPerEnglishPair * englishPairs)
    all[TextTrait.foreignCyrillic.rawValue] = max(
      0, cyrillic - Self.lettersPerRussianLetter * russianLetters)
    return all
  }

  /// The tokens of the text, rounded up.
  func tokens(_ vocabulary: TokenVocabulary) -> Int {
    ((allCounts &* vocabulary.rates).wrappedSum() + 999) / 1_000
  }

  /// Adds the traits of another text.
  static func += (a: inout TextTraits, b: TextTraits) {
    a.counts &+= b.counts
    a.latinLetters += b.latinLetters
    a.englishPairs += b.englishPairs
    a.russianLetters += b.russianLetters
  }
}
