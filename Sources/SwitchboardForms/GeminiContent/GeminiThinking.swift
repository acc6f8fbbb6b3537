import SwitchboardCore

/// Writes how much a model should think, as a number or as a word, by model
/// (ai.google.dev/gemini-api/docs/thinking).
enum GeminiThinking {
  /// The member `thinkingConfig`; ``SwitchboardCore/JSON/missing`` to leave it to the model.
  static func config(
    _ wish: ReasoningEffort?, _ thinking: GeminiContentDialect.Thinking,
    _ negotiation: inout Negotiation
  ) throws -> JSON {
    guard let wish else { return .missing }
    if thinking == .none || negotiation.model.cannot.contains(.reasoning) {
      if wish.isOff { return .missing }
      try negotiation.warn(
        .droppedParameter,
        "'\(negotiation.model.model)' cannot be told how much to think; the wish was left out.")
      return .missing
    }
    switch thinking {
    case .budget(let range, let canBeOff):
      let tokens = try budget(wish, range, canBeOff, &negotiation)
      return .object([
        ("includeThoughts", tokens == 0 ? .missing : true), ("thinkingBudget", JSON(tokens)),
      ])
    case .level(let words):
      let word = try level(wish, words, &negotiation)
      return .object([
        ("includeThoughts", wish.isOff ? .missing : true),
        ("thinkingLevel", JSON(word.uppercased())),
      ])
    case .none:
      return .missing
    }
  }

  /// The numbers for the words are those that Google's own interface in OpenAI's form uses
  /// (ai.google.dev/gemini-api/docs/openai, "Thinking").
  private static func budget(
    _ wish: ReasoningEffort, _ range: ClosedRange<Int>, _ canBeOff: Bool,
    _ negotiation: inout Negotiation
  ) throws -> Int {
    let tokens =
      switch wish {
      case .effort(.none): 0
      case .effort(.low): 1024
      case .effort(.medium): 8192
      case .effort(.high): 24_576
      case .budget(let tokens): tokens
      }
    if tokens == 0, canBeOff { return 0 }
    let fitting = min(max(tokens, range.lowerBound), range.upperBound)
    if fitting != tokens {
      try negotiation.warn(
        .clampedParameter,
        """
        '\(negotiation.model.model)' thinks with \(range.lowerBound) to \(range.upperBound) tokens; \
        \(fitting) was sent for \(tokens).
        """)
    }
    return fitting
  }

  private static func level(
    _ wish: ReasoningEffort, _ words: [String], _ negotiation: inout Negotiation
  ) throws -> String {
    let wanted: String
    switch wish {
    case .effort(let level):
      wanted = level.rawValue
    case .budget(let tokens):
      wanted = tokens == 0 ? "none" : tokens <= 2048 ? "low" : tokens <= 8192 ? "medium" : "high"
      if tokens != 0 {
        try negotiation.warn(
          .translatedParameter,
          "A budget of \(tokens) tokens of thinking was sent as the level '\(wanted)'.")
      }
    }
    if words.contains(wanted) { return wanted }
    // What is missing lies below the first word, or between the words that are there.
    let scale = ["none", "minimal", "low", "medium", "high"]
    let place = scale.firstIndex(of: wanted) ?? 0
    let nearest = scale[place...].first(where: words.contains) ?? words.last ?? "high"
    try negotiation.warn(
      .clampedParameter,
      """
      '\(negotiation.model.model)' does not know the thinking level '\(wanted)'; '\(nearest)' was \
      sent.
      """)
    return nearest
  }
}
