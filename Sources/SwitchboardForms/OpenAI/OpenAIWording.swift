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
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when a number of tokens
  ///   becomes a word and the request is strict.
  func openAIEffort(_ negotiation: inout Negotiation) throws -> String {
    switch self {
    case .effort(let level):
      return level.rawValue
    case .budget(let tokens):
      let level: Level =
        tokens == 0 ? .none : tokens <= 2048 ? .low : tokens <= 8192 ? .medium : .high
      try negotiation.warn(
        .translatedParameter,
        "A budget of \(tokens) tokens of thinking was sent as the effort '\(level.rawValue)'.")
      return level.rawValue
    }
  }
}
