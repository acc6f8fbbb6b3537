import Testing

@testable import SwitchboardCLI

struct LineWrapTests {
  static let texts = [
    "one two three four, and a wordthatislongerthananyline at the end",
    "日本語の長い文章がここにあります。「もう一つの文」、そして英語 words の mixture！",
    "👩‍👩‍👧 family 👍🏽👍 🇩🇪🇳🇴🇩 1️⃣2️⃣ ❤️ ☎\u{FE0E} e\u{301}e\u{301}\u{302} a\u{200D}b नमस्ते 한국어",
    "a\n\nb\n", "\n", "", " leading  and   many    blanks ", "\tif x {\n\t\ty()\n\t}", " abc日",
    "  日 ",
    "x\u{301}\u{302}\u{303}\n\u{301}y", "🇩🇪🇩🇪🇩🇪🇩🇪🇩", "ab\u{FE0F}c ©️®️ ™️",
  ]

  @Test(arguments: texts, [2, 3, 4, 7, 12, 28, 80])
  func `lines are the same wherever the text was cut`(text: String, width: Int) {
    let whole = LineWrap.lines(text, width: width)
    let scalars = Array(text.unicodeScalars)
    func piece(_ range: Range<Int>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
    for first in 0...scalars.count {
      for second in stride(from: first, through: scalars.count, by: 5) {
        var wrap = LineWrap(width: width)
        for range in [0..<first, first..<second, second..<scalars.count] {
          wrap.add(piece(range).utf8)
          // Looking at the lines in between changes nothing.
          _ = wrap.last(3)
        }
        #expect(wrap.last(.max) == whole)
      }
    }
    var wrap = LineWrap(width: width)
    for place in scalars.indices { wrap.add(piece(place..<place + 1).utf8) }
    #expect(wrap.last(.max) == whole)
  }

  @Test(arguments: texts)
  func `no line is wider than asked, and each knows its width`(text: String) {
    for width in 2...60 {
      for line in LineWrap.lines(text, width: width) {
        #expect(line.width <= width)
        #expect(line.width == TextWidth.of(line.text))
      }
    }
  }

  @Test(arguments: texts)
  func `nothing but blanks and line feeds is lost`(text: String) {
    for width in [2, 5, 30] {
      let lines = LineWrap.lines(text, width: width).map(\.text).joined()
      #expect(lines.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }
  }

  @Test(
    arguments: [
      ("hello 日本語の文章", 10, ["hello 日本", "語の文章"]),
      ("日本語。もう", 6, ["日本", "語。も", "う"]),
      ("です！", 4, ["で", "す！"]), ("湾・江", 4, ["湾・", "江"]), ("湾湾・江", 4, ["湾", "湾・", "江"]),
      ("日本.", 4, ["日", "本."]), ("물이 아주", 6, ["물이", "아주"]),
      ("नमस्ते दुनिया", 7, ["नमस्ते", "दुनिया"]),
      (" abc日", 4, [" abc", "日"]),
      ("see 日本ab", 8, ["see 日本", "ab"]),
    ] as [(String, Int, [String])])
  func `wide letters are broken between, and no line begins with a full stop`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(LineWrap.lines(text, width: width).map(\.text) == lines)
  }

  @Test func `only so many lines are kept, and they are the last`() {
    var wrap = LineWrap(width: 20, limit: 5)
    let text = (1...500).map { "line \($0) of many that were written" }.joined(separator: "\n")
    for piece in text.split(separator: " ", omittingEmptySubsequences: false) {
      wrap.add((piece + " ").utf8)
    }
    let whole = LineWrap.lines(
      text.split(separator: " ", omittingEmptySubsequences: false).map { $0 + " " }.joined(),
      width: 20)
    #expect(wrap.last(5) == whole.suffix(5))
    #expect(wrap.last(.max).count < 40)
  }

  @Test func `letters with marks without end make no line without end`() {
    var wrap = LineWrap(width: 10, limit: 4)
    for _ in 0..<20_000 { wrap.add("\u{301}".utf8) }
    #expect(wrap.last(4).allSatisfy { $0.bytes.count < 1_500 })
  }
}
