import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAICompatible
import SwitchboardWire
import Testing

struct CompatibleTests {
  private static let whole = """
    {"id":"c","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hé"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}
    """

  private static let stream = """
    : a comment

    data: {"choices":[{"index":0,"delta":{"content":"Hé"}}]}

    data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

    data: [DONE]


    """

  private func provider(
    _ kind: VendorKind, baseURL: String? = nil, values: [String: JSON] = [:],
    key: Secret = Secret("k"),
    _ transport: any HTTPTransport
  ) throws -> OpenAICompatibleProvider {
    try OpenAICompatibleProvider(
      configuration: VendorConfiguration(
        id: "v", kind: kind, keys: KeyRing(key), baseURL: baseURL, values: values),
      transport: transport)
  }

  @Test(arguments: OpenAICompatibleProvider.kinds.map(\.kind))
  func `every vendor of the table keeps the contract`(kind: VendorKind) async {
    let contract = VendorContract(model: "some-model") { key, transport in
      try provider(kind, baseURL: "https://v.example/v1", key: key, transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(headers: ["content-type": "text/event-stream"], Self.stream),
      whole: ScriptedResponse(Self.whole))
    #expect(findings == [])
  }

  @Test(arguments: [
    (
      "groq" as VendorKind, nil as String?, [:] as [String: JSON],
      "https://api.groq.com/openai/v1/chat/completions"
    ),
    ("openai-compatible", "http://127.0.0.1:9/x", [:], "http://127.0.0.1:9/x/chat/completions"),
    (
      "azure", "https://r.openai.azure.com/openai/v1", [:],
      "https://r.openai.azure.com/openai/v1/chat/completions"
    ),
    (
      "azure", "https://r.openai.azure.com/openai", ["apiVersion": "2024-10-21"],
      "https://r.openai.azure.com/openai/deployments/my%20model/chat/completions?api-version=2024-10-21"
    ),
  ])
  func `the operation is appended to the base`(
    kind: VendorKind, base: String?, values: [String: JSON], url: String
  ) async throws {
    let transport = ScriptedTransport(ScriptedResponse(Self.whole))
    var request = ChatRequest("hi", model: "v/my model")
    request.stream = false
    _ = try await provider(kind, baseURL: base, values: values, transport).reply(to: request)
    #expect(transport.requests[0].url == url)
  }

  @Test(arguments: [
    ("groq" as VendorKind, "authorization", "Bearer k"), ("azure", "api-key", "k"),
  ])
  func `the key travels as the vendor wants it`(
    kind: VendorKind, field: String, value: String
  ) async throws {
    let transport = ScriptedTransport(ScriptedResponse(Self.whole))
    var request = ChatRequest("hi", model: "v/m")
    request.stream = false
    _ = try await provider(kind, baseURL: "https://v.example/v1", transport).reply(to: request)
    #expect(transport.requests[0].headers[field] == value)
    let fields = transport.requests[0].headers.fields.filter {
      $0.value.contains("k") && $0.name != field
    }
    #expect(fields.allSatisfy { $0.name == "content-type" })
  }

  @Test func `Mistral is spoken to in its own words`() async throws {
    let transport = ScriptedTransport(ScriptedResponse(Self.whole))
    var request = ChatRequest("hi", model: "v/m")
    request.stream = false
    request.options = ChatOptions(maxOutputTokens: 5, seed: 3)
    request.tools = [ToolDefinition(name: "t")]
    request.toolChoice = .required
    request.messages += [
      Message(
        role: .assistant,
        parts: [Part(.toolCall(ToolCall(id: "call_long_id", name: "t", argumentsText: "{}")))]),
      .tool([ToolResult(callID: "call_long_id", content: [.text("x")])]),
    ]
    _ = try await provider("mistral", transport).reply(to: request)
    let body = try JSON(parsing: transport.requests[0].body)
    #expect(body["max_tokens"].int == 5)
    #expect(body["random_seed"].int == 3)
    #expect(body["tool_choice"].string == "any")
    #expect(body["messages"][1]["tool_calls"][0]["id"].string?.utf8.count == 9)
    #expect(!body["stream_options"].exists)
  }

  @Test func `xAI doubles its prices above 200,000 tokens of prompt`() throws {
    let provider = try provider("xai", ScriptedTransport(body: ""))
    for model in provider.models {
      let prices = try #require(model.prices)
      let short = prices.cost(of: Usage(input: 200_000, cachedInput: 100_000, output: 0)).usd
      let long = prices.cost(of: Usage(input: 400_000, cachedInput: 200_000, output: 0)).usd
      #expect(long?.picodollars == short.map { 4 * $0.picodollars }, "\(model.model)")
    }
  }

  static let failures: [(Int, String, SwitchboardError.Kind)] = [
    (
      429,
      #"{"error":{"message":"Rate limit reached","type":"tokens","code":"rate_limit_exceeded"}}"#,
      .rateLimited
    ),
    (
      413,
      #"{"error":{"message":"Request too large","type":"tokens","code":"rate_limit_exceeded"}}"#,
      .contextLength
    ),
    (
      498, #"{"error":{"message":"Flex tier capacity","type":"x","code":"capacity_exceeded"}}"#,
      .overloaded
    ),
    (402, #"{"error":{"code":402,"message":"Insufficient credits"}}"#, .quota),
    (
      401, #"{"object":"error","message":"Unauthorized","type":"invalid_request_error"}"#,
      .authentication
    ),
    (422, #"{"detail":[{"loc":["body"],"msg":"extra fields"}]}"#, .invalidRequest),
    (
      400,
      #"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
      .contextLength
    ),
    (400, #"{"error":{"message":"filtered","code":"content_filter"}}"#, .contentFilter),
    (404, #"{"error":{"code":"DeploymentNotFound","message":"no"}}"#, .notFound),
    (429, #"{"error":{"message":"quota","code":"insufficient_quota"}}"#, .quota),
    (503, "<html><title>Bad gateway</title></html>", .overloaded), (500, "", .server),
  ]

  @Test(arguments: failures)
  func `what a vendor says of a failure has its kind`(
    status: Int, body: String, kind: SwitchboardError.Kind
  ) async throws {
    let transport = ScriptedTransport(ScriptedResponse(status: status, body))
    do {
      _ = try await provider("groq", transport).reply(to: ChatRequest("hi", model: "v/m"))
      Issue.record("It is a reply.")
    } catch let error as SwitchboardError {
      #expect(error.kind == kind)
      #expect(error.status == status)
      #expect(!error.message.isEmpty)
    }
  }
}
