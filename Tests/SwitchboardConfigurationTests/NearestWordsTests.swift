import SwitchboardCore
import Testing

struct NearestWordsTests {
  @Test(arguments: [
    ("antropic", ["openai", "anthropic", "gemini"], ["anthropic"]),
    ("Gemini", ["openai", "gemini"], ["gemini"]),
    ("opneai", ["openai", "ollama"], ["openai"]),
    ("claude-sonet-5", ["claude-opus-4", "claude-sonnet-5"], ["claude-sonnet-5"]),
    ("sonnet", ["claude-opus-4", "claude-sonnet-5"], ["claude-sonnet-5"]),
    ("gpt-5", ["gpt-4", "gpt-5.5", "gpt-5-mini", "o3"], ["gpt-4", "gpt-5.5", "gpt-5-mini"]),
    ("xy", ["ab", "openai"], []),
    ("zzzzzz", ["openai", "gemini"], []),
    ("", ["a"], []),
    ("a", [], []),
  ])
  func `only close words are offered, the closest first`(
    _ word: String, _ words: [String], _ expected: [String]
  ) {
    #expect(NearestWords.find(word, in: words) == expected)
  }

  @Test func `no more words than asked for are offered`() {
    let words = (0..<9).map { "model-\($0)" }
    #expect(NearestWords.find("model-x", in: words).count == 3)
    #expect(NearestWords.find("model-x", in: words, limit: 1) == ["model-0"])
    #expect(NearestWords.find("model-x", in: words, limit: 0).isEmpty)
  }
}
