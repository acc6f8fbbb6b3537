import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiThinkingTests {
  private func write(
    _ wish: ReasoningEffort?, _ thinking: GeminiContentDialect.Thinking,
    model: ModelDescriptor = ModelDescriptor("m")
  ) throws -> (text: String, warnings: [Warning.Code]) {
    var negotiation = Negotiation(isStrict: false, model: model)
    let config = try GeminiThinking.config(wish, thinking, &negotiation)
    return (config.exists ? config.text : "", negotiation.warnings.map(\.code))
  }

  static let budgets: [(ReasoningEffort, String, [Warning.Code])] = [
    (.effort(.low), #"{"includeThoughts":true,"thinkingBudget":1024}"#, []),
    (.effort(.medium), #"{"includeThoughts":true,"thinkingBudget":8192}"#, []),
    (.effort(.high), #"{"includeThoughts":true,"thinkingBudget":24576}"#, []),
    (.budget(tokens: 2048), #"{"includeThoughts":true,"thinkingBudget":2048}"#, []),
    (.budget(tokens: 7), #"{"includeThoughts":true,"thinkingBudget":512}"#, [.clampedParameter]),
    (
      .budget(tokens: 99_999), #"{"includeThoughts":true,"thinkingBudget":24576}"#,
      [.clampedParameter]
    ),
    (.effort(.none), #"{"thinkingBudget":0}"#, []),
    (.budget(tokens: 0), #"{"thinkingBudget":0}"#, []),
  ]

  @Test(arguments: budgets)
  func `older models are told a number`(
    wish: ReasoningEffort, text: String, warnings: [Warning.Code]
  ) throws {
    let written = try write(wish, .budget(512...24_576, canBeOff: true))
    #expect(written.text == text)
    #expect(written.warnings == warnings)
  }

  @Test func `thinking that cannot be turned off is made small`() throws {
    let written = try write(.effort(.none), .budget(128...32_768, canBeOff: false))
    #expect(written.text == #"{"includeThoughts":true,"thinkingBudget":128}"#)
    #expect(written.warnings == [.clampedParameter])
  }

  static let levels: [(ReasoningEffort, [String], String, [Warning.Code])] = [
    (.effort(.low), ["low", "high"], "LOW", []),
    (.effort(.medium), ["low", "high"], "HIGH", [.clampedParameter]),
    (.effort(.high), ["low", "medium", "high"], "HIGH", []),
    (.effort(.none), ["minimal", "low"], "MINIMAL", [.clampedParameter]),
    (.effort(.none), ["low", "high"], "LOW", [.clampedParameter]),
    (.effort(.low), ["minimal", "high"], "HIGH", [.clampedParameter]),
    (.budget(tokens: 100), ["low", "medium", "high"], "LOW", [.translatedParameter]),
    (.budget(tokens: 5000), ["low", "medium", "high"], "MEDIUM", [.translatedParameter]),
    (.budget(tokens: 50_000), ["low", "medium", "high"], "HIGH", [.translatedParameter]),
    (.budget(tokens: 0), ["low", "high"], "LOW", [.clampedParameter]),
  ]

  @Test(arguments: levels)
  func `newer models are told a word`(
    wish: ReasoningEffort, words: [String], word: String, warnings: [Warning.Code]
  ) throws {
    let written = try write(wish, .level(words))
    #expect(written.text.hasSuffix(#""thinkingLevel":"\#(word)"}"#))
    #expect(written.warnings == warnings)
  }

  @Test func `who cannot think is told nothing`() throws {
    #expect(try write(nil, .level(["low"])).text == "")
    #expect(try write(.effort(.none), .none) == ("", []))
    #expect(try write(.effort(.low), .none) == ("", [.droppedParameter]))
    #expect(
      try write(.effort(.low), .level(["low"]), model: ModelDescriptor("m", cannot: [.reasoning]))
        == ("", [.droppedParameter]))
  }
}
