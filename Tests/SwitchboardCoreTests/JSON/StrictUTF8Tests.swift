import SwitchboardCore
import Testing

struct StrictUTF8Tests {
  @Test(arguments: ["", "a", "é漢👩‍👩‍👧‍👦", "\u{FFFD}", "\u{0}\u{7F}", "e\u{301}"])
  func `a text comes back, and cut within a character does not`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(String(strictUTF8: bytes).map { Array($0.utf8) } == bytes)
    var ends: Set<Int> = [0]
    for scalar in text.unicodeScalars { ends.insert((ends.max() ?? 0) + scalar.utf8.count) }
    for end in 0...bytes.count {
      #expect((String(strictUTF8: bytes[..<end]) != nil) == ends.contains(end))
    }
  }

  /// Stray and missing following bytes, overlong forms, surrogates, and what lies beyond Unicode.
  @Test(
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0x61, 0xFE, 0x61],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are no text`(_ bytes: [UInt8]) {
    #expect(String(strictUTF8: bytes) == nil)
  }
}
