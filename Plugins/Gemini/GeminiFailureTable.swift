import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Google's failures (ai.google.dev/gemini-api/docs/troubleshooting and
/// cloud.google.com/apis/design/errors).
enum GeminiFailureTable {
  static let table = FailureTable([
    // A limit a minute is over soon; a limit a day, a balance or a plan is not.
    .init(word: GeminiFailures.dailyLimit, kind: .quota),
    .init(word: "QUOTA_EXHAUSTED", kind: .quota),
    .init(word: "INSUFFICIENT_G1_CREDITS_BALANCE", kind: .quota),
    .init(word: "BILLING_DISABLED", kind: .quota),
    .init(word: "RESOURCE_EXHAUSTED", kind: .rateLimited),
    .init(word: "API_KEY_INVALID", kind: .authentication),
    .init(status: 400, text: "api key not valid", kind: .authentication),
    .init(status: 400, text: "api key expired", kind: .authentication),
    .init(status: 400, text: "exceeds the maximum number of tokens", kind: .contextLength),
    .init(status: 400, text: "input token count", kind: .contextLength),
    .init(status: 400, text: "responsible ai", kind: .contentFilter),
    .init(word: "UNAUTHENTICATED", kind: .authentication),
    .init(word: "PERMISSION_DENIED", kind: .permission),
    // The region is not served, or billing is off.
    .init(word: "FAILED_PRECONDITION", kind: .permission),
    .init(word: "NOT_FOUND", kind: .notFound),
    .init(word: "UNAVAILABLE", kind: .overloaded),
    .init(word: "DEADLINE_EXCEEDED", kind: .timeout),
    .init(word: "INTERNAL", kind: .server),
    .init(word: "UNKNOWN", kind: .server),
    .init(word: "ABORTED", kind: .server),
    .init(word: "CANCELLED", kind: .server),
    .init(word: "DATA_LOSS", kind: .server),
    .init(word: "INVALID_ARGUMENT", kind: .invalidRequest),
  ])
}
