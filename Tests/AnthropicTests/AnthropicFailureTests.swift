import SwitchboardAnthropic
import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

/// The vendor's failures, a row an argument.
struct AnthropicFailureTests {
  private func failure(
    _ status: Int, _ body: String, _ fields: HTTPFields = [:], stream: Bool = false
  ) async throws -> SwitchboardError {
    let provider = AnthropicProvider(
      id: "work", key: Secret("sk-ant-secret"),
      transport: ScriptedTransport(status: status, headers: fields, body: body))
    var request = ChatRequest("Hi", model: "work/claude-haiku-4-5")
    request.stream = stream
    return try #require(
      await #expect(throws: SwitchboardError.self) { try await provider.reply(to: request) })
  }

  private static func body(_ type: String, _ message: String = "No.", code: String? = nil) -> String
  {
    let details = code.map { ",\"details\":{\"error_code\":\"\($0)\"}" } ?? ""
    return """
      {"type":"error","error":{"type":"\(type)","message":"\(message)"\(details)},\
      "request_id":"req_1"}
      """
  }

  @Test(arguments: [
    (400, body("invalid_request_error"), SwitchboardError.Kind.invalidRequest),
    (
      400,
      body(
        "invalid_request_error",
        "You have reached your specified API usage limits. You will regain access on 2026-12-01."),
      .quota
    ),
    (
      400,
      body(
        "invalid_request_error", "You have reached your specified workspace API usage limits."),
      .quota
    ),
    (
      400,
      body("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
      .quota
    ),
    (
      400, body("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      .contextLength
    ),
    (
      400,
      body(
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
      .contextLength
    ),
    (
      400, body("invalid_request_error", "Output blocked by content filtering policy"),
      .contentFilter
    ),
    (401, body("authentication_error", "invalid x-api-key"), .authentication),
    (402, body("billing_error"), .quota),
    (402, body("billing_error", code: "linked_organization_spend_limit_reached"), .quota),
    (403, body("permission_error"), .permission),
    (404, body("not_found_error", "model: claude-zeta"), .notFound),
    (409, body("conflict_error"), .server),
    (413, body("request_too_large"), .contextLength),
    (413, "<html><head><title>413 Request Entity Too Large</title></head></html>", .contextLength),
    (429, body("rate_limit_error"), .rateLimited),
    (429, body("rate_limit_error", code: "ramp_limit_exceeded"), .rateLimited),
    (429, body("rate_limit_error", code: "enforced_spend_limit_reached"), .quota),
    (429, body("rate_limit_error", code: "contract_spend_limit_reached"), .quota),
    (500, body("api_error"), .server),
    (502, "<html><title>502 Bad Gateway</title></html>", .server),
    (504, body("timeout_error"), .timeout),
    (529, body("overloaded_error", "Overloaded"), .overloaded),
    (529, "", .overloaded),
    (418, body("new_error"), .invalidRequest),
  ])
  func `every row of the table has its kind`(
    status: Int, body: String, kind: SwitchboardError.Kind
  ) async throws {
    for stream in [true, false] {
      let failure = try await failure(status, body, ["request-id": "req_h"], stream: stream)
      #expect(failure.kind == kind)
      #expect(failure.status == status)
      #expect(!failure.message.isEmpty)
      #expect(failure.requestID == "req_h")
      #expect(failure.vendor == "work")
    }
  }

  @Test(arguments: [
    ("overloaded_error", SwitchboardError.Kind.overloaded), ("api_error", .server),
    ("rate_limit_error", .rateLimited), ("timeout_error", .timeout),
    ("invalid_request_error", .invalidRequest), ("authentication_error", .authentication),
    ("permission_error", .permission), ("not_found_error", .notFound), ("billing_error", .quota),
    ("conflict_error", .server), ("request_too_large", .contextLength), ("new_error", .server),
  ])
  func `a failure in a stream of status 200 is named by its type`(
    type: String, kind: SwitchboardError.Kind
  ) async throws {
    let failure = try await failure(
      200, "event: error\ndata: \(Self.body(type))\n\n", stream: true)
    #expect(failure.kind == kind)
    #expect(failure.code == type)
    #expect(failure.message == "No.")
    #expect(failure.requestID == "req_1")
  }

  @Test func `the vendor's wait is kept, and its key is not shown`() async throws {
    let echo = Self.body("rate_limit_error", "Key sk-ant-secret is at its limit.")
    let failure = try await failure(
      429, echo, ["retry-after": "7", "x-should-retry": "true"])
    #expect(failure.retryAfter == .seconds(7))
    #expect(failure.shouldRetry == true)
    #expect(failure.message == "Key (secret) is at its limit.")
  }
}
