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
    for scalar in character.unicodeScalars {
      // A selector that asks for the picture of a sign makes it as wide as a picture.
      if scalar.value == 0xFE0F { return 2 }
      width += of(scalar)
    }
    // What is joined of several pictures or letters is drawn as one.
    return min(width, 2)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
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

  /// Unicode Annex #11, the ranges of wide and full-width letters that are no pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
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
    let width = max(2, width)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrappedLine(String($0).replacing("\t", with: "  "), to: width)
    }
  }

  private static func wrappedLine(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    /// Where the line can be broken: after its last blank.
    var breakAt: (index: String.Index, used: Int)?
    for character in text {
      let next = of(character)
      if used + next > width {
        if character == " " {
          lines.append(line)
          (line, used, breakAt) = ("", 0, nil)
          continue
        }
        if let place = breakAt {
          let rest = String(line[place.index...])
          lines.append(String(line[..<place.index].dropLast()))
          (line, used) = (rest, used - place.used)
        } else {
          lines.append(line)
          (line, used) = ("", 0)
        }
        breakAt = nil
      }
      line.append(character)
      used += next
      if character == " " { breakAt = (line.endIndex, used) }
    }
    lines.append(line)
    return lines
  }
}
