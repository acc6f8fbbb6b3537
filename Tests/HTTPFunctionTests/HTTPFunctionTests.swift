import SwitchboardConformance
import SwitchboardCore
import SwitchboardHTTPFunction
import SwitchboardWire
import Testing

/// A function on one's own server: what it is sent and what is made of its answers.
struct HTTPFunctionTests {
  private func provider(_ transport: ScriptedTransport) -> HTTPFunctionProvider {
    HTTPFunctionProvider(id: "fn", baseURL: "https://fn.example/api", transport: transport)
  }

  private func sent(
    _ request: ChatRequest
  ) async throws -> (prompt: String, warnings: [Warning.Code]) {
    let transport = ScriptedTransport(body: "ok")
    var request = request
    request.model = "fn/default"
    let reply = try await provider(transport).reply(to: request)
    #expect(reply.text == "ok")
    let body = try JSON(parsing: try #require(transport.requests.first).body)
    return (try #require(body["prompt"].string), reply.warnings.map(\.code))
  }

  @Test func `a single message is sent as it is`() async throws {
    let transport = ScriptedTransport(body: "A fjord.\n")
    var request = ChatRequest("What is a \"fjord\"?", model: "fn/default")
    request.vendorOptions = ["http-function": ["app": "fig"], "openai": ["x": 1]]
    let reply = try await provider(transport).reply(to: request)
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "https://fn.example/api/text")
    #expect(sent.method == "POST")
    #expect(sent.headers["content-type"] == "application/json")
    #expect(sent.headers["authorization"] == nil)
    #expect(
      String(decoding: sent.body, as: UTF8.self)
        == "{\"prompt\":\"What is a \\\"fjord\\\"?\",\"app\":\"fig\"}")
    #expect(reply.text == "A fjord.\n")
    #expect(reply.finish == FinishReason(.stop))
    #expect(reply.usage == nil)
    #expect(reply.warnings.isEmpty)
    #expect(reply.origin == Origin(vendor: "fn", kind: "http-function", model: "default"))
  }

  @Test func `a key is a bearer`() async throws {
    let transport = ScriptedTransport(body: "ok")
    let provider = try HTTPFunctionProvider(
      configuration: VendorConfiguration(
        id: "fn", kind: "http-function", keys: KeyRing(Secret("app-key")),
        baseURL: "https://fn.example"),
      transport: transport)
    _ = try await provider.reply(to: ChatRequest("Hi", model: "fn/default"))
    #expect(transport.requests.first?.headers["authorization"] == "Bearer app-key")
    #expect(transport.requests.first?.url == "https://fn.example/text")
  }

  @Test func `an entry needs its address`() {
    #expect(throws: SwitchboardError.self) {
      try HTTPFunctionProvider(
        configuration: VendorConfiguration(id: "fn", kind: "http-function"),
        transport: ScriptedTransport(body: ""))
    }
  }

  @Test func `a conversation becomes a transcript`() async throws {
    var request = ChatRequest(messages: [
      .user("My boat is called Quince."), .assistant("Nice."), .user("What is my boat called?"),
    ])
    request.system = "You are terse."
    let (prompt, warnings) = try await sent(request)
    #expect(
      prompt == """
        System:
        You are terse.

        User:
        My boat is called Quince.

        Assistant:
        Nice.

        User:
        What is my boat called?

        Assistant:

        """)
    #expect(warnings.isEmpty)
  }

  @Test func `calls and results are told, media and thinking are left out`() async throws {
    let picture = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let (prompt, warnings) = try await sent(
      ChatRequest(messages: [
        .user([.media(picture), .text("Oslo?")]),
        Message(
          role: .assistant,
          parts: [
            Part(.reasoning(Reasoning("Hm."))),
            Part(.toolCall(ToolCall(id: "c", name: "weather", argumentsText: "{\"n\":1}"))),
          ]),
        .tool([
          ToolResult(callID: "c", name: "weather", content: [.text("offline")], isError: true)
        ]),
      ]))
    #expect(
      prompt == """
        User:
        Oslo?

        Assistant:
        [calls weather with {"n":1}]

        Tool:
        [weather failed: offline]

        Assistant:

        """)
    #expect(warnings == [.droppedPart, .droppedReasoning])
  }

  @Test func `options mean nothing and are said to be lost`() async throws {
    var request = ChatRequest("Hi")
    request.options = ChatOptions(maxOutputTokens: 10, temperature: 1, stop: ["#"], seed: 3)
    request.tools = [ToolDefinition(name: "now")]
    request.output = .json()
    request.reasoning = .effort(.low)
    let (prompt, warnings) = try await sent(request)
    #expect(prompt == "Hi")
    #expect(warnings == Array(repeating: .droppedParameter, count: 7))
    request.strict = true
    let error = await #expect(throws: SwitchboardError.self) { try await sent(request) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `nothing to say is a false request`() async throws {
    let error = await #expect(throws: SwitchboardError.self) { try await sent(ChatRequest("")) }
    #expect(error?.kind == .invalidRequest)
  }

  @Test(arguments: [
    "iVBORw0KGgo=", "iVBORw0KGgo\n", "\"iVBORw0KGgo=\"", "data:image/png;base64,iVBORw0KGgo=",
    "\"data:image/png;base64,iVBORw0KGgo=\"",
  ])
  func `a picture is base64`(body: String) async throws {
    let transport = ScriptedTransport(body: body)
    let reply = try await provider(transport).images(
      for: ImageRequest(id: "a", model: "fn/default", prompt: "a lighthouse", count: 2, seed: 1))
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "https://fn.example/api/image")
    #expect(String(decoding: sent.body, as: UTF8.self) == "{\"prompt\":\"a lighthouse\"}")
    #expect(
      reply.images == [
        .media(Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      ])
    #expect(reply.warnings.map(\.code) == [.clampedParameter, .droppedParameter])
    #expect(reply.id == "a")
  }

  @Test(arguments: ["", "figs", "aGVsbG8=", "{\"image\":\"iVBORw0KGgo=\"}"])
  func `what is no picture is a decoding failure`(body: String) async throws {
    let error = await #expect(throws: SwitchboardError.self) {
      try await provider(ScriptedTransport(body: body)).images(
        for: ImageRequest(model: "fn/default", prompt: "x"))
    }
    #expect(error?.kind == .decoding)
    #expect(error?.vendor == "fn" && error?.model == "default")
  }

  @Test(arguments: [
    (400, "Say more.", SwitchboardError.Kind.invalidRequest, "Say more."),
    (401, "{\"error\":\"no\"}", .authentication, "no"),
    (404, "{\"message\":\"gone\"}", .notFound, "gone"), (429, "slowly", .rateLimited, "slowly"),
    (500, "{\"error\":{\"message\":\"broke\"}}", .server, "broke"), (503, "", .overloaded, ""),
    (504, "late", .timeout, "late"),
  ])
  func `a status is a kind of failure with the function's words`(
    status: Int, body: String, kind: SwitchboardError.Kind, message: String
  ) async throws {
    let vendor = provider(ScriptedTransport(status: status, body: body))
    let text = await #expect(throws: SwitchboardError.self) {
      try await vendor.reply(to: ChatRequest("Hi", model: "fn/default"))
    }
    let image = await #expect(throws: SwitchboardError.self) {
      try await vendor.images(for: ImageRequest(model: "fn/default", prompt: "x"))
    }
    for error in [text, image] {
      #expect(error?.kind == kind && error?.status == status)
      if !message.isEmpty { #expect(error?.message == message) }
    }
  }

  @Test func `it can be asked for text and new pictures and nothing else`() {
    let vendor = provider(ScriptedTransport(body: ""))
    #expect(vendor.models.map(\.model) == ["default"])
    #expect(vendor.family(of: "anything")?.support(for: .tools) == .no)
    #expect(vendor.family(of: "anything")?.support(for: .imageOutput) == .yes)
  }

  @Test func `the vendor keeps the contract`() async {
    let contract = VendorContract(model: "default", isPlainText: true) { canary, transport in
      try HTTPFunctionProvider(
        configuration: VendorConfiguration(
          id: "fn", kind: "http-function", keys: KeyRing(canary),
          baseURL: "https://fn.example/api"),
        transport: transport)
    }
    let answer = ScriptedResponse(headers: ["content-type": "text/plain"], "Hé, a fjord 🥝.\n")
    #expect(await contract.findings(stream: answer, whole: answer) == [])
  }

  @Test func `an empty answer is a truncated one`() async throws {
    let error = await #expect(throws: SwitchboardError.self) {
      try await provider(ScriptedTransport(body: "")).reply(
        to: ChatRequest("Hi", model: "fn/default"))
    }
    #expect(error?.kind == .truncated)
  }
}
