import Testing

@testable import Switchboard

struct PatternTests {
  @Test(arguments: [
    ("*", "", true), ("*", "anything", true), ("gpt-*", "gpt-5", true), ("gpt-*", "o3", false),
    ("*-mini", "gpt-5-mini", true), ("*-mini", "gpt-5-mini-2", false), ("a*b*c", "aXbYbZc", true),
    ("a*b*c", "aXbY", false), ("abc", "abc", true), ("abc", "abcd", false), ("", "", true),
    ("**", "x", true),
  ])
  func `a star stands for any text`(pattern: String, name: String, fits: Bool) {
    #expect(Pattern.matches(pattern, name) == fits)
  }

  @Test func `a pattern of many stars is judged in no time`() {
    let pattern = String(repeating: "*a", count: 50)
    #expect(!Pattern.matches(pattern, String(repeating: "a", count: 5000) + "b"))
  }
}
