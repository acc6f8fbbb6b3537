import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAICompatible
import SwitchboardWire
import Testing

/// The vendors of the table when they are asked in Responses.
struct CompatibleResponsesTests {
  private static let answer = """
    {"id":"resp_1","object":"response","status":"completed","output":[\
    {"type":"message","content":[{"type":"output_text","text":"ok"}]}]}
    """

  private func sent(
    _ kind: VendorKind, baseURL: String? = nil, values: [String: JSON] = [:]
  ) async throws -> HTTPRequest {
    let transport = ScriptedTransport(body: Self.answer)
    let provider = try OpenAICompatibleProvider(
      configuration: VendorConfiguration(
        id: "v", kind: kind, keys: KeyRing(Secret("key-1")), baseURL: baseURL,
        values: values.merging(["protocol": "responses"]) { own, _ in own }),
      transport: transport)
    var request = ChatRequest("Hi", model: "v/m")
    request.stream = false
    request.options = ChatOptions(maxOutputTokens: 5, topK: 4)
    #expect(try await provider.reply(to: request).text == "ok")
    return try #require(transport.requests.first)
  }

  @Test(
    arguments: [
      ("xai", "https://api.x.ai/v1/responses", true, false),
      ("openrouter", "https://openrouter.ai/api/v1/responses", true, true),
      ("groq", "https://api.groq.com/openai/v1/responses", false, false),
      ("llamacpp", "http://127.0.0.1:8080/v1/responses", false, true),
      ("vllm", "http://127.0.0.1:8000/v1/responses", false, true),
    ] as [(VendorKind, String, Bool, Bool)])
  func `the operation follows the address, and each gets what it knows`(
    kind: VendorKind, url: String, encrypts: Bool, takesTopK: Bool
  ) async throws {
    let request = try await sent(kind)
    let body = try JSON(parsing: request.body)
    #expect(request.url == url)
    #expect(request.headers["authorization"] == "Bearer key-1")
    #expect(body["include"].exists == encrypts)
    #expect(body["top_k"].exists == takesTopK)
    #expect(body["max_output_tokens"].int == 5)
  }

  @Test func `Azure names its key otherwise and a dated interface its deployment`() async throws {
    let base = "https://r.openai.azure.com/openai/v1"
    let request = try await sent("azure", baseURL: base)
    #expect(request.url == "\(base)/responses")
    #expect(request.headers["api-key"] == "key-1")
    #expect(try JSON(parsing: request.body)["max_output_tokens"].int == 16)
    let dated = try await sent(
      "azure", baseURL: "https://r.openai.azure.com/openai",
      values: ["apiVersion": "2025-04-01-preview"])
    #expect(
      dated.url
        == "https://r.openai.azure.com/openai/deployments/m/responses?api-version=2025-04-01-preview"
    )
  }

  @Test func `chat is spoken unless Responses are asked for`() async throws {
    let transport = ScriptedTransport(
      body: "{\"choices\":[{\"message\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}")
    let provider = try OpenAICompatibleProvider(
      configuration: VendorConfiguration(id: "v", kind: "vllm"), transport: transport)
    var request = ChatRequest("Hi", model: "v/m")
    request.stream = false
    #expect(try await provider.reply(to: request).text == "ok")
    #expect(transport.requests.first?.url == "http://127.0.0.1:8000/v1/chat/completions")
  }

  @Test func `every kind may choose its protocol`() {
    for kind in OpenAICompatibleProvider.kinds {
      #expect(
        kind.fields.contains(ConfigurationField("protocol", .choice(["chat", "responses"]))))
    }
  }
}
