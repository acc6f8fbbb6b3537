import Testing

@testable import SwitchboardCLI

struct TerminalTextTests {
  static let samples: [(raw: String, clean: String)] = [
    ("plain\ttext\n", "plain\ttext\n"),
    ("ok \u{1B}[2J\u{1B}]0;pwn\u{07}\u{1B}]52;c;cm0gLXJm\u{07}\u{9B}31m done\r\u{08}", "ok  done"),
    ("a\r\nb", "a\nb"),
    ("\u{1B}[38;5;196mred\u{1B}[0m", "red"),
    ("\u{1B}]8;;https://x.test\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{9D}0;title\u{9C}text", "text"),
    ("\u{1B}Pq#0;1;1\u{1B}\\after", "after"),
    ("\u{90}dcs\u{9C}\u{98}sos\u{9C}\u{9E}pm\u{9C}\u{9F}apc\u{9C}x", "x"),
    ("\u{1B}(Bset\u{1B}#8test\u{1B}c", "settest"),
    ("\u{1B}\u{1B}[31mx", "x"),
    ("\u{1B}]0;never ended\nnext", "\nnext"),
    ("\u{1B}[31", ""),
    ("\u{1B}", ""),
    ("\u{1B}é", "é"),
    ("\u{1B}[3é", "é"),
    ("a\u{7F}b\u{00}c\u{85}d", "abcd"),
    ("\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200E}\u{200F}\u{061C}", "evilx"),
    ("👩‍👩‍👧 日本語 e\u{301} 🇩🇪", "👩‍👩‍👧 日本語 e\u{301} 🇩🇪"),
    ("\u{1B}]0;\u{1B}[31m\u{07}x", "\u{07}x".filter { $0 != "\u{07}" }),
  ]

  @Test(arguments: samples)
  func `what steers a terminal is taken out`(raw: String, clean: String) {
    #expect(TerminalText.clean(raw) == clean)
  }

  @Test(arguments: samples)
  func `it does not matter where a text is cut`(raw: String, clean: String) {
    let scalars = Array(raw.unicodeScalars)
    for first in 0...scalars.count {
      for second in first...scalars.count {
        var cleaner = TerminalText()
        var result = ""
        for range in [0..<first, first..<second, second..<scalars.count] {
          var piece = String.UnicodeScalarView()
          piece.append(contentsOf: scalars[range])
          result += cleaner.clean(String(piece))
        }
        #expect(Array(result.unicodeScalars) == Array(clean.unicodeScalars))
      }
    }
  }

  @Test func `no control character is left of five hundred random sequences`() {
    var random = SystemRandomNumberGenerator()
    let letters = Array("\u{1B}\u{9B}\u{9D}\u{90}[]();?0123mJHc\\\u{07}\u{9C}\r\u{08} ab\n")
    for _ in 0..<500 {
      let raw = String((0..<40).compactMap { _ in letters.randomElement(using: &random) })
      let clean = TerminalText.clean(raw)
      #expect(
        clean.unicodeScalars.allSatisfy {
          $0.value == 0x0A || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        })
    }
  }

  @Test func `a sequence that never ends hides no more than it may`() {
    let text = String(repeating: "x", count: 10_000)
    #expect(TerminalText.clean("\u{1B}]0;" + text).count > 5_000)
  }

  @Test func `one line has no line feeds`() {
    #expect(TerminalText.line("a\r\nb\n\nc\td") == "a b c d")
  }
}
