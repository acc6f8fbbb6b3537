import SwitchboardCore
import SwitchboardWire

/// The failures of the vendors that took OpenAI's form over; what they say alike means the same.
///
/// Sources: console.groq.com/docs/errors, docs.mistral.ai/resources/error-glossary,
/// openrouter.ai/docs/api/errors, learn.microsoft.com/azure/ai-foundry/openai, docs.x.ai,
/// github.com/ggml-org/llama.cpp (tools/server).
enum CompatibleFailureTable {
  static let table = FailureTable([
    .init(word: "insufficient_quota", kind: .quota),
    .init(word: "credit_balance_exhausted", kind: .quota),
    .init(word: "content_filter", kind: .contentFilter),
    .init(word: "contentfilter", kind: .contentFilter),
    .init(word: "context_length_exceeded", kind: .contextLength),
    .init(word: "exceed_context_size_error", kind: .contextLength),
    .init(status: 400, text: "maximum context length", kind: .contextLength),
    .init(status: 400, text: "context length", kind: .contextLength),
    .init(status: 400, text: "too large for model", kind: .contextLength),
    .init(status: 413, word: "tokens", kind: .contextLength),
    .init(status: 400, text: "incorrect api key", kind: .authentication),
    .init(status: 400, text: "api key not valid", kind: .authentication),
    .init(word: "invalid_api_key", kind: .authentication),
    .init(word: "wrong_api_key", kind: .authentication),
    .init(word: "model_not_found", kind: .notFound),
    .init(word: "unknown_model", kind: .notFound),
    .init(word: "deploymentnotfound", kind: .notFound),
    .init(word: "capacity_exceeded", kind: .overloaded),
    .init(status: 498, kind: .overloaded),
    .init(status: 403, text: "moderation", kind: .contentFilter),
    .init(status: 403, text: "credits", kind: .quota),
    .init(word: "rate_limit_exceeded", kind: .rateLimited),
    // A failed response has a code and no status.
    .init(word: "invalid_prompt", kind: .invalidRequest),
  ])
}
