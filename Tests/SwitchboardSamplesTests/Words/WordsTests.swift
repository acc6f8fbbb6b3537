import SwitchboardCore
import SwitchboardSamples
import Testing

struct WordsTests {
  static let keywords: [(String, [String])] = [
    ("", []), ("What is a fjord?", ["fjord"]), ("the of to in", []),
    ("Paris, 3 days in Paris", ["Paris", "3", "days"]),
    ("Ünïcode wörds", ["Ünïcode", "wörds"]), ("get_weather now", ["get_weather"]),
    ("a1 b2 c3d4", ["c3d4"]), (String(repeating: "x", count: 49), []),
    (
      "one1 two2 three3 four4 five5 six6 seven7 eight8 nine9",
      ["one1", "two2", "three3", "four4", "five5", "six6", "seven7", "eight8"]
    ),
  ]

  @Test(arguments: keywords)
  func `the words that carry a text are found`(text: String, words: [String]) {
    #expect(Keywords.find(in: text) == words)
  }

  static let texts: [(String, [String])] = [
    ("", []), ("a b", ["a", " b"]), ("  a\n b ", ["  a", "\n b", " "]),
    ("abcdefghijklmnop q", ["abcdefghijkl", "mnop", " q"]), ("🧊🧊 🧊", ["🧊🧊", " 🧊"]),
  ]

  @Test(arguments: texts)
  func `pieces are words with the space before them`(text: String, pieces: [String]) {
    #expect(TextPieces.cut(text) == pieces)
  }

  static let stops: [([String], String, Bool)] = [
    ([], "one two three", false), (["four"], "one two three", false),
    ([""], "one two three", false),
    (["two"], "one ", true), (["three", "e t"], "on", true), (["one"], "", true),
  ]

  @Test(arguments: stops)
  func `a text ends before the first stop`(stops: [String], text: String, isStopped: Bool) {
    var pieces = ["one", " two", " three"]
    #expect(TextPieces.end(&pieces, before: stops) == isStopped)
    #expect(pieces.joined() == text)
  }

  static let names: [(String, String, Bool)] = [
    ("get_weather", "Use get_weather now", true), ("get_weather", "GET WEATHER", true),
    ("get-weather", "get weather?", true), ("get_weather", "forget_weather", false),
    ("clock", "clockwork", false), ("clock", "the clock", true), ("clock", "o'clock", true),
    ("", "anything", false), ("clock", "clockwork and clock", true),
  ]

  @Test(arguments: names)
  func `a name is said as words of its own`(name: String, text: String, isSaid: Bool) {
    #expect(SpokenName.isSaid(name, in: text) == isSaid)
  }

  @Test func `tokens are counted by rule`() {
    #expect(["", "a", "abcd", "abcde"].map { TokenRule.count($0) } == [0, 1, 1, 2])
    var request = ChatRequest("abcd")
    #expect(TokenRule.count(request) == 5)
    request.messages[0].parts.append(.media(Media(bytes: [1])))
    request.system = "abcde"
    #expect(TokenRule.count(request) == 5 + 256 + 2)
  }
}

struct VoiceTests {
  static func say(_ voice: Voice, _ length: Voice.Length, seed: Int = 0) -> [String] {
    var random = SeededRandom(seed: seed)
    var pieces = ["Well:"]
    voice.speak(about: ["rivers", "roads"], length, random: &random, to: &pieces)
    return pieces
  }

  @Test func `a voice says as much as it is told`() {
    for count in [0, 1, 7, 500] {
      #expect(Self.say(.careful, .pieces(count)).count == 1 + count)
      let sentences = Self.say(.careful, .sentences(count)).joined()
      #expect(sentences.count { $0 == "." || $0 == "?" } == count)
    }
    #expect(Self.say(.careful, .pieces(-1)) == ["Well:"])
  }

  @Test func `voices differ, and each says the same again`() {
    let voices: [Voice] = [.brief, .watchful, .practical, .careful, .leisurely, .old, .inward]
    #expect(Set(voices.map { Self.say($0, .natural) }).count == voices.count)
    for voice in voices {
      #expect(Self.say(voice, .natural) == Self.say(voice, .natural))
      #expect(Self.say(voice, .natural).joined().contains("r"))
      #expect(!Self.say(voice, .pieces(200)).joined().contains("{"))
    }
    #expect(Set((0..<20).map { Self.say(.leisurely, .natural, seed: $0) }).count > 5)
  }
}
