import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAICompatible
import SwitchboardWire
import Testing

/// What vendors say an answer cost, in both forms, whole and streamed.
struct ReportedCostTests {
  /// A kind, members of its usage, and the dollars that they mean.
  static let costs: [(VendorKind, String, String?)] = [
    ("openrouter", #""cost":0.000971,"is_byok":false"#, "0.000971"),
    ("openrouter", #""cost":3.6e-6"#, "0.0000036"), ("openrouter", #""cost":0"#, "0"),
    // Doubles are written out to their last digit.
    ("openrouter", #""cost":0.0076509169000000005"#, "0.0076509169"),
    // With a key of one's own the fee and the vendor behind are paid apart.
    (
      "openrouter",
      #""cost":0.0001,"is_byok":true,"cost_details":{"upstream_inference_cost":0.002}"#, "0.0021"
    ),
    ("openrouter", #""cost":0.0001,"is_byok":true,"cost_details":{}"#, nil),
    (
      "openrouter", #""cost":0.1,"is_byok":false,"cost_details":{"upstream_inference_cost":0.1}"#,
      "0.1"
    ),
    ("openrouter", #""cost":null"#, nil), ("openrouter", #""cost":-1"#, nil),
    ("openrouter", #""cost":"1""#, nil), ("openrouter", #""cost":1e300"#, nil),
    ("openrouter", #""cost_in_usd_ticks":5"#, nil),
    // 12 tokens at 0.2 $, 481 at 0.05 $ and 89 at 0.5 $ a million.
    ("xai", #""cost_in_usd_ticks":709500"#, "0.00007095"),
    ("xai", #""cost_in_usd_ticks":1"#, "0.0000000001"), ("xai", #""cost":1"#, nil),
    ("xai", #""cost_in_usd_ticks":-1"#, nil),
    ("xai", #""cost_in_usd_ticks":9223372036854775807"#, nil),
    (
      "perplexity",
      #""cost":{"input_tokens_cost":0.00001,"output_tokens_cost":0.0,"request_cost":0.005,"total_cost":0.00501}"#,
      "0.00501"
    ),
    // Nobody knows what other servers count in; Azure writes nothing for xAI's models.
    ("azure", #""cost_in_usd_ticks":0"#, nil), ("groq", #""cost":0.1"#, nil),
    ("openai-compatible", #""cost":0.1"#, nil),
  ]

  private func usage(
    _ kind: VendorKind, _ protocolWord: String, stream: Bool, _ answer: String
  ) async throws -> Usage? {
    let provider = try OpenAICompatibleProvider(
      configuration: VendorConfiguration(
        id: "v", kind: kind, keys: KeyRing(Secret("k")), baseURL: "https://v.example/v1",
        values: ["protocol": JSON(protocolWord)]),
      transport: ScriptedTransport(body: answer))
    var request = ChatRequest("hi", model: "v/m")
    request.stream = stream
    return try await provider.reply(to: request).usage
  }

  @Test(arguments: costs)
  func `a cost that the vendor reports is read in its unit`(
    kind: VendorKind, members: String, dollars: String?
  ) async throws {
    let expected = dollars.flatMap { USD($0) }
    #expect((expected == nil) == (dollars == nil))
    let counts = #"{"prompt_tokens":493,"completion_tokens":89,\#(members)}"#
    let chat = [
      (
        false,
        #"{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],"usage":\#(counts)}"#
      ),
      (
        true,
        #"data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}],"usage":\#(counts)}"#
          + "\n\ndata: [DONE]\n\n"
      ),
    ]
    for (stream, answer) in chat {
      let usage = try await usage(kind, "chat", stream: stream, answer)
      #expect(usage?.output == 89)
      #expect(usage?.reportedCost == expected)
    }
    let response = #"""
      {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",\#
      "text":"a"}]}],"usage":{"input_tokens":493,"output_tokens":89,\#(members)}}
      """#
    let whole = try await usage(kind, "responses", stream: false, response)
    #expect(whole?.reportedCost == (kind == "perplexity" ? nil : expected))
  }
}
