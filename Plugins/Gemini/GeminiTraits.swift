import SwitchboardForms

/// How the generations of models differ, told from their ids.
///
/// Sources: ai.google.dev/gemini-api/docs/thinking, …/thought-signatures, …/whats-new-gemini-3.6 and
/// cloud.google.com/vertex-ai/generative-ai/docs/models, read on 2026-11-30.
enum GeminiTraits {
  /// The dialect of a model; ids without a number, as `gemini-flash-latest`, are taken for new.
  static func dialect(of model: String) -> GeminiContentDialect {
    if model.contains("gemma") {
      return GeminiContentDialect(
        thinking: model.contains("gemma-4") ? .level(["minimal", "high"]) : .none,
        demandsSignatures: false, takesMediaInResults: false, endsWithUser: false,
        takesFormatBesideTools: false)
    }
    let version = version(of: model) ?? 99
    return GeminiContentDialect(
      thinking: thinking(of: model, version), demandsSignatures: version >= 3,
      takesMediaInResults: version >= 3,
      endsWithUser: version >= 3.6 || model.contains("3.5-flash-lite"),
      takesFormatBesideTools: version >= 3)
  }

  private static func thinking(
    of model: String, _ version: Double
  ) -> GeminiContentDialect.Thinking {
    if version < 2.5 { return .none }
    if version < 3 {
      if model.contains("pro") { return .budget(128...32_768, canBeOff: false) }
      return .budget((model.contains("lite") ? 512 : 1)...24_576, canBeOff: true)
    }
    if model.contains("image") {
      return version < 3.1 ? .none : .level(["minimal", "high"])
    }
    if model.contains("pro") {
      return .level(version < 3.1 ? ["low", "high"] : ["low", "medium", "high"])
    }
    return .level(
      version < 3.7 ? ["minimal", "low", "medium", "high"] : ["low", "medium", "high"])
  }

  /// The number behind `gemini-`.
  private static func version(of model: String) -> Double? {
    guard let name = model.firstRange(of: "gemini-") else { return nil }
    return Double(String(model[name.upperBound...].prefix { $0.isNumber || $0 == "." }))
  }
}
