import SwitchboardCore

/// Which trait a character outside ASCII has, by its place in Unicode (the standard's chapter 2.8,
/// "Unicode Allocation").
enum CharacterTrait {
  /// The trait of a code point.
  static func of(_ code: UInt32) -> TextTrait {
    if code < 0x800 { return twoBytes(code) }
    if code < 0x2E80 { return threeBytes(code) }
    return code < 0x10000 ? eastern(code) : fourBytes(code)
  }

  private static func twoBytes(_ code: UInt32) -> TextTrait {
    switch code {
    case 0x400..<0x530: .cyrillic
    case 0xD7, 0xF7, ..<0xC0: .wideSign
    case ..<0x100: .latin1
    case ..<0x300: .latinExtended
    case ..<0x370: .joiner
    case ..<0x400: .greek
    case ..<0x590: .otherLetter
    case ..<0x600: .hebrew
    case 0x671..<0x6D4: .arabicExtended
    case ..<0x700, 0x750..<0x780: .arabic
    default: .otherLetter
    }
  }

  private static func threeBytes(_ code: UInt32) -> TextTrait {
    switch code {
    case ..<0x8A0: .otherLetter
    case ..<0x900: .arabic
    case ..<0x980: .devanagari
    case ..<0xE00: .indic
    case ..<0xF00: .thai
    case 0x1100..<0x1200: .hangul
    case 0x1E00..<0x1F00: .latinAdditional
    case 0x1F00..<0x2000: .greek
    case ..<0x2000: .otherLetter
    case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x20D0..<0x2100: .joiner
    case 0x231A...0x231B, 0x23E9...0x23FA, 0x2600..<0x27C0, 0x2B50, 0x2B55: .emoji
    case 0x2C60..<0x2C80: .latinExtended
    case 0x2DE0..<0x2E00: .cyrillic
    case 0x2C00..<0x2E00: .otherLetter
    default: .wideSign
    }
  }

  /// From the radicals of Han to the end of the plane.
  private static func eastern(_ code: UInt32) -> TextTrait {
    switch code {
    case 0x4E00..<0xA000: .han
    case 0xAC00..<0xD800, 0x3130..<0x3190, 0xA960..<0xA980: .hangul
    case 0x3040..<0x3100, 0x31F0..<0x3200, 0xFF66..<0xFFA0: .kana
    case 0x3000..<0x3040, 0x3200..<0x3400, 0xFE30..<0xFE70, 0xFF00..<0xFFF0: .wideSign
    case 0xFE00..<0xFE10, 0xFE20..<0xFE30, 0xFEFF: .joiner
    case 0xFB50..<0xFE00, 0xFE70..<0xFEFF: .arabic
    case 0xA640..<0xA6A0: .cyrillic
    case 0xA720..<0xA800: .latinExtended
    case 0xA8E0..<0xA900: .devanagari
    case 0xA000..<0xAC00: .otherLetter
    default: .rare
    }
  }

  private static func fourBytes(_ code: UInt32) -> TextTrait {
    switch code {
    case 0x1F000..<0x1FB00: .emoji
    case 0xE0000..<0xE0200: .joiner
    default: .rare
    }
  }
}
