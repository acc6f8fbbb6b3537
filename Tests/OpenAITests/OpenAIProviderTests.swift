import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardWire
import Testing

/// How the vendor is called: address, key, protocol.
struct OpenAIProviderTests {
  private static let response = """
    {"id":"resp_1","object":"response","status":"completed","model":"gpt-5.4-2026-03-05","output":[\
    {"type":"message","id":"m","content":[{"type":"output_text","text":"ok","annotations":[]}]}]}
    """
  private static let completion = """
    {"id":"c","object":"chat.completion","model":"gpt-4.1","choices":[{"index":0,\
    "finish_reason":"stop","message":{"role":"assistant","content":"ok"}}]}
    """

  private func provider(
    _ transport: ScriptedTransport, speaking word: String? = nil, baseURL: String? = nil
  ) throws -> OpenAIProvider {
    try OpenAIProvider(
      configuration: VendorConfiguration(
        id: "work", kind: "openai", keys: KeyRing(Secret("sk-1234")), baseURL: baseURL,
        values: word.map { ["protocol": JSON($0)] } ?? [:]),
      transport: transport)
  }

  private func request(_ model: String) -> ChatRequest {
    var request = ChatRequest("Hi", model: ModelReference(vendor: "work", model: model))
    request.stream = false
    return request
  }

  @Test(arguments: [nil, "responses"])
  func `Responses are spoken unless chat is asked for`(word: String?) async throws {
    let transport = ScriptedTransport(body: Self.response)
    let reply = try await provider(transport, speaking: word).reply(to: request("gpt-5.4"))
    let sent = try #require(transport.requests.first)
    #expect(sent.method == "POST")
    #expect(sent.url == "https://api.openai.com/v1/responses")
    #expect(sent.headers["authorization"] == "Bearer sk-1234")
    #expect(sent.headers["content-type"] == "application/json")
    #expect(sent.headers["accept"] == nil)
    #expect(
      String(decoding: sent.body, as: UTF8.self) == """
        {"model":"gpt-5.4","input":[{"type":"message","role":"user","content":"Hi"}],\
        "include":["reasoning.encrypted_content"],"store":false}
        """)
    #expect(reply.text == "ok")
    #expect(
      reply.origin
        == Origin(
          vendor: "work", kind: "openai", model: "gpt-5.4", responseModel: "gpt-5.4-2026-03-05",
          responseID: "resp_1"))
  }

  @Test func `a program needs no configuration`() async throws {
    let transport = ScriptedTransport(body: Self.response)
    let provider = OpenAIProvider(key: Secret("sk-1234"), transport: transport)
    #expect(try await provider.reply(to: request("gpt-5.4")).text == "ok")
    #expect(transport.requests.first?.url == "https://api.openai.com/v1/responses")
  }

  @Test func `chat is spoken when the entry says so`() async throws {
    let transport = ScriptedTransport(body: Self.completion)
    let vendor = try provider(transport, speaking: "chat", baseURL: "http://127.0.0.1:9/v1")
    #expect(try await vendor.reply(to: request("gpt-4.1")).text == "ok")
    #expect(transport.requests.first?.url == "http://127.0.0.1:9/v1/chat/completions")
  }

  @Test(arguments: [
    "gpt-4o-audio-preview", "gpt-audio-mini", "gpt-4o-search-preview", "gpt-5-search-api",
  ])
  func `models that only chat completions serve are asked there`(model: String) async throws {
    let transport = ScriptedTransport(body: Self.completion)
    _ = try await provider(transport).reply(to: request(model))
    #expect(transport.requests.first?.url == "https://api.openai.com/v1/chat/completions")
  }

  @Test func `a stream is asked for as one`() async throws {
    let transport = ScriptedTransport(
      body: "data: {\"type\":\"response.completed\",\"response\":\(Self.response)}\n\n")
    var request = request("gpt-5.4")
    request.stream = true
    #expect(try await provider(transport).reply(to: request).text == "ok")
    #expect(transport.requests.first?.headers["accept"] == "text/event-stream")
  }

  @Test func `a stream's event may be larger than a megabyte`() async throws {
    let long = String(repeating: "fig ", count: 400_000)
    let transport = ScriptedTransport(
      body: """
        data: {"type":"response.completed","response":{"status":"completed","output":[\
        {"type":"message","content":[{"type":"output_text","text":"\(long)"}]}]}}\n\n
        """)
    var request = request("gpt-5.4")
    request.stream = true
    #expect(try await provider(transport).reply(to: request).text == long)
  }

  @Test(arguments: [
    ("gpt-5", "minimal"), ("gpt-5-mini-2025-08-07", "minimal"), ("o3", "low"), ("o4-mini", "low"),
    ("gpt-5-pro", "high"), ("gpt-5.4-pro", "medium"), ("gpt-5.4", "none"), ("gpt-5.1", "none"),
    ("gpt-6-sol", "none"), ("gpt-6-astra", "low"),
  ])
  func `a model that cannot but think is asked to think least`(
    model: String, word: String
  ) async throws {
    let transport = ScriptedTransport(body: Self.response)
    var request = request(model)
    request.reasoning = .effort(.none)
    let reply = try await provider(transport).reply(to: request)
    let sent = try JSON(parsing: try #require(transport.requests.first).body)
    #expect(sent["reasoning"]["effort"].string == word)
    #expect(reply.warnings.map(\.code) == (word == "none" ? [] : [.clampedParameter]))
  }

  @Test func `nothing is sent without a key`() async throws {
    let transport = ScriptedTransport(body: Self.response)
    let vendor = try OpenAIProvider(
      configuration: VendorConfiguration(id: "work", kind: "openai"), transport: transport)
    #expect(vendor.missingKey?.contains("work") == true)
  }

  @Test(arguments: ["gpt-5.4", "gpt-5.5-pro-2026-04-23", "gpt-6-luna", "gpt-5.6"])
  func `a prompt above 272,000 tokens costs twice as much, and its answer half more`(
    model: String
  ) throws {
    let provider = OpenAIProvider(key: Secret("k"), transport: ScriptedTransport(body: ""))
    let prices = try #require(provider.family(of: model)?.prices)
    func cost(_ input: Int, _ output: Int) throws -> Int64 {
      try #require(prices.cost(of: Usage(input: input, output: output)).usd).picodollars
    }
    #expect(try cost(544_000, 0) == 4 * cost(272_000, 0))
    #expect(
      2 * (try cost(272_001, 1000) - cost(272_001, 0)) == 3 * (try cost(1, 1000) - cost(1, 0)))
  }

  @Test func `painters answer with pictures alone`() throws {
    let vendor = try provider(ScriptedTransport(body: ""))
    for id in ["gpt-image-2", "gpt-image-2.6-flare", "dall-e-2"] {
      let facts = try #require(vendor.family(of: id))
      #expect(!facts.answersWithText && facts.can.contains(.imageOutput))
    }
    #expect(vendor.family(of: "gpt-5.4")?.answersWithText == true)
  }
}
