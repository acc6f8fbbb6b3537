/// Characters that are not seen but change how others are read: controls, directions, fillers, tags.
///
/// A reader must see them: with them a text can look like another (Unicode Technical Report 36 §2.3;
/// Technical Standard 55 §3). A control stands as its picture, as ␛, and any other as its number, as
/// ‹U+202E›. Joiners within scripts and emoji that need them stay.
package enum HiddenCharacter {
  /// The text with what is hidden written out.
  package static func shown(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var text = text
    text.withUTF8 { utf8 in
      var place = 0
      while place < utf8.count {
        let (length, mark) = mark(in: utf8, at: place)
        if let mark {
          bytes.append(contentsOf: mark.utf8)
        } else {
          bytes.append(contentsOf: utf8[place..<(place + length)])
        }
        place += length
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands for the character that begins at a byte of well-formed UTF-8, or `nil` where it stands
  /// for itself, and its length in bytes.
  @inline(__always)
  static func mark(
    in utf8: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> (length: Int, mark: String?) {
    let first = utf8[place]
    switch first {
    case 0x09, 0x0A, 0x0D, 0x20..<0x7F: return (1, nil)
    // Only characters with these first bytes can be hidden ones.
    case 0xC2, 0xCD, 0xD8: return (2, hidden(scalar(utf8, place, 2), utf8, place))
    case 0xE1, 0xE2, 0xE3, 0xEF: return (3, hidden(scalar(utf8, place, 3), utf8, place))
    case 0xF0, 0xF3: return (4, hidden(scalar(utf8, place, 4), utf8, place))
    case 0x00..<0x20, 0x7F: return (1, hidden(UInt32(first), utf8, place))
    case 0xC0..<0xE0: return (2, nil)
    case 0xE0..<0xF0: return (3, nil)
    case 0xF0...0xFF: return (4, nil)
    default: return (1, nil)
    }
  }

  private static func scalar(
    _ utf8: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) -> UInt32 {
    var value = UInt32(utf8[place]) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(utf8[place + offset] & 0x3F) }
    return value
  }

  private static func hidden(
    _ value: UInt32, _ utf8: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> String? {
    switch value {
    case 0..<0x20: picture(0x2400 + value)
    case 0x7F: picture(0x2421)
    case 0x200C, 0x200D:
      // Scripts and emoji that need joiners have nothing of ASCII before them.
      place > 0 && utf8[place - 1] >= 0x80 ? nil : number(value)
    case 0x80...0x9F, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E,
      0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB,
      0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      number(value)
    default: nil
    }
  }

  private static func picture(_ value: UInt32) -> String? {
    Unicode.Scalar(value).map { String(Character($0)) }
  }

  private static func number(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "‹U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "›"
  }
}
