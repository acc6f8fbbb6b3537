import SwitchboardCore
import SwitchboardForms

/// A vendor or server that speaks OpenAI's form; adding one is adding a row.
///
/// A row says where it is, how it is told who asks, and in what it differs.
struct Preset: Sendable {
  /// How the key travels.
  enum KeyHeader: Sendable {
    /// `authorization: Bearer …`
    case bearer
    /// A field of this name.
    case field(String)
  }

  let kind: VendorKind
  /// The address; `nil` when only the user can know it.
  var baseURL: String?
  /// The variables that usually hold the key.
  var keys: [String] = []
  /// Whether it answers without a key.
  var isKeyless = false
  var keyHeader = KeyHeader.bearer
  var dialect = OpenAIChatDialect()
  /// Its Responses, for the entries that ask for them.
  var responses = OpenAIResponsesDialect()

  /// The kinds, in the order in which they are listed.
  static let all: [Preset] = [
    // docs.mistral.ai/api: ids of nine letters and digits, `random_seed`, `any` for a demanded call;
    // unknown members are refused, `stream_options` among them.
    Preset(
      kind: "mistral", baseURL: "https://api.mistral.ai/v1", keys: ["MISTRAL_API_KEY"],
      dialect: OpenAIChatDialect(
        asksForUsage: false, seed: "random_seed", reasoning: .none,
        callIDs: CallIDs.Rule(others: "", lengths: 9...9), requiredTool: "any")),
    // console.groq.com/docs/openai
    Preset(
      kind: "groq", baseURL: "https://api.groq.com/openai/v1", keys: ["GROQ_API_KEY"],
      dialect: OpenAIChatDialect(
        maxTokens: "max_completion_tokens", refuses: [.frequencyPenalty, .presencePenalty],
        takesDocuments: false)),
    // api-docs.deepseek.com: thinking is chosen by the model's name.
    Preset(
      kind: "deepseek", baseURL: "https://api.deepseek.com/v1", keys: ["DEEPSEEK_API_KEY"],
      dialect: OpenAIChatDialect(
        refuses: [.seed], reasoning: .none, stopCount: 16, takesDocuments: false)),
    // openrouter.ai/docs/api-reference/parameters
    Preset(
      kind: "openrouter", baseURL: "https://openrouter.ai/api/v1", keys: ["OPENROUTER_API_KEY"],
      dialect: OpenAIChatDialect(
        extraParameters: [.topK: "top_k"], reasoning: .object, reportedCost: .dollars),
      responses: OpenAIResponsesDialect(
        encryptsReasoning: true, extraParameters: [.topK: "top_k"], reportedCost: .dollars)),
    // docs.x.ai/docs/api-reference
    Preset(
      kind: "xai", baseURL: "https://api.x.ai/v1", keys: ["XAI_API_KEY"],
      dialect: OpenAIChatDialect(
        maxTokens: "max_completion_tokens", takesDocuments: false, reportedCost: .ticks),
      responses: OpenAIResponsesDialect(encryptsReasoning: true, reportedCost: .ticks)),
    // docs.together.ai/reference/chat-completions
    Preset(
      kind: "together", baseURL: "https://api.together.xyz/v1", keys: ["TOGETHER_API_KEY"],
      dialect: OpenAIChatDialect(extraParameters: [.topK: "top_k"], takesDocuments: false)),
    // docs.perplexity.ai/api-reference: instructions stand at the front alone.
    Preset(
      kind: "perplexity", baseURL: "https://api.perplexity.ai", keys: ["PERPLEXITY_API_KEY"],
      dialect: OpenAIChatDialect(
        asksForUsage: false, extraParameters: [.topK: "top_k"], refuses: [.seed],
        takesLaterSystem: false, reportedCost: .dollars)),
    // inference-docs.cerebras.ai/api-reference/chat-completions
    Preset(
      kind: "cerebras", baseURL: "https://api.cerebras.ai/v1", keys: ["CEREBRAS_API_KEY"],
      dialect: OpenAIChatDialect(
        maxTokens: "max_completion_tokens", refuses: [.frequencyPenalty, .presencePenalty],
        takesDocuments: false)),
    // learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
    Preset(
      kind: "azure", keys: ["AZURE_OPENAI_API_KEY"], keyHeader: .field("api-key"),
      dialect: .openAI, responses: .openAI),
    // Servers on one's own machine.
    Preset(
      kind: "llamacpp", baseURL: "http://127.0.0.1:8080/v1", isKeyless: true,
      dialect: OpenAIChatDialect(extraParameters: [.topK: "top_k"]),
      responses: OpenAIResponsesDialect(extraParameters: [.topK: "top_k"])),
    Preset(
      kind: "vllm", baseURL: "http://127.0.0.1:8000/v1", isKeyless: true,
      dialect: OpenAIChatDialect(extraParameters: [.topK: "top_k"]),
      responses: OpenAIResponsesDialect(extraParameters: [.topK: "top_k"])),
    Preset(
      kind: "lmstudio", baseURL: "http://127.0.0.1:1234/v1", isKeyless: true,
      dialect: OpenAIChatDialect(extraParameters: [.topK: "top_k"])),
    Preset(kind: "openai-compatible", isKeyless: true),
  ]
}
