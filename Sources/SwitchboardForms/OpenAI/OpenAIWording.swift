import SwitchboardCore

extension ToolCall {
  /// The argument text as servers of OpenAI's forms take it.
  ///
  /// A call without arguments is `{}` (an empty text is refused), and what is no JSON is wrapped so
  /// that it still arrives.
  var openAIArguments: String {
    guard let arguments else { return JSON.object([("text", JSON(argumentsText))]).text }
    return arguments.count == 0 ? "{}" : argumentsText
  }
}

extension ReasoningEffort {
  /// The word for how much to think, for vendors that take words alone.
  ///
  /// - Parameters:
  ///   - least: The word for the least that the model can think; `nil` when it can do without.
  ///   - negotiation: Where changes are noted.
  /// - Returns: The word to send.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when the wish must be
  ///   changed and the request is strict.
  func openAIEffort(least: String?, _ negotiation: inout Negotiation) throws -> String {
    var level: Level
    switch self {
    case .effort(let word):
      level = word
    case .budget(let tokens):
      level = tokens == 0 ? .none : tokens <= 2048 ? .low : tokens <= 8192 ? .medium : .high
      try negotiation.warn(
        .translatedParameter,
        "A budget of \(tokens) tokens of thinking was sent as the effort '\(level.rawValue)'.")
    }
    guard level == .none, let least else { return level.rawValue }
    try negotiation.warn(
      .clampedParameter,
      "'\(negotiation.model.model)' cannot but think; the effort '\(least)' was sent.")
    return least
  }
}
