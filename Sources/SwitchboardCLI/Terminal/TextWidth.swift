/// How many columns of a terminal text takes.
enum TextWidth {
  /// The columns of a text without line feeds.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one letter as a reader sees it, with all its marks: none, one or two.
  static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    var width = 0
    var isPicture = false
    for scalar in character.unicodeScalars {
      // A selector that asks for the picture of a sign makes it as wide as a picture.
      if scalar.value == 0xFE0F, isPicture { return 2 }
      isPicture = scalar.properties.isEmoji
      width += of(scalar)
    }
    // What is joined of several pictures or letters is drawn as one.
    return min(width, 2)
  }

  /// Whether a line may be broken on both sides of a letter.
  ///
  /// Chinese and Japanese are written without blanks, and a picture is a word by itself. Korean has blanks.
  static func standsAlone(_ letter: Character) -> Bool {
    guard let first = letter.unicodeScalars.first else { return false }
    if (0xAC00...0xD7A3).contains(first.value) || (0x1100...0x115F).contains(first.value) {
      return false
    }
    return of(first) == 2 || first.properties.isEmoji && of(letter) == 2
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    // Most of what is no ASCII is Chinese, Japanese or Korean: letters without any marks.
    if Self.common.contains(where: { $0.contains(scalar.value) }) { return 2 }
    // The vowels and finals of Hangul that is written in parts join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value) {
      return 0
    }
    // A place where a word may be cut is drawn as the hyphen it stands for.
    if scalar.value == 0xAD { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.value < 0x1100 { return 1 }
    if scalar.properties.isEmojiPresentation { return isFlagLetter(scalar) ? 1 : 2 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// Two of these make one flag.
  private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Kanji and Hanzi, Hangul, Hiragana and Katakana.
  private static let common: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA,
  ]

  /// Unicode Annex #11, the ranges of wide and full-width letters that are no pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x33FF, 0x3400...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool { wide.contains { $0.contains(value) } }

  /// A text cut to so many columns; what was cut off is shown by an ellipsis.
  static func cut(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return width > 0 ? result + "…" : ""
  }

  /// A text with blanks after it, up to so many columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// A text in lines of at most so many columns, broken between words where that is possible.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    LineWrap.lines(text, width: width).map(\.text)
  }
}
