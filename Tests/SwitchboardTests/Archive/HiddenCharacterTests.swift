import Switchboard
import Testing

struct HiddenCharacterTests {
  @Test(arguments: [
    ("plain, Ärger, 氷河, 🏔", "plain, Ärger, 氷河, 🏔"), ("a\tb\nc\r", "a\tb\nc\r"),
    ("\u{1B}[2J\u{0}\u{7F}", "␛[2J␀␡"), ("\u{9B}31m\u{85}", "‹U+009B›31m‹U+0085›"),
    ("\u{202E}exe\u{202C}", "‹U+202E›exe‹U+202C›"),
    ("\u{2066}\u{2069}\u{61C}", "‹U+2066›‹U+2069›‹U+061C›"),
    ("a\u{200B}b\u{FEFF}\u{AD}", "a‹U+200B›b‹U+FEFF›‹U+00AD›"),
    ("\u{2028}\u{2029}", "‹U+2028›‹U+2029›"), ("\u{E0041}\u{1D173}", "‹U+E0041›‹U+1D173›"),
    ("\u{3164}\u{115F}\u{FFA0}\u{34F}", "‹U+3164›‹U+115F›‹U+FFA0›‹U+034F›"),
    ("a\u{200D}b\u{200C}", "a‹U+200D›b‹U+200C›"),
    ("👨\u{200D}👩 می\u{200C}خواهم", "👨\u{200D}👩 می\u{200C}خواهم"), ("\u{200D}", "‹U+200D›"),
    ("e\u{301} ❤\u{FE0F} \u{A0}", "e\u{301} ❤\u{FE0F} \u{A0}"), ("", ""),
  ])
  func `what is not seen is written out, and what is seen stays`(_ text: String, _ shown: String) {
    #expect(HiddenCharacter.shown(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(HTMLText.escaped(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `every character but the hidden ones stays as it is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(Character(scalar)) + "b"
      let isMarked = !HiddenCharacter.shown(text).utf8.elementsEqual(text.utf8)
      switch scalar.properties.generalCategory {
      case .control where !"\t\n\r".unicodeScalars.contains(scalar), .lineSeparator,
        .paragraphSeparator:
        if !isMarked { Issue.record("U+\(String(value, radix: 16)) is hidden") }
      case .control, .uppercaseLetter, .lowercaseLetter, .decimalNumber, .spaceSeparator,
        .mathSymbol, .currencySymbol, .openPunctuation, .closePunctuation:
        if isMarked { Issue.record("U+\(String(value, radix: 16)) is not hidden") }
      default: break
      }
    }
  }

  @Test func `markup is text`() {
    #expect(
      HTMLText.escaped("<a href=\"x\">'&amp;'</a>")
        == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;")
  }
}
