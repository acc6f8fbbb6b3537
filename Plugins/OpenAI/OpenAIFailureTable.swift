import SwitchboardCore
import SwitchboardWire

/// OpenAI's failures (platform.openai.com/docs/guides/error-codes and …/spend-limits).
enum OpenAIFailureTable {
  static let table = FailureTable([
    .init(word: "insufficient_quota", kind: .quota),
    .init(word: "credit_balance_exhausted", kind: .quota),
    .init(word: "organization_spend_limit_exceeded", kind: .quota),
    .init(word: "project_spend_limit_exceeded", kind: .quota),
    .init(word: "billing_hard_limit_reached", kind: .quota),
    .init(word: "context_length_exceeded", kind: .contextLength),
    .init(word: "string_above_max_length", kind: .contextLength),
    .init(status: 400, text: "maximum context length", kind: .contextLength),
    .init(word: "content_filter", kind: .contentFilter),
    .init(word: "content_policy_violation", kind: .contentFilter),
    .init(word: "moderation_blocked", kind: .contentFilter),
    .init(word: "invalid_api_key", kind: .authentication),
    .init(word: "model_not_found", kind: .notFound),
    .init(word: "unsupported_country_region_territory", kind: .permission),
    .init(word: "rate_limit_exceeded", kind: .rateLimited),
    .init(word: "slow_down", kind: .rateLimited),
    .init(word: "server_is_overloaded", kind: .overloaded),
    .init(word: "service_unavailable_error", kind: .overloaded),
    .init(word: "server_error", kind: .server),
    .init(status: 409, kind: .server),
    .init(word: "invalid_request_error", kind: .invalidRequest),
  ])
}
