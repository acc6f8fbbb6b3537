/// How the models of a maker differ from each other behind Converse (Bedrock User Guide, "Supported
/// models and model features" and "Model parameters").
struct ConverseTraits: Sendable {
  /// How a model is told to think.
  enum Thinking: Sendable {
    /// Not at all.
    case none
    /// As Claude is, in its maker's words.
    case claude(AnthropicModelTraits)
    /// `reasoningConfig` (Amazon Nova 2 Developer Guide, "Extended thinking").
    case nova
    /// `reasoning_effort` (Bedrock User Guide, "OpenAI models").
    case effort
  }

  var thinking = Thinking.none

  /// The members of `additionalModelRequestFields` for options that Converse has no field for.
  var additional: [String: String] = [:]

  /// Whether the model goes on from an assistant's unfinished turn.
  var continuesAssistant = false

  /// Whether thinking is of use to the account alone that it was made for.
  var bindsThinking = false

  init(_ id: BedrockModelID) {
    switch id.publisher {
    case "anthropic" where id.base.hasPrefix("anthropic.claude-v"):
      additional = ["topK": "top_k"]
      continuesAssistant = true
    case "anthropic":
      let traits = AnthropicModelTraits(of: id.base)
      thinking = .claude(traits)
      additional = ["topK": "top_k"]
      continuesAssistant = traits.continuesAssistant
      bindsThinking = traits.bindsThinkingToAccount
    case "amazon":
      if id.base.hasPrefix("amazon.nova-2") { thinking = .nova }
      continuesAssistant = id.base.hasPrefix("amazon.nova")
    case "openai":
      thinking = .effort
    case "cohere":
      additional = [
        "topK": "k", "seed": "seed", "frequencyPenalty": "frequency_penalty",
        "presencePenalty": "presence_penalty",
      ]
    case "mistral":
      additional = ["topK": "top_k"]
    case "ai21":
      additional = [
        "frequencyPenalty": "frequency_penalty", "presencePenalty": "presence_penalty",
      ]
    default:
      break
    }
  }
}
