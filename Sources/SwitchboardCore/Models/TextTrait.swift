/// What is counted in a text to reckon its tokens: few numbers that say much of how a vocabulary
/// cuts it.
package enum TextTrait: Int, CaseIterable, Sendable {
  // MARK: Letters of the Latin alphabet

  /// Runs of letters.
  case word
  /// Letters beyond the third of a run.
  case letterBeyond3
  /// Letters of a text in which English's commonest pair of letters is rare.
  case foreignLetter
  /// The letters j, k and z, which English has seldom and other languages have often.
  case rareLetter
  /// Letters with marks that Latin-1 has.
  case latin1
  /// Letters with marks that other European languages have.
  case latinExtended
  /// Letters with the marks of Vietnamese.
  case latinAdditional
  /// Capital letters after small ones, as in `camelCase`.
  case camel
  /// Capital letters after capital letters.
  case capital

  // MARK: Other characters of ASCII

  /// Runs of digits.
  case number
  /// Runs of digits after a space, which is part of no number's token.
  case spacedNumber
  /// Digits.
  case digit
  /// Runs of signs.
  case signRun
  /// Signs that repeat the one before.
  case repeatedSign
  /// Line feeds, other controls, and spaces beyond the first of a run.
  case blank

  // MARK: Other scripts, by character

  /// Greek.
  case greek
  /// Cyrillic.
  case cyrillic
  /// Cyrillic letters of a text that seems not to be Russian, on top.
  case foreignCyrillic
  /// Hebrew.
  case hebrew
  /// Arabic.
  case arabic
  /// Letters that Persian, Urdu and others add to those of Arabic.
  case arabicExtended
  /// Devanagari.
  case devanagari
  /// The other scripts of India.
  case indic
  /// Thai and Lao.
  case thai
  /// Letters of scripts that are not named here.
  case otherLetter
  /// Han.
  case han
  /// Hiragana and katakana.
  case kana
  /// Hangul.
  case hangul
  /// Pictographs.
  case emoji
  /// Joiners, selectors and marks that combine with what stands before.
  case joiner
  /// Signs outside ASCII.
  case wideSign
  /// Characters that few vocabularies know, and bytes that are no UTF-8.
  case rare
}
