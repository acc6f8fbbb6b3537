import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardWire
import Testing

/// The vendor's failures, a row an argument.
struct OpenAIFailureTests {
  private func failure(
    _ status: Int, _ body: String, stream: Bool = false
  ) async throws -> SwitchboardError {
    let provider = OpenAIProvider(
      id: "work", key: Secret("sk-secret-1"),
      transport: ScriptedTransport(status: status, headers: ["x-request-id": "req_1"], body: body))
    var request = ChatRequest("Hi", model: "work/gpt-5.4")
    request.stream = stream
    return try #require(
      await #expect(throws: SwitchboardError.self) { try await provider.reply(to: request) })
  }

  private static func body(_ type: String, _ code: String?, _ message: String = "No.") -> String {
    let code = code.map { "\"\($0)\"" } ?? "null"
    return """
      {"error":{"message":"\(message)","type":"\(type)","param":null,"code":\(code)}}
      """
  }

  @Test(arguments: [
    (400, body("invalid_request_error", nil), SwitchboardError.Kind.invalidRequest),
    (400, body("invalid_request_error", "context_length_exceeded"), .contextLength),
    (
      400, body("invalid_request_error", nil, "This model's maximum context length is 8192 tokens"),
      .contextLength
    ),
    (400, body("invalid_request_error", "string_above_max_length"), .contextLength),
    (400, body("invalid_request_error", "invalid_prompt"), .invalidRequest),
    (400, body("image_generation_user_error", "moderation_blocked"), .contentFilter),
    (400, body("invalid_request_error", "content_policy_violation"), .contentFilter),
    (400, body("insufficient_quota", "insufficient_quota"), .quota),
    (401, body("invalid_request_error", "invalid_api_key"), .authentication),
    (401, body("invalid_request_error", nil), .authentication),
    (403, body("invalid_request_error", "unsupported_country_region_territory"), .permission),
    (403, body("invalid_request_error", nil), .permission),
    (404, body("invalid_request_error", "model_not_found"), .notFound),
    (404, body("invalid_request_error", nil), .notFound),
    (408, body("timeout", nil), .timeout), (409, body("conflict", nil), .server),
    (429, body("requests", "rate_limit_exceeded"), .rateLimited),
    (429, body("invalid_request_error", nil), .rateLimited),
    (429, body("tokens", "slow_down"), .rateLimited),
    (429, body("insufficient_quota", "insufficient_quota"), .quota),
    (429, body("insufficient_quota", "credit_balance_exhausted"), .quota),
    (429, body("insufficient_quota", "organization_spend_limit_exceeded"), .quota),
    (429, body("insufficient_quota", "project_spend_limit_exceeded"), .quota),
    (500, body("server_error", nil), .server), (502, "<html><title>Bad</title></html>", .server),
    (503, body("service_unavailable_error", "server_is_overloaded"), .overloaded),
    (503, "", .overloaded), (504, "", .timeout),
  ])
  func `a status with its type and code is a kind of failure`(
    status: Int, body: String, kind: SwitchboardError.Kind
  ) async throws {
    let error = try await failure(status, body)
    #expect(error.kind == kind)
    #expect(error.status == status)
    #expect(error.vendor == "work" && error.model == "gpt-5.4")
    #expect(error.requestID == "req_1")
    #expect(!error.message.isEmpty)
  }

  @Test(arguments: [
    ("server_error", SwitchboardError.Kind.server), ("vector_store_timeout", .server),
    ("rate_limit_exceeded", .rateLimited), ("insufficient_quota", .quota),
    ("invalid_prompt", .invalidRequest), ("data_residency_mismatch", .invalidRequest),
    ("bio_policy", .contentFilter), ("misalignment_policy_violation", .contentFilter),
    ("image_content_policy_violation", .contentFilter), ("invalid_image", .invalidRequest),
    ("invalid_image_format", .invalidRequest), ("invalid_base64_image", .invalidRequest),
    ("invalid_image_url", .invalidRequest), ("image_too_large", .invalidRequest),
    ("image_too_small", .invalidRequest), ("image_parse_error", .invalidRequest),
    ("invalid_image_mode", .invalidRequest), ("image_file_too_large", .invalidRequest),
    ("unsupported_image_media_type", .invalidRequest), ("empty_image_file", .invalidRequest),
    ("failed_to_download_image", .invalidRequest), ("image_file_not_found", .invalidRequest),
  ])
  func `a response that failed in the middle of a stream has a kind by its code`(
    code: String, kind: SwitchboardError.Kind
  ) async throws {
    let error = try await failure(
      200,
      """
      data: {"type":"response.output_text.delta","item_id":"m","delta":"Mid"}\n
      data: {"type":"response.failed","response":{"status":"failed",\
      "error":{"code":"\(code)","message":"It broke."}}}\n\n
      """, stream: true)
    #expect(error.kind == kind)
    #expect(error.code == code)
    #expect(error.message == "It broke.")
    #expect(error.outputBegun && error.partial?.text == "Mid")
  }

  @Test func `a failure under the type of a stream is read as one`() async throws {
    let error = try await failure(
      400, Self.body("invalid_request_error", "invalid_value"), stream: true)
    #expect(error.kind == .invalidRequest && error.code == "invalid_value")
  }

  @Test func `a key that the vendor repeats is not shown`() async throws {
    let error = try await failure(
      401, Self.body("invalid_request_error", "invalid_api_key", "Incorrect key: sk-secret-1."))
    #expect(error.message == "Incorrect key: (secret).")
  }

  @Test func `the vendor's wish to wait is kept`() async throws {
    let provider = OpenAIProvider(
      id: "work", key: Secret("sk-secret-1"),
      transport: ScriptedTransport(
        status: 429, headers: ["retry-after-ms": "1500"],
        body: Self.body("requests", "rate_limit_exceeded")))
    let error = try #require(
      await #expect(throws: SwitchboardError.self) {
        try await provider.reply(to: ChatRequest("Hi", model: "work/gpt-5.4"))
      })
    #expect(error.retryAfter == .milliseconds(1500))
  }
}
