import SwitchboardForms
import Testing

@testable import SwitchboardGemini

struct GeminiTraitsTests {
  static let thinking: [(String, GeminiContentDialect.Thinking)] = [
    ("gemini-2.0-flash", .none), ("gemini-1.5-pro-002", .none),
    ("gemini-2.5-pro", .budget(128...32_768, canBeOff: false)),
    ("gemini-2.5-flash", .budget(1...24_576, canBeOff: true)),
    ("gemini-2.5-flash-lite-preview-09-2025", .budget(512...24_576, canBeOff: true)),
    ("gemini-3-pro-preview", .level(["low", "high"])),
    ("gemini-3.1-pro-preview", .level(["low", "medium", "high"])),
    ("gemini-3-flash-preview", .level(["minimal", "low", "medium", "high"])),
    ("gemini-3.6-flash", .level(["minimal", "low", "medium", "high"])),
    ("gemini-3.8-flash", .level(["low", "medium", "high"])),
    ("gemini-4-argon", .level(["low", "medium", "high"])),
    ("gemini-flash-latest", .level(["low", "medium", "high"])),
    ("gemini-3.1-flash-image", .level(["minimal", "high"])), ("gemini-3-pro-image", .none),
    ("gemma-3-27b-it", .none), ("gemma-4-31b-it", .level(["minimal", "high"])),
  ]

  @Test(arguments: thinking)
  func `a model's id says how it is told to think`(
    model: String, thinking: GeminiContentDialect.Thinking
  ) {
    #expect(GeminiTraits.dialect(of: model).thinking == thinking)
  }

  /// Model; whether it demands signatures, and whether the user must speak last.
  static let demands: [(String, Bool, Bool)] = [
    ("gemini-2.5-pro", false, false), ("gemini-3-pro-preview", true, false),
    ("gemini-3.5-flash", true, false), ("gemini-3.5-flash-lite", true, true),
    ("gemini-3.6-flash", true, true), ("gemini-4-argon", true, true),
    ("gemini-flash-latest", true, true), ("gemma-3-27b-it", false, false),
    ("models/gemini-2.5-flash", false, false), ("something-else", true, true),
  ]

  @Test(arguments: demands)
  func `generations differ in what they demand`(model: String, signatures: Bool, user: Bool) {
    let dialect = GeminiTraits.dialect(of: model)
    #expect(dialect.demandsSignatures == signatures)
    #expect(dialect.takesMediaInResults == signatures)
    #expect(dialect.takesFormatBesideTools == signatures)
    #expect(dialect.endsWithUser == user)
  }
}
