import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Anthropic's failures (platform.claude.com/docs/en/api/errors and …/rate-limits).
///
/// A spend limit is reported with the words of a rate limit or of a wrong request, and is neither:
/// waiting does not help.
enum AnthropicFailureTable {
  static let table = FailureTable([
    .init(word: "enforced_spend_limit_reached", kind: .quota),
    .init(word: "contract_spend_limit_reached", kind: .quota),
    .init(word: "linked_organization_spend_limit_reached", kind: .quota),
    .init(word: "billing_error", kind: .quota),
    .init(status: 400, text: "api usage limits", kind: .quota),
    .init(status: 429, text: "api usage limits", kind: .quota),
    .init(status: 400, text: "credit balance is too low", kind: .quota),
    .init(status: 400, text: "prompt is too long", kind: .contextLength),
    .init(status: 400, text: "exceed context limit", kind: .contextLength),
    .init(word: "request_too_large", kind: .contextLength),
    .init(status: 413, kind: .contextLength),
    .init(text: "blocked by content filtering policy", kind: .contentFilter),
    .init(word: "authentication_error", kind: .authentication),
    .init(word: "permission_error", kind: .permission),
    .init(word: "not_found_error", kind: .notFound),
    .init(word: "rate_limit_error", kind: .rateLimited),
    .init(word: "overloaded_error", kind: .overloaded),
    .init(word: "timeout_error", kind: .timeout),
    .init(word: "api_error", kind: .server),
    .init(word: "conflict_error", kind: .server),
    .init(status: 409, kind: .server),
    .init(word: "invalid_request_error", kind: .invalidRequest),
  ])

  /// A call whose whole answer is one JSON value.
  static func call(
    _ vendor: VendorID, model: String? = nil, _ secrets: @escaping @Sendable () -> [Secret]
  ) -> WholeCall {
    WholeCall(vendor: vendor, model: model, secrets: secrets) { head, body in
      table.failure(
        AnthropicFailures.report(body), head: head, now: SystemTime.now(), secrets: secrets())
    }
  }
}
