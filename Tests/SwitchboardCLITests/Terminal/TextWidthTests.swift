import Testing

@testable import SwitchboardCLI

struct TextWidthTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｗｉｄｅ", 8),
    ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("☎", 1), ("a\u{200B}b", 2), ("…", 1),
    ("— ·", 3), ("नमस्ते", 4), ("\u{1F600}x", 3), ("1️⃣", 2), ("#️⃣a", 3), ("a\u{FE0F}", 1), ("©️", 2),
    ("🏳️‍🌈", 2), ("👩🏽‍🚀", 2), ("🇩🇪🇳🇴", 4), ("カタカナ", 8), ("ｶﾀｶﾅ", 4), ("「」", 4), ("か\u{3099}", 2),
    ("soft\u{AD}", 5), ("\u{1112}\u{1161}\u{11AB}", 2), ("䷀", 2), ("𠀀", 2), ("한", 2), ("กำ", 2),
    ("ﷺ", 1), ("☎️", 2), ("⌚", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
  ])
  func `a text is as wide as a terminal draws it`(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"),
    ("x", 0, ""), ("👍👍", 3, "👍…"),
  ])
  func `what is too wide is cut`(text: String, width: Int, cut: String) {
    #expect(TextWidth.cut(text, to: width) == cut)
    #expect(TextWidth.of(TextWidth.cut(text, to: width)) <= max(width, 0))
  }

  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one two", 3, ["one", "two"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a\n\nb", 5, ["a", "", "b"]),
      ("日本語の文", 4, ["日本", "語の", "文"]),
      ("", 5, [""]),
      ("go abcdefgh", 4, ["go", "abcd", "efgh"]),
    ] as [(String, Int, [String])])
  func `text is broken between words where it can be`(text: String, width: Int, lines: [String]) {
    #expect(TextWidth.wrapped(text, to: width) == lines)
  }

  @Test func `no line is ever wider than asked`() {
    let text = "Ein langer Satz, 日本語の文章 mit 👩‍👩‍👧 und überlangenWörternOhneLeerzeichen\tEnde"
    for width in 2...60 {
      #expect(TextWidth.wrapped(text, to: width).allSatisfy { TextWidth.of($0) <= width })
    }
  }
}
