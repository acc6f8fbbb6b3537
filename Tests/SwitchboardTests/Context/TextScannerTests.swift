import SwitchboardCore
import Testing

@testable import Switchboard

@Suite(.timeLimit(.minutes(10)))
struct TextScannerTests {
  private func traits(of bytes: [UInt8]) -> [TextTrait: Int] {
    let found = bytes.withUnsafeBytes { TextScanner.traits(of: $0) }
    return Dictionary(
      uniqueKeysWithValues: TextTrait.allCases.map { ($0, found[$0]) }.filter { $0.1 != 0 })
  }

  @Test(
    arguments: [
      ("", [:]),
      ("the", [.word: 1]),
      ("the three others", [.word: 3, .letterBeyond3: 5]),
      ("getUserID", [.word: 1, .letterBeyond3: 6, .camel: 2, .capital: 1, .foreignLetter: 9]),
      (
        "a 12 b34", [.word: 2, .number: 2, .spacedNumber: 1, .digit: 4, .foreignLetter: 2]
      ),
      ("== !=", [.signRun: 2, .repeatedSign: 1]),
      ("a  b\n\tc", [.word: 3, .blank: 2, .foreignLetter: 3]),
      ("größer", [.word: 1, .letterBeyond3: 3, .latin1: 2, .foreignLetter: 6]),
      (
        "żółw", [.word: 1, .letterBeyond3: 1, .latinExtended: 2, .latin1: 1, .foreignLetter: 4]
      ),
      ("ế", [.word: 1, .latinAdditional: 1, .foreignLetter: 1]),
      ("jazz", [.word: 1, .letterBeyond3: 1, .rareLetter: 3, .foreignLetter: 4]),
      ("мы", [.cyrillic: 2]),
      ("він", [.cyrillic: 3, .foreignCyrillic: 3]),
      ("漢字かな한", [.han: 2, .kana: 2, .hangul: 1]),
      (
        "ελ עב عر گ नम தம ไท აბ",
        [
          .greek: 2, .hebrew: 2, .arabic: 2, .arabicExtended: 1, .devanagari: 2, .indic: 2,
          .thai: 2, .otherLetter: 2,
        ]
      ),
      ("🥝👩‍👩", [.emoji: 3, .joiner: 1]),
      ("“…”", [.wideSign: 3]),
      ("𓀀", [.rare: 1]),
    ] as [(String, [TextTrait: Int])])
  func `traits are counted`(text: String, expected: [TextTrait: Int]) {
    #expect(traits(of: Array(text.utf8)) == expected)
  }

  @Test func `sixteen bytes at once are counted like one after the other`() {
    var random = SplitMix64(seed: 11)
    let signs = Array("abthTHkJz  \t\n019==!.-ABC".utf8)
    for length in 0..<120 {
      let text = (0..<length).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }
      var expected = Self.reference(text)
      #expect(traits(of: text) == expected, "\(String(decoding: text, as: UTF8.self))")
      // A character before it shifts it, and is no part of any run.
      expected[.han] = 1
      #expect(traits(of: Array("漢".utf8) + text) == expected)
    }
  }

  /// The traits of ASCII by their definitions.
  private static func reference(_ text: [UInt8]) -> [TextTrait: Int] {
    func isLetter(_ place: Int) -> Bool {
      place >= 0 && (0x61...0x7A).contains(text[place] | 0x20) && text[place] >= 0x41
    }
    func isCapital(_ place: Int) -> Bool { isLetter(place) && text[place] < 0x61 }
    func isDigit(_ place: Int) -> Bool { place >= 0 && (0x30...0x39).contains(text[place]) }
    func isSpace(_ place: Int) -> Bool { place >= 0 && [0x20, 0x09].contains(text[place]) }
    func isSign(_ place: Int) -> Bool {
      place >= 0 && !isLetter(place) && !isDigit(place) && text[place] > 0x20
    }
    func small(_ place: Int) -> UInt8 { place >= 0 ? text[place] | 0x20 : 0 }
    var found: [TextTrait: Int] = [:]
    func note(_ trait: TextTrait, _ isFound: Bool) { if isFound { found[trait, default: 0] += 1 } }
    var letters = 0
    var pairs = 0
    for place in text.indices {
      if isLetter(place) { letters += 1 }
      if isLetter(place), small(place) == 0x68, small(place - 1) == 0x74 { pairs += 1 }
      note(.word, isLetter(place) && !isLetter(place - 1))
      note(.letterBeyond3, (0...3).allSatisfy { isLetter(place - $0) })
      note(.rareLetter, isLetter(place) && [0x6A, 0x6B, 0x7A].contains(small(place)))
      note(.camel, isCapital(place) && isLetter(place - 1) && !isCapital(place - 1))
      note(.capital, isCapital(place) && isCapital(place - 1))
      note(.digit, isDigit(place))
      note(.number, isDigit(place) && !isDigit(place - 1))
      note(.spacedNumber, isDigit(place) && isSpace(place - 1))
      note(.signRun, isSign(place) && !isSign(place - 1))
      note(.repeatedSign, isSign(place) && isSign(place - 1) && text[place] == text[place - 1])
      note(.blank, text[place] < 0x20 && text[place] != 0x09)
      note(.blank, isSpace(place) && isSpace(place - 1))
    }
    if letters > 40 * pairs { found[.foreignLetter] = letters - 40 * pairs }
    return found
  }

  @Test func `bytes that are no UTF-8 are counted and never read beyond`() {
    #expect(traits(of: [0x80, 0xBF, 0xFF]) == [.rare: 3])
    #expect(traits(of: [0xE6, 0xBC]) == [.rare: 1])
    #expect(traits(of: [0xF0, 0x9F, 0xA5, 0x61])[.rare] == 1)
    #expect(traits(of: [0xC0, 0x80])[.rare] == 2)
    let whole = Array("a漢🥝é12 == ыტ\u{200D}".utf8)
    for end in 0...whole.count {
      let found = traits(of: Array(whole[..<end]))
      #expect(found.values.allSatisfy { $0 > 0 })
    }
  }

  @Test(arguments: ["🥝", "\u{200D}", "a", " ", "=", "\n", "é", "漢", "𓀀", "7", "th"])
  func `a million of one character are counted each`(character: String) {
    let count = 1_000_000 / character.utf8.count
    let found = TextScanner.traits(of: String(repeating: character, count: count))
    let sum = TextTrait.allCases.reduce(0) { $0 + found[$1] }
    #expect(sum >= count - 1)
    #expect(sum <= 4 * count)
  }
}
