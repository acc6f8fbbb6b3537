import SwitchboardConformance
import SwitchboardCore
import SwitchboardOllama
import SwitchboardWire
import Testing

/// What is sent to a server, byte for byte.
struct OllamaRequestTests {
  private static let done =
    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"ok\"},\"done\":true}"

  private func sent(
    _ request: ChatRequest, model: String = "llama3.2"
  ) async throws -> (body: String, request: HTTPRequest, warnings: [Warning.Code]) {
    let transport = ScriptedTransport(body: Self.done)
    var request = request
    request.model = ModelReference(vendor: "ollama", model: model)
    let reply = try await OllamaProvider(transport: transport).reply(to: request)
    #expect(transport.requests.count == 1)
    let sent = try #require(transport.requests.first)
    return (String(decoding: sent.body, as: UTF8.self), sent, reply.warnings.map(\.code))
  }

  private func messages(
    _ messages: [Message], warns codes: [Warning.Code] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let (body, _, warnings) = try await sent(ChatRequest(messages: messages))
    #expect(warnings == codes, sourceLocation: sourceLocation)
    return try JSON(parsing: body)["messages"].text
  }

  @Test func `a plain request goes to this machine without a key`() async throws {
    var request = ChatRequest("Hi")
    request.system = "Be terse."
    let (body, call, warnings) = try await sent(request)
    #expect(call.url == "http://127.0.0.1:11434/api/chat")
    #expect(call.headers["authorization"] == nil)
    #expect(
      body == """
        {"model":"llama3.2","messages":[{"role":"system","content":"Be terse."},\
        {"role":"user","content":"Hi"}],"stream":true}
        """)
    #expect(warnings.isEmpty)
  }

  @Test func `a key of a server behind a proxy is sent`() async throws {
    let transport = ScriptedTransport(body: Self.done)
    let provider = try OllamaProvider(
      configuration: VendorConfiguration(
        id: "o", kind: "ollama", keys: KeyRing(Secret("key-1")), baseURL: "https://ollama.example"),
      transport: transport)
    _ = try await provider.reply(to: ChatRequest("Hi", model: "o/llama3.2"))
    #expect(transport.requests.first?.url == "https://ollama.example/api/chat")
    #expect(transport.requests.first?.headers["authorization"] == "Bearer key-1")
  }

  @Test func `options have the names of a model file`() async throws {
    var request = ChatRequest("Hi")
    request.options = ChatOptions(
      maxOutputTokens: 50, temperature: 0.5, topP: 0.9, topK: 4, stop: ["#"], seed: 7,
      frequencyPenalty: 0.1, presencePenalty: 0.2, countPenalty: 1)
    request.stream = false
    let (body, _, warnings) = try await sent(request)
    #expect(
      body.contains(
        """
        "options":{"num_predict":50,"temperature":0.5,"top_p":0.9,"top_k":4,"seed":7,"stop":["#"],\
        "frequency_penalty":0.1,"presence_penalty":0.2},"stream":false
        """))
    #expect(warnings == [.droppedParameter])
  }

  @Test func `tools, a schema and vendor options travel`() async throws {
    let schema: JSON = ["type": "object", "properties": ["celsius": ["type": "number"]]]
    var request = ChatRequest("Hi")
    request.tools = [ToolDefinition(name: "files.read", description: "Reads")]
    request.output = .json(schema: schema)
    request.vendorOptions = ["ollama": ["keep_alive": "10m", "options": ["num_gpu": 1]]]
    let (body, _, warnings) = try await sent(request)
    #expect(
      body.contains(
        """
        "tools":[{"type":"function","function":{"name":"files.read","description":"Reads",\
        "parameters":{"type":"object","properties":{}}}}],"format":\(schema.text),
        """))
    #expect(body.hasSuffix("\"stream\":true,\"keep_alive\":\"10m\",\"options\":{\"num_gpu\":1}}"))
    #expect(warnings.isEmpty)
    request.output = .json()
    #expect(try await sent(request).body.contains("\"format\":\"json\""))
  }

  @Test(arguments: [
    (ToolChoice.auto, true, [Warning.Code]()), (.none, false, []),
    (.required, true, [.droppedParameter]), (.named("now"), true, [.droppedParameter]),
  ])
  func `a call cannot be demanded, only kept away`(
    choice: ToolChoice, offers: Bool, codes: [Warning.Code]
  ) async throws {
    var request = ChatRequest("Hi")
    request.tools = [ToolDefinition(name: "now")]
    request.toolChoice = choice
    let (body, _, warnings) = try await sent(request)
    #expect(body.contains("\"tools\"") == offers)
    #expect(warnings == codes)
  }

  @Test(arguments: [
    ("qwen3", ReasoningEffort.effort(.medium), "true", [Warning.Code]()),
    ("qwen3", .effort(.none), "false", []),
    ("qwen3", .effort(.high), "true", [.translatedParameter]),
    ("qwen3", .budget(tokens: 0), "false", []),
    ("qwen3", .budget(tokens: 9000), "true", [.translatedParameter]),
    ("gpt-oss:20b", .effort(.high), "\"high\"", []),
    ("gpt-oss:20b", .budget(tokens: 4000), "\"medium\"", [.translatedParameter]),
    ("gpt-oss:20b", .effort(.none), "\"low\"", [.translatedParameter]),
  ])
  func `thinking is on or off, and a word for gpt-oss alone`(
    model: String, reasoning: ReasoningEffort, think: String, codes: [Warning.Code]
  ) async throws {
    var request = ChatRequest("Hi")
    request.reasoning = reasoning
    let (body, _, warnings) = try await sent(request, model: model)
    #expect(body.contains("\"think\":\(think)"))
    #expect(warnings == codes)
  }

  @Test func `calls carry objects, results name their tool, and ids stay here`() async throws {
    let written = try await messages([
      .user("Look"),
      Message(
        role: .assistant,
        parts: [
          Part(.reasoning(Reasoning("Hm."))),
          Part(
            .toolCall(
              ToolCall(id: "call_0_0", name: "f", argumentsText: "{\"n\": 9007199254740993}"))),
          Part(.toolCall(ToolCall(id: "call_0_1", name: "g", argumentsText: ""))),
        ], origin: Origin(vendor: "ollama", kind: "ollama", model: "qwen3")),
      .tool([
        ToolResult(callID: "call_0_1", content: [.text("")]),
        ToolResult(callID: "call_0_0", content: [.text("offline")], isError: true),
      ]),
    ])
    #expect(
      written == """
        [{"role":"user","content":"Look"},{"role":"assistant","content":"","thinking":"Hm.",\
        "tool_calls":[{"function":{"name":"f","arguments":{"n":9007199254740993}}},\
        {"function":{"name":"g","arguments":{}}}]},\
        {"role":"tool","content":"(empty)","tool_name":"g"},\
        {"role":"tool","content":"Error: offline","tool_name":"f"}]
        """)
  }

  @Test func `pictures are bare base64 beside the text`() async throws {
    let pixel = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let text = Media(bytes: Array("fig".utf8), mime: "text/plain", name: "n.txt")
    let written = try await messages([
      .user([.media(pixel), .media(text), .text("What?")]),
      Message(
        role: .assistant,
        parts: [Part(.toolCall(ToolCall(id: "c", name: "see", argumentsText: "{}")))]),
      .tool([ToolResult(callID: "c", content: [.media(pixel)])]),
    ])
    #expect(
      written == """
        [{"role":"user","content":"n.txt:\\nfig\\nWhat?","images":["iVBORw0KGgo="]},\
        {"role":"assistant","content":"","tool_calls":[{"function":{"name":"see","arguments":{}}}]},\
        {"role":"tool","content":"(see below)","tool_name":"see"},\
        {"role":"user","content":"","images":["iVBORw0KGgo="]}]
        """)
  }

  @Test func `what cannot be sent is left out with a word`() async throws {
    let written = try await messages(
      [
        .user([
          .media(Media(url: "https://example.com/a.png", mime: "image/png")),
          .media(Media(bytes: Array("%PDF-1.4".utf8))), .text("Hm?"),
        ]),
        Message(
          role: .assistant,
          parts: [
            Part(.reasoning(Reasoning("So.")), vendorData: ["anthropic": ["signature": "c2ln"]]),
            Part(.opaque), .text("Yes."),
          ]),
        Message(
          role: .assistant, parts: [Part(.reasoning(Reasoning("Hm."))), .text("No.")],
          origin: Origin(vendor: "deepseek", kind: "deepseek", model: "m")),
        .tool([ToolResult(callID: "x", content: [])]),
      ],
      warns: [.droppedPart, .droppedPart, .droppedReasoning, .droppedPart, .droppedPart])
    #expect(
      written
        == """
        [{"role":"user","content":"Hm?"},{"role":"assistant","content":"Yes."},\
        {"role":"assistant","content":"No."}]
        """)
  }

  @Test(
    arguments: [
      (100, nil, nil), (9_000, nil, nil), (9_600, nil, 8192), (21_000, nil, 8192),
      (30_000, nil, 16_384), (9_000, 1_100, 8192), (100, 30_000, 32_768), (2_000_000, nil, 131_072),
      (100, .max, 131_072),
    ] as [(Int, Int?, Int?)])
  func `the context is asked for in powers of two and within the window`(
    bytes: Int, output: Int?, size: Int?
  ) async throws {
    var request = ChatRequest(String(repeating: "a", count: bytes))
    request.options.maxOutputTokens = output
    let (body, _, _) = try await sent(request)
    #expect(try JSON(parsing: body)["options"]["num_ctx"].int == size)
  }

  @Test func `pictures count by the piece in the context`() async throws {
    let large = Media(
      bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + [UInt8](repeating: 0, count: 100_000))
    let (body, _, _) = try await sent(ChatRequest(messages: [.user([.media(large), .text("?")])]))
    #expect(try JSON(parsing: body)["options"]["num_ctx"].exists == false)
    let many = Message.user(Array(repeating: Part.media(large), count: 3))
    let (other, _, _) = try await sent(ChatRequest(messages: [many]))
    #expect(try JSON(parsing: other)["options"]["num_ctx"].int == 8192)
  }

  @Test func `pictures cannot travel by address`() {
    let provider = OllamaProvider(transport: ScriptedTransport(body: ""))
    #expect(provider.mediaDelivery == MediaDelivery(url: false))
    #expect(provider.missingKey == nil)
  }
}
