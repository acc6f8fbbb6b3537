import SwitchboardCore
import SwitchboardForms
import Testing

/// The members of a request beside the conversation, byte for byte.
struct OpenAIResponsesRequestTests {
  private static let origin = Origin(vendor: "work", kind: "openai", model: "gpt-5.4")

  private func written(
    _ request: ChatRequest, model: ModelDescriptor = ModelDescriptor("gpt-5.4"),
    dialect: OpenAIResponsesDialect = .openAI
  ) throws -> (body: String, warnings: [Warning.Code]) {
    let request = try OpenAIResponsesRequest(
      request, origin: Self.origin, model: model, dialect: dialect)
    return (request.body.text, request.warnings.map(\.code))
  }

  private static let hi = "\"input\":[{\"type\":\"message\",\"role\":\"user\",\"content\":\"Hi\"}]"
  private static let end = "\"include\":[\"reasoning.encrypted_content\"],\"store\":false"

  @Test func `a plain request stores nothing and asks for its thinking`() throws {
    var request = ChatRequest("Hi")
    #expect(
      try written(request).body
        == "{\"model\":\"gpt-5.4\",\(Self.hi),\(Self.end),\"stream\":true}")
    request.stream = false
    request.system = "Be terse."
    #expect(
      try written(request).body
        == "{\"model\":\"gpt-5.4\",\"instructions\":\"Be terse.\",\(Self.hi),\(Self.end)}")
  }

  @Test func `tools say that they are not strict`() throws {
    var request = ChatRequest("Hi")
    request.stream = false
    request.tools = [
      ToolDefinition(
        name: "files.read", description: "Reads",
        parameters: ["type": "object", "properties": ["zeta": ["type": "string"]]])
    ]
    request.toolChoice = .named("files.read")
    let (body, warnings) = try written(request)
    #expect(
      body == """
        {"model":"gpt-5.4",\(Self.hi),"tools":[{"type":"function","name":"files_read",\
        "description":"Reads","parameters":{"type":"object","properties":{"zeta":{"type":"string"}}},\
        "strict":false}],"tool_choice":{"type":"function","name":"files_read"},\(Self.end)}
        """)
    #expect(warnings == [.toolRenamed])
  }

  @Test(arguments: [
    (ToolChoice.auto, "\"auto\""), (.none, "\"none\""), (.required, "\"required\""),
  ])
  func `a tool choice is a word`(choice: ToolChoice, word: String) throws {
    var request = ChatRequest("Hi")
    request.tools = [ToolDefinition(name: "now")]
    request.toolChoice = choice
    #expect(try written(request).body.contains("\"tool_choice\":\(word)"))
  }

  @Test func `a schema is strict when the vendor can hold to it`() throws {
    let closed: JSON = [
      "type": "object", "properties": ["n": ["type": "number"]], "required": ["n"],
      "additionalProperties": false,
    ]
    let open: JSON = ["type": "object", "properties": ["n": ["type": "number"]]]
    var request = ChatRequest("Hi")
    request.output = .json(name: "my reading!", schema: closed)
    #expect(
      try written(request).body.contains(
        """
        "text":{"format":{"type":"json_schema","name":"my_reading_","schema":\(closed.text),\
        "strict":true}}
        """))
    request.output = .json(schema: open)
    #expect(
      try written(request).body.contains(
        "{\"type\":\"json_schema\",\"name\":\"answer\",\"schema\":\(open.text)}"))
    request.output = .json()
    #expect(try written(request).body.contains("\"text\":{\"format\":{\"type\":\"json_object\"}}"))
  }

  @Test func `options that the form lacks are left out with a word each`() throws {
    var request = ChatRequest("Hi")
    request.options = ChatOptions(
      maxOutputTokens: 100, temperature: 0.5, topP: 0.9, topK: 4, stop: ["#"], seed: 1,
      frequencyPenalty: 1, presencePenalty: 1, countPenalty: 1)
    let (body, warnings) = try written(request)
    #expect(
      body.contains("\"max_output_tokens\":100,\"temperature\":0.5,\"top_p\":0.9,\"include\""))
    #expect(warnings == Array(repeating: .droppedParameter, count: 6))
  }

  @Test func `a model that thinks loses its sampling options`() throws {
    var request = ChatRequest("Hi")
    request.options.temperature = 0.5
    let model = ModelDescriptor("gpt-5.4", rejects: [.temperature])
    let (body, warnings) = try written(request, model: model)
    #expect(!body.contains("temperature"))
    #expect(warnings == [.droppedParameter])
    request.strict = true
    let error = #expect(throws: SwitchboardError.self) { try written(request, model: model) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `no option is no warning, also under strict`() throws {
    var request = ChatRequest("Hi")
    request.strict = true
    #expect(try written(request).warnings.isEmpty)
  }

  @Test func `a longest answer below the least becomes the least`() throws {
    var request = ChatRequest("Hi")
    request.options.maxOutputTokens = 5
    let (body, warnings) = try written(request)
    #expect(body.contains("\"max_output_tokens\":16"))
    #expect(warnings == [.clampedParameter])
    #expect(
      try written(request, dialect: OpenAIResponsesDialect()).body.contains(
        "\"max_output_tokens\":5"))
  }

  @Test(arguments: [
    (ReasoningEffort.effort(.high), "high", [Warning.Code]()),
    (.effort(.none), "minimal", [.clampedParameter]),
    (.budget(tokens: 1024), "low", [.translatedParameter]),
    (.budget(tokens: 8192), "medium", [.translatedParameter]),
    (.budget(tokens: 9000), "high", [.translatedParameter]),
  ])
  func `how much to think is a word`(
    reasoning: ReasoningEffort, word: String, codes: [Warning.Code]
  ) throws {
    var request = ChatRequest("Hi")
    request.reasoning = reasoning
    var dialect = OpenAIResponsesDialect.openAI
    dialect.leastEffort = "minimal"
    let (body, warnings) = try written(request, dialect: dialect)
    #expect(body.contains("\"reasoning\":{\"effort\":\"\(word)\"}"))
    #expect(warnings == codes)
  }

  @Test func `a model that cannot think is not asked to`() throws {
    var request = ChatRequest("Hi")
    request.reasoning = .effort(.high)
    let model = ModelDescriptor("gpt-4.1", cannot: [.reasoning])
    let (body, warnings) = try written(request, model: model)
    #expect(!body.contains("reasoning"))
    #expect(warnings == [.droppedParameter])
    request.reasoning = .effort(.none)
    #expect(try written(request, model: model).warnings.isEmpty)
  }

  @Test func `vendor options come last and lie over the rest`() throws {
    var request = ChatRequest("Hi")
    request.reasoning = .effort(.low)
    request.vendorOptions = [
      "openai": ["reasoning": ["summary": "auto"], "store": true], "anthropic": ["x": 1],
    ]
    let body = try written(request).body
    #expect(body.contains("\"reasoning\":{\"effort\":\"low\",\"summary\":\"auto\"}"))
    #expect(body.contains("\"store\":true") && !body.contains("\"x\""))
  }

  @Test func `the same request has the same bytes`() throws {
    var request = ChatRequest("Hi")
    request.tools = [ToolDefinition(name: "a"), ToolDefinition(name: "b")]
    #expect(try written(request).body == written(request).body)
  }
}
