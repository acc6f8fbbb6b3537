import SwitchboardForms

/// The forms in which the makers of models take requests by InvokeModel (Bedrock User Guide,
/// "Inference request parameters and response fields for foundation models").
enum InvokeForm: Sendable {
  /// Anthropic's Messages.
  case messages
  /// The form of Converse, which is Nova's own.
  case converse
  /// Chat completions: Jamba, the later models of Mistral, and those with open weights.
  case chat(OpenAIChatDialect)
  /// One text.
  case prompt(PromptForm)
  /// Cohere's Command R.
  case command

  /// The form of a model.
  ///
  /// What cannot be told by its name, as imported models and endpoints of SageMaker, is asked in the
  /// form that most servers know.
  init(of id: BedrockModelID) {
    let forms: [(prefix: String, form: InvokeForm)] = [
      ("anthropic.", .messages), ("amazon.nova", .converse), ("amazon.titan", .prompt(.titan)),
      ("ai21.j2", .prompt(.jurassic)), ("cohere.command-r", .command),
      ("cohere.command", .prompt(.command)), ("meta.llama2", .prompt(.llama2)),
      ("meta.llama3", .prompt(.llama3)), ("meta.llama4", .prompt(.llama4)),
      ("mistral.mistral-7b", .prompt(.mistral)), ("mistral.mixtral", .prompt(.mistral)),
      ("mistral.mistral-small-2402", .prompt(.mistral)),
      ("mistral.mistral-large-2402", .prompt(.mistral)),
      ("deepseek.r1", .prompt(.deepSeek)),
      ("openai.", .chat(OpenAIChatDialect(maxTokens: "max_completion_tokens"))),
    ]
    self =
      forms.first { id.base.hasPrefix($0.prefix) }?.form
      ?? .chat(OpenAIChatDialect(asksForUsage: false, reasoning: .none))
  }
}

/// How a model that takes one text is asked.
struct PromptForm: Sendable {
  let template: PromptTemplate
  /// The names of the members; what has none is not taken.
  var prompt = "prompt"
  var maxTokens = "max_tokens"
  var topP = "top_p"
  var topK: String?
  var stop: String?
  /// The member that the options stand in.
  var options: String?
  /// Whether the three penalties are taken, each as an object with a `scale`.
  var hasScaledPenalties = false

  static let jurassic = PromptForm(
    template: .dialogue("User", "Assistant"), maxTokens: "maxTokens", topP: "topP",
    stop: "stopSequences", hasScaledPenalties: true)
  static let titan = PromptForm(
    template: .dialogue("User", "Bot"), prompt: "inputText", maxTokens: "maxTokenCount",
    topP: "topP", stop: "stopSequences", options: "textGenerationConfig")
  static let command = PromptForm(
    template: .dialogue("User", "Chatbot"), topP: "p", topK: "k", stop: "stop_sequences")
  static let llama2 = PromptForm(template: .llama2, maxTokens: "max_gen_len")
  static let llama3 = PromptForm(template: .llama3, maxTokens: "max_gen_len")
  static let llama4 = PromptForm(template: .llama4, maxTokens: "max_gen_len")
  static let mistral = PromptForm(template: .mistral, topK: "top_k", stop: "stop")
  static let deepSeek = PromptForm(template: .deepSeek, stop: "stop")
}
