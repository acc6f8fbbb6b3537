import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardGemini

struct GeminiProviderTests {
  private static let whole = #"""
    {"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}],
    "usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3}}
    """#

  private func vendor(
    _ transport: ScriptedTransport, kind: VendorKind = "gemini", baseURL: String? = nil,
    _ values: [String: JSON] = [:]
  ) throws -> GeminiProvider {
    try GeminiProvider(
      configuration: VendorConfiguration(
        id: "work", kind: kind, keys: KeyRing(Secret("test-key-0000")), baseURL: baseURL,
        values: values), transport: transport)
  }

  private func chat(_ model: String, stream: Bool = false) -> ChatRequest {
    var chat = ChatRequest("Hello", model: ModelReference(vendor: "work", model: model))
    chat.stream = stream
    return chat
  }

  @Test func `a whole reply is asked for at its own address`() async throws {
    let transport = ScriptedTransport(body: Self.whole)
    let reply = try await vendor(transport).reply(to: chat("gemini-2.5-flash"))
    let request = try #require(transport.requests.first)
    #expect(
      request.url
        == "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
    )
    #expect(request.method == "POST")
    #expect(
      request.headers.fields.map { "\($0.name): \($0.value)" } == [
        "x-goog-api-key: test-key-0000", "content-type: application/json",
      ])
    #expect(reply.text == "Hi")
    #expect(reply.origin.kind == "gemini")
  }

  @Test func `a stream is asked for as events, and the key is never in the address`() async throws {
    let transport = ScriptedTransport(
      body:
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]},\"finishReason\":\"STOP\"}]}\r\n\r\n"
    )
    let reply = try await vendor(transport, baseURL: "http://127.0.0.1:1/x")
      .reply(to: chat("odd/model:v1", stream: true))
    let request = try #require(transport.requests.first)
    #expect(
      request.url == "http://127.0.0.1:1/x/models/odd%2Fmodel%3Av1:streamGenerateContent?alt=sse")
    #expect(request.headers["accept"] == "text/event-stream")
    #expect(reply.text == "Hi")
  }

  @Test func `the vendor's own spelling of an id is understood`() async throws {
    let transport = ScriptedTransport(body: Self.whole)
    _ = try await vendor(transport).reply(to: chat("models/gemini-2.5-flash"))
    #expect(
      transport.requests.first?.url.hasSuffix("/models/gemini-2.5-flash:generateContent") == true)
  }

  @Test(arguments: [
    ("us-central1", "us-central1-aiplatform.googleapis.com"),
    ("global", "aiplatform.googleapis.com"),
    ("eu", "aiplatform.eu.rep.googleapis.com"), ("us", "aiplatform.us.rep.googleapis.com"),
  ])
  func `Vertex AI is found by project and location, and takes a token`(
    location: String, host: String
  ) async throws {
    let transport = ScriptedTransport(body: Self.whole)
    _ = try await vendor(
      transport, kind: "vertex", ["project": "my-project", "location": JSON(location)]
    ).reply(to: chat("gemini-3.8-flash"))
    let request = try #require(transport.requests.first)
    #expect(
      request.url == """
        https://\(host)/v1/projects/my-project/locations/\(location)/publishers/google/models/\
        gemini-3.8-flash:generateContent
        """)
    #expect(request.headers["authorization"] == "Bearer test-key-0000")
    #expect(request.headers["x-goog-api-key"] == nil)
  }

  @Test(
    arguments: [
      [:], ["project": "p"], ["project": "p", "location": ""],
      ["project": "p/../x", "location": "us"],
      ["project": "p", "location": "evil.example/"], ["project": "P", "location": "us"],
    ] as [[String: JSON]])
  func `an address that cannot be is refused at start`(values: [String: JSON]) {
    #expect {
      try vendor(ScriptedTransport(body: ""), kind: "vertex", values)
    } throws: { error in
      (error as? SwitchboardError)?.kind == .configuration
    }
  }

  @Test(arguments: [
    ("gemini" as VendorKind, Credential.Scheme.gcp("default")), ("gemini", .aws("default")),
    ("vertex", .aws("default")),
  ])
  func `credentials that open nothing here are refused at start`(
    kind: VendorKind, scheme: Credential.Scheme
  ) {
    let credential = Credential(scheme: scheme, place: "those credentials", isPresent: true) {
      Secret("")
    }
    #expect {
      try GeminiProvider(
        configuration: VendorConfiguration(
          id: "work", kind: kind, keys: KeyRing([credential]), baseURL: "https://a.example"),
        transport: ScriptedTransport(body: ""))
    } throws: { error in
      guard let error = error as? SwitchboardError else { return false }
      return error.kind == .configuration && error.message.contains("those credentials")
    }
  }

  @Test(arguments: [false, true])
  func `failures name entry, model, status and code, and hide the key`(stream: Bool) async throws {
    let body = #"""
      {"error":{"code":400,"message":"API key test-key-0000 not valid.","status":"INVALID_ARGUMENT",
      "details":[{"reason":"API_KEY_INVALID"}]}}
      """#
    let transport = ScriptedTransport(
      status: 400, headers: ["content-type": "text/event-stream"], body: body)
    do {
      _ = try await vendor(transport).reply(to: chat("gemini-2.5-flash", stream: stream))
      Issue.record("No failure.")
    } catch let error as SwitchboardError {
      #expect(error.kind == .authentication)
      #expect(error.message == "API key (secret) not valid.")
      #expect(error.vendor == "work")
      #expect(error.model == "gemini-2.5-flash")
      #expect(error.status == 400)
      #expect(error.code == "INVALID_ARGUMENT")
    }
  }

  @Test func `a failure in a stream keeps the partial reply`() async throws {
    let transport = ScriptedTransport(
      body: "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"half\"}]}}]}\n\n"
        + "{\n  \"error\": {\n    \"code\": 503, \"message\": \"Overloaded.\", \"status\": \"UNAVAILABLE\"\n  }\n}\n"
    )
    do {
      _ = try await vendor(transport).reply(to: chat("gemini-2.5-flash", stream: true))
      Issue.record("No failure.")
    } catch let error as SwitchboardError {
      #expect(error.kind == .overloaded)
      #expect(error.partial?.text == "half")
      #expect(error.partial?.incomplete == .failed)
    }
  }

  @Test func `tokens are counted over the whole request`() async throws {
    let transport = ScriptedTransport(body: #"{"totalTokens":31}"#)
    var request = chat("gemini-2.5-flash")
    request.system = "Be terse."
    #expect(try await vendor(transport).countTokens(of: request) == 31)
    #expect(transport.requests.first?.url.hasSuffix("/gemini-2.5-flash:countTokens") == true)
    let asked = try transport.lastBody()["generateContentRequest"]
    #expect(asked["model"].string == "models/gemini-2.5-flash")
    #expect(asked["systemInstruction"]["parts"][0]["text"].string == "Be terse.")

    _ = try await vendor(transport, kind: "vertex", baseURL: "https://a.example")
      .countTokens(of: request)
    #expect(try transport.lastBody().members.map(\.key) == ["contents", "systemInstruction"])
  }

  @Test(arguments: ["{}", #"{"totalTokens":-1}"#, "no JSON"])
  func `a count that is none is a failure`(body: String) async throws {
    let vendor = try vendor(ScriptedTransport(body: body))
    await #expect(throws: SwitchboardError.self) {
      try await vendor.countTokens(of: chat("gemini-2.5-flash"))
    }
  }

  @Test func `models are listed page by page, without those that do not answer`() async throws {
    let transport = ScriptedTransport([
      ScriptedResponse(
        #"""
        {"models":[{"name":"models/gemini-2.5-flash","inputTokenLimit":1048576,"outputTokenLimit":65536,
        "supportedGenerationMethods":["generateContent","countTokens"],"thinking":true},
        {"name":"models/embed","supportedGenerationMethods":["embedContent"]}],"nextPageToken":"a b"}
        """#),
      ScriptedResponse(
        #"{"models":[{"name":"models/imagen-4","supportedGenerationMethods":["predict"]},{"name":7}]}"#
      ),
    ])
    let models = try await vendor(transport).listModels()
    #expect(models.map(\.model) == ["gemini-2.5-flash", "imagen-4"])
    #expect(models.first?.window == 1_048_576)
    #expect(models.first?.maxOutput == 65_536)
    #expect(models.first?.can == [.reasoning])
    let base = "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000"
    #expect(transport.requests.map(\.url) == [base, "\(base)&pageToken=a%20b"])
    #expect(transport.requests.allSatisfy { $0.method == "GET" && $0.body.isEmpty })
  }

  @Test func `a list without end is left`() async throws {
    let transport = ScriptedTransport(
      body: #"{"models":[{"name":"models/a"}],"nextPageToken":"same"}"#)
    #expect(try await vendor(transport).listModels().count == 2)
  }

  @Test func `Vertex AI lists what its publisher has`() async throws {
    let transport = ScriptedTransport(
      body: #"{"publisherModels":[{"name":"publishers/google/models/gemini-2.5-pro"}]}"#)
    let models = try await vendor(
      transport, kind: "vertex", ["project": "p", "location": "us-central1"]
    ).listModels()
    #expect(models.map(\.model) == ["gemini-2.5-pro"])
    #expect(
      transport.requests.first?.url == """
        https://us-central1-aiplatform.googleapis.com/v1beta1/publishers/google/models?pageSize=1000
        """)
  }

  @Test func `a request that is too large is refused without a call`() async throws {
    let transport = ScriptedTransport(body: Self.whole)
    var request = chat("gemini-2.5-flash")
    request.messages = [.user([.media(Media(bytes: Array(repeating: 7, count: 16 << 20)))])]
    let vendor = try vendor(transport)
    await #expect {
      try await vendor.reply(to: request)
    } throws: { error in
      (error as? SwitchboardError)?.message.contains("20 MB in all") == true
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a vendor without a key says where it looked`() throws {
    let vendor = try GeminiProvider(
      configuration: VendorConfiguration(id: "work", kind: "gemini"),
      transport: ScriptedTransport(body: ""))
    #expect(vendor.missingKey?.contains("'work' has no key") == true)
  }

  @Test func `a resizer takes the place of the limit`() {
    let transport = ScriptedTransport(body: "")
    let strict = GeminiProvider(key: Secret("k"), transport: transport)
    let lenient = GeminiProvider(key: Secret("k"), transport: transport) { _, _ in nil }
    #expect(strict.mediaDelivery.totalBytes == 15_728_640)
    #expect(lenient.mediaDelivery.totalBytes == nil)
  }
}
