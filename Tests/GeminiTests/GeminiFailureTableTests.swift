import SwitchboardCore
import SwitchboardForms
import SwitchboardWire
import Testing

@testable import SwitchboardGemini

struct GeminiFailureTableTests {
  /// Status, status word, message, details, and what kind of failure that is.
  static let rows: [(Int, String, String, String, SwitchboardError.Kind)] = [
    (400, "INVALID_ARGUMENT", "Request contains an invalid argument.", "", .invalidRequest),
    (
      400, "INVALID_ARGUMENT", "API key not valid.", #"{"reason":"API_KEY_INVALID"}"#,
      .authentication
    ),
    (
      400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "",
      .authentication
    ),
    (400, "INVALID_ARGUMENT", "API key expired. Please renew the API key.", "", .authentication),
    (
      400, "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", "",
      .contextLength
    ),
    (
      400, "INVALID_ARGUMENT", "The prompt violates Google's Responsible AI practices.", "",
      .contentFilter
    ),
    (400, "FAILED_PRECONDITION", "User location is not supported.", "", .permission),
    (401, "UNAUTHENTICATED", "Request had invalid credentials.", "", .authentication),
    (403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.", "", .permission),
    (403, "PERMISSION_DENIED", "Enable billing.", #"{"reason":"BILLING_DISABLED"}"#, .quota),
    (404, "NOT_FOUND", "models/x is not found for API version v1beta.", "", .notFound),
    (429, "RESOURCE_EXHAUSTED", "Slow down.", #"{"retryDelay":"34.07s"}"#, .rateLimited),
    (
      429, "RESOURCE_EXHAUSTED", "Quota exceeded.",
      #"{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProject"}]}"#, .rateLimited
    ),
    (
      429, "RESOURCE_EXHAUSTED", "Quota exceeded.",
      #"{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject-FreeTier"}]}"#, .quota
    ),
    (429, "RESOURCE_EXHAUSTED", "Later.", #"{"retryDelay":"40000s"}"#, .quota),
    (429, "RESOURCE_EXHAUSTED", "Plan.", #"{"reason":"QUOTA_EXHAUSTED"}"#, .quota),
    (
      429, "RESOURCE_EXHAUSTED", "Credits.", #"{"reason":"INSUFFICIENT_G1_CREDITS_BALANCE"}"#,
      .quota
    ),
    (499, "CANCELLED", "The operation was cancelled.", "", .server),
    (500, "INTERNAL", "An internal error has occurred.", "", .server),
    (503, "UNAVAILABLE", "The model is overloaded. Please try again later.", "", .overloaded),
    (504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.", "", .timeout),
    (418, "", "Something new.", "", .invalidRequest), (599, "", "Something new.", "", .server),
  ]

  private func failure(
    _ status: Int, _ word: String, _ message: String, _ details: String, head: Bool
  ) -> SwitchboardError {
    let body = #"""
      {"error":{"code":\#(status),"message":"\#(message)","status":"\#(word)","details":[\#(details)]}}
      """#
    return GeminiFailureTable.table.failure(
      GeminiFailures.report(Array(body.utf8)),
      head: head ? HTTPResponseHead(status: status, headers: HTTPFields()) : nil, now: 0)
  }

  @Test(arguments: rows)
  func `each row of the vendor's failures has its kind`(
    status: Int, word: String, message: String, details: String, kind: SwitchboardError.Kind
  ) {
    // As an answer of its own, and inside an answer that had begun well.
    for head in [true, false] {
      let failure = failure(status, word, message, details, head: head)
      #expect(failure.kind == kind)
      #expect(failure.message == message)
      #expect(failure.status == status)
      #expect(failure.code == word)
    }
  }

  @Test func `the vendor's delay is the wait`() {
    let failure = failure(
      429, "RESOURCE_EXHAUSTED", "Wait.", #"{"retryDelay":"34.07s"}"#, head: true)
    #expect(failure.retryAfter == .milliseconds(34_070))
  }
}
