import SwitchboardAnthropic
import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

/// The vendor as a whole: where it calls, with what, and what it knows.
struct AnthropicProviderTests {
  private static let answer = """
    {"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5-20251001",\
    "content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn",\
    "usage":{"input_tokens":1,"output_tokens":1}}
    """

  private func provider(_ transport: ScriptedTransport) -> AnthropicProvider {
    AnthropicProvider(id: "work", key: Secret("sk-ant-1"), transport: transport)
  }

  private static func value(_ name: String, _ request: HTTPRequest?) -> String? {
    request?.headers[name]
  }

  @Test func `a call goes to the messages with key and version`() async throws {
    let transport = ScriptedTransport(body: Self.answer)
    var request = ChatRequest("Hi", model: "work/claude-haiku-4-5")
    request.stream = false
    let reply = try await provider(transport).reply(to: request)
    let sent = try #require(transport.requests.first)
    #expect(sent.method == "POST")
    #expect(sent.url == "https://api.anthropic.com/v1/messages")
    #expect(
      sent.headers.fields.map { "\($0.name): \($0.value)" } == [
        "x-api-key: sk-ant-1", "anthropic-version: 2023-06-01", "content-type: application/json",
      ])
    #expect(
      String(decoding: sent.body, as: UTF8.self) == """
        {"model":"claude-haiku-4-5","max_tokens":64000,\
        "messages":[{"role":"user","content":"Hi"}]}
        """)
    #expect(reply.text == "ok")
    #expect(reply.origin.kind == "anthropic")
    #expect(reply.warnings.isEmpty)
  }

  @Test func `a stream is asked for as one`() async throws {
    let transport = ScriptedTransport(
      body: "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n")
    _ = try await provider(transport).reply(to: ChatRequest("Hi", model: "work/claude-opus-5"))
    let sent = try #require(transport.requests.first)
    #expect(sent.headers["accept"] == "text/event-stream")
    let body = try JSON(parsing: sent.body)
    #expect(body["stream"].bool == true)
    #expect(body.members.map(\.key) == ["model", "stream", "max_tokens", "messages"])
  }

  @Test func `betas of a request go into their header field`() async throws {
    let transport = ScriptedTransport(body: Self.answer)
    var request = ChatRequest("Hi", model: "work/claude-haiku-4-5")
    request.stream = false
    request.vendorOptions = ["anthropic": ["anthropic_beta": ["a-1", "b-2"], "speed": "fast"]]
    _ = try await provider(transport).reply(to: request)
    let sent = try #require(transport.requests.first)
    #expect(sent.headers["anthropic-beta"] == "a-1,b-2")
    let body = try JSON(parsing: sent.body)
    #expect(!body["anthropic_beta"].exists)
    #expect(body["speed"] == "fast")
  }

  @Test func `an entry of the configuration has its address, keys and models`() async throws {
    let transport = ScriptedTransport(body: Self.answer)
    let configuration = VendorConfiguration(
      id: "gateway", kind: "anthropic", keys: KeyRing([Credential(Secret("k"))]),
      baseURL: "https://gateway.example/claude",
      models: [ModelDescriptor("house-model", maxOutput: 100)])
    let provider = try AnthropicProvider(configuration: configuration, transport: transport)
    var request = ChatRequest("Hi", model: "gateway/house-model")
    request.stream = false
    #expect(try await provider.reply(to: request).warnings.isEmpty)
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "https://gateway.example/claude/v1/messages")
    #expect(try JSON(parsing: sent.body)["max_tokens"] == 100)
  }

  @Test func `nothing is sent without a key`() async throws {
    let transport = ScriptedTransport(body: Self.answer)
    let credential = Credential(place: "$ANTHROPIC_API_KEY", isPresent: false) { Secret("") }
    let provider = try AnthropicProvider(
      configuration: VendorConfiguration(
        id: "work", kind: "anthropic", keys: KeyRing([credential])), transport: transport)
    #expect(provider.missingKey?.contains("$ANTHROPIC_API_KEY") == true)
    let error = await #expect(throws: SwitchboardError.self) {
      try await provider.reply(to: ChatRequest("Hi", model: "work/claude-haiku-4-5"))
    }
    #expect(error?.kind == .authentication)
    #expect(transport.requests.isEmpty)
  }

  @Test func `the tokens of a request are counted without what the operation refuses`() async throws
  {
    let transport = ScriptedTransport(body: "{\"input_tokens\":2095}")
    var request = ChatRequest(
      model: "work/claude-haiku-4-5", system: "Be terse.", messages: [.user("Hi")],
      tools: [ToolDefinition(name: "f")])
    request.options.temperature = 0.5
    #expect(try await provider(transport).countTokens(of: request) == 2095)
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "https://api.anthropic.com/v1/messages/count_tokens")
    #expect(sent.headers["x-api-key"] == "sk-ant-1")
    #expect(
      try JSON(parsing: sent.body).members.map(\.key) == ["model", "system", "messages", "tools"])
  }

  @Test(arguments: ["{}", "{\"input_tokens\":-1}", "{\"input_tokens\":\"7\"}", "no"])
  func `a count that is none is a failure`(body: String) async throws {
    let error = await #expect(throws: SwitchboardError.self) {
      try await provider(ScriptedTransport(body: body)).countTokens(
        of: ChatRequest("Hi", model: "work/claude-haiku-4-5"))
    }
    #expect(error?.kind == .decoding)
    #expect(error?.vendor == "work")
  }

  @Test func `the list of models is read page by page`() async throws {
    let first = """
      {"data":[{"type":"model","id":"claude-opus-5-5","display_name":"Opus","max_input_tokens":\
      1000000,"max_tokens":128000,"retires_at":null,"capabilities":{"image_input":{"supported":\
      true},"pdf_input":{"supported":true},"structured_outputs":{"supported":true},"thinking":\
      {"supported":true}}},{"id":7},{}],"has_more":true,"last_id":"claude-opus-5-5"}
      """
    let second = """
      {"data":[{"id":"claude-old","max_input_tokens":0,"retires_at":"2027-01-22T00:00:00Z",\
      "capabilities":{"image_input":{"supported":false}}}],"has_more":false,"last_id":"claude-old"}
      """
    let transport = ScriptedTransport(body: first, second)
    let models = try await provider(transport).listModels()
    #expect(
      transport.requests.map(\.url) == [
        "https://api.anthropic.com/v1/models?limit=1000",
        "https://api.anthropic.com/v1/models?limit=1000&after_id=claude-opus-5-5",
      ])
    #expect(models.map(\.model) == ["claude-opus-5-5", "claude-old"])
    #expect(models[0].window == 1_000_000)
    #expect(models[0].maxOutput == 128_000)
    #expect(
      models[0].can == [.imageInput, .documentInput, .structuredOutput, .reasoning])
    #expect(models[1].window == nil)
    #expect(models[1].cannot == [.imageInput])
    #expect(models[1].retires == Day("2027-01-22"))
  }

  @Test func `a list that is refused is a named failure`() async throws {
    let transport = ScriptedTransport(
      status: 401, headers: ["request-id": "req_9"],
      body: "{\"error\":{\"type\":\"authentication_error\",\"message\":\"No sk-ant-1.\"}}")
    let error = await #expect(throws: SwitchboardError.self) {
      try await provider(transport).listModels()
    }
    #expect(error?.kind == .authentication)
    #expect(error?.message == "No (secret).")
    #expect(error?.requestID == "req_9")
    #expect(error?.vendor == "work")
  }
}

/// What the vendor's table says.
struct AnthropicModelsTests {
  private let provider = AnthropicProvider(
    key: Secret("k"), transport: ScriptedTransport(body: ""))

  @Test func `every row is dated, sourced and bounded`() throws {
    for model in provider.models {
      #expect(model.window ?? 0 >= 200_000)
      #expect(model.maxOutput ?? 0 >= 64_000)
      #expect(model.support(for: .imageInput) == .yes)
      #expect(model.support(for: .imageOutput) == .no)
      if let prices = model.prices {
        #expect(prices.asOf == Day("2026-11-30"))
        #expect(prices.source?.hasPrefix("https://platform.claude.com/") == true)
      }
    }
    #expect(Set(provider.models.map(\.model)).count == provider.models.count)
  }

  @Test func `a dated name is its model's, and the longer name goes first`() throws {
    #expect(provider.family(of: "claude-haiku-4-5-20251001")?.maxOutput == 64_000)
    #expect(provider.family(of: "claude-opus-5-5-20260922")?.model == "claude-opus-5-5")
    #expect(provider.family(of: "claude-opus-5-20260724")?.model == "claude-opus-5")
    #expect(provider.family(of: "claude-zeta-9")?.window == nil)
    #expect(provider.family(of: "gpt-5") == nil)
  }

  @Test func `newer models take no sampling options and older ones do`() throws {
    #expect(provider.family(of: "claude-opus-5")?.rejects.contains(.temperature) == true)
    #expect(provider.family(of: "claude-opus-4-6")?.rejects.contains(.temperature) == false)
  }

  @Test func `a picture's bound is that of its base64 text`() throws {
    let model = try #require(provider.family(of: "claude-haiku-4-5"))
    let bytes = try #require(model.inputs.first { $0.matches("image/png") }?.bytes)
    #expect(Base64.encodedCount(bytes) == 5 << 20)
    #expect(Base64.encodedCount(bytes + 1) > 5 << 20)
    #expect(Base64.encodedCount(provider.mediaDelivery.totalBytes ?? 0) <= 32_000_000)
  }

  @Test func `a prompt above 100,000 tokens costs Haiku 5.5 five times as much`() throws {
    let prices = try #require(provider.family(of: "claude-haiku-5-5")?.prices)
    #expect(prices.cost(of: Usage(input: 100_000, output: 0)).usd == USD("0.01"))
    #expect(prices.cost(of: Usage(input: 100_001, output: 0)).usd == USD("0.0500005"))
  }

  @Test func `the price of a cached prompt is reckoned in its parts`() throws {
    let prices = try #require(provider.family(of: "claude-sonnet-4-6")?.prices)
    let usage = Usage(input: 10_050, cachedInput: 9000, cacheWrite: 1000, output: 10)
    #expect(prices.cost(of: usage).usd?.description == "0.00675")
  }
}
