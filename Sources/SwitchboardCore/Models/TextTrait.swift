/// What is counted in a text to reckon its tokens: few numbers that say much of how a vocabulary
/// cuts it.
package enum TextTrait: Int, CaseIterable, Sendable {
  // MARK: Letters of the Latin alphabet

  /// Runs of letters.
  case word
  /// Letters beyond the fourth of a run.
  case letterBeyond4
  /// Letters beyond the eighth of a run, on top.
  case letterBeyond8
  /// Letters with marks and others outside ASCII.
  case wideLatin
  /// Small letters followed by a capital one.
  case camel
  /// Capital letters after capital letters.
  case capital

  // MARK: Other characters of ASCII

  /// Runs of digits.
  case number
  /// Digits.
  case digit
  /// Runs of signs.
  case signRun
  /// Signs that differ from the one before.
  case sign
  /// Signs that repeat the one before.
  case repeatedSign
  /// Runs of white space other than one space before a letter.
  case gap
  /// Line feeds and other controls.
  case lineBreak
  /// Spaces and tabs beyond the first of a run.
  case indent

  // MARK: Other scripts, by character

  /// Greek.
  case greek
  /// Cyrillic.
  case cyrillic
  /// Hebrew.
  case hebrew
  /// Arabic.
  case arabic
  /// Devanagari.
  case devanagari
  /// The other scripts of India.
  case indic
  /// Thai, Lao, Khmer and Burmese.
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
