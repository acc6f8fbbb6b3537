import SwitchboardCore
import SwitchboardForms
import Testing

/// The members beside the messages.
struct AnthropicOptionsTests {
  private func write(
    _ model: String = "claude-haiku-4-5", rejects: Set<ChatParameter> = [],
    _ change: (inout ChatRequest) -> Void
  ) throws -> (body: JSON, codes: [Warning.Code]) {
    var request = ChatRequest("Hi")
    change(&request)
    let requests = AnthropicRequests(
      model: model, facts: ModelDescriptor(model, maxOutput: 64_000, rejects: rejects))
    let written = try requests.write(request)
    return (written.body, written.warnings.map(\.code))
  }

  @Test func `the model's own bound is sent in silence, a guess with a warning`() throws {
    let known = try write { _ in }
    #expect(known.body["max_tokens"] == 64000)
    #expect(known.codes.isEmpty)
    let unknown = AnthropicRequests(facts: ModelDescriptor("claude-haiku-4-5"))
    let written = try unknown.write(ChatRequest("Hi"))
    #expect(written.body["max_tokens"] == 8192)
    #expect(written.warnings.map(\.code) == [.defaultInserted])
    let high = try write { $0.options.maxOutputTokens = 100_000 }
    #expect(high.body["max_tokens"] == 64000)
    #expect(high.codes == [.clampedParameter])
  }

  @Test func `a strict request is refused where a warning would be given`() throws {
    let error = #expect(throws: SwitchboardError.self) {
      try write {
        $0.strict = true
        $0.options.seed = 1
      }
    }
    #expect(error?.kind == .unsupported)
  }

  @Test func `options that a model rejects are left out, unless they say nothing`() throws {
    let new: Set<ChatParameter> = [.temperature, .topP, .topK]
    let left = try write("claude-opus-5", rejects: new) {
      $0.options = ChatOptions(temperature: 0.2, topP: 0.9, topK: 5)
    }
    #expect(left.body.members.map(\.key) == ["max_tokens", "messages"])
    #expect(left.codes == [.droppedParameter, .droppedParameter, .droppedParameter])
    let plain = try write("claude-opus-5", rejects: new) {
      $0.options = ChatOptions(
        temperature: 1, topP: 1, frequencyPenalty: 0, presencePenalty: 0, countPenalty: 0)
    }
    #expect(plain.codes.isEmpty)
  }

  @Test func `of temperature and top-p one is sent`() throws {
    let both = try write { $0.options = ChatOptions(temperature: 1.5, topP: 0.5, topK: 7) }
    #expect(both.body["temperature"].double == nil || both.body["temperature"].double == 1)
    #expect(!both.body["top_p"].exists)
    #expect(both.body["top_k"] == 7)
    #expect(both.codes == [.clampedParameter, .droppedParameter])
    let one = try write { $0.options = ChatOptions(topP: 0.5) }
    #expect(one.body["top_p"].double == 0.5)
    #expect(one.codes.isEmpty)
  }

  @Test func `texts of white space do not end an answer`() throws {
    let some = try write { $0.options.stop = ["\n\n", "##"] }
    #expect(some.body["stop_sequences"] == ["##"])
    #expect(some.codes == [.droppedParameter])
    #expect(!(try write { $0.options.stop = [" "] }).body["stop_sequences"].exists)
  }

  @Test(arguments: [
    (ToolChoice.auto, "{\"type\":\"auto\"}"), (.none, "{\"type\":\"none\"}"),
    (.required, "{\"type\":\"any\"}"),
    (.named("my tool"), "{\"type\":\"tool\",\"name\":\"my_tool\"}"),
  ])
  func `every choice of tools has its word`(choice: ToolChoice, text: String) throws {
    let written = try write {
      $0.tools = [ToolDefinition(name: "my tool", parameters: [:])]
      $0.toolChoice = choice
    }
    #expect(written.body["tool_choice"].text == text)
    #expect(written.body["tools"][0]["input_schema"] == ["type": "object"])
    #expect(written.codes == [.toolRenamed])
  }

  @Test func `a model that cannot be made to call a tool is left to choose`() throws {
    let written = try write("claude-opus-5-5") {
      $0.tools = [ToolDefinition(name: "f")]
      $0.toolChoice = .required
    }
    #expect(written.body["tool_choice"] == ["type": "auto"])
    #expect(written.codes == [.translatedParameter])
  }

  @Test func `a choice without tools is not sent`() throws {
    #expect(!(try write { $0.toolChoice = .required }).body["tool_choice"].exists)
  }

  @Test func `a schema goes into the form of the output and any JSON into words`() throws {
    let schema: JSON = [
      "type": "object", "properties": ["n": ["type": "integer", "minimum": 1]],
      "required": ["n"],
    ]
    let held = try write { $0.output = .json(name: "x", schema: schema) }
    #expect(
      held.body["output_config"].text == """
        {"format":{"type":"json_schema","schema":{"type":"object","properties":{"n":\
        {"type":"integer","description":"(minimum: 1)"}},"required":["n"],\
        "additionalProperties":false}}}
        """)
    #expect(held.codes == [.schemaChanged])
    let any = try write { $0.output = .json() }
    #expect(!any.body["output_config"].exists)
    #expect(any.body["system"].string?.isEmpty == false)
    #expect(any.codes == [.translatedParameter])
  }

  @Test func `options of the vendor's own are laid over all else, others' are not`() throws {
    let written = try write {
      $0.vendorOptions = [
        "anthropic": ["cache_control": ["type": "ephemeral"], "max_tokens": 5],
        "openai": ["store": true],
      ]
    }
    #expect(
      written.body.text == """
        {"max_tokens":5,"messages":[{"role":"user","content":"Hi"}],\
        "cache_control":{"type":"ephemeral"}}
        """)
  }
}

/// Thinking, which every generation of models is asked for in another way.
struct AnthropicThinkingTests {
  private func write(
    _ model: String, _ wish: ReasoningEffort, room: Int? = nil,
    _ change: (inout ChatRequest) -> Void = { _ in }
  ) throws -> (String, [Warning.Code]) {
    var request = ChatRequest("Hi")
    request.reasoning = wish
    request.options.maxOutputTokens = room
    change(&request)
    let written = try AnthropicRequests(model: model).write(request)
    let members = written.body.members.filter { ["thinking", "output_config"].contains($0.key) }
    return (
      JSON.object(members.map { ($0.key, $0.value) }).text, written.warnings.map(\.code)
    )
  }

  private static let adaptive = "\"thinking\":{\"type\":\"adaptive\",\"display\":\"summarized\"}"

  @Test(arguments: [
    "claude-opus-5", "claude-opus-5-5", "claude-fable-5", "claude-sonnet-5-5-20260928",
    "claude-haiku-5-5", "claude-opus-4-8", "claude-opus-4.7", "claude-opus-4-6",
    "us.anthropic.claude-sonnet-4-6", "claude-mythos-preview", "claude-zeta-9",
  ])
  func `newer models think by themselves, steered by effort`(model: String) throws {
    let expected = "{\(Self.adaptive),\"output_config\":{\"effort\":\"medium\"}}"
    #expect(try write(model, .effort(.medium)) == (expected, []))
  }

  @Test(arguments: [
    "claude-haiku-4-5", "claude-sonnet-4-5@20250929", "claude-opus-4-5-20251101",
    "us.anthropic.claude-opus-4-20250514-v1:0", "another-model",
  ])
  func `older models are given a number of tokens`(model: String) throws {
    let exact = try write(model, .budget(tokens: 3000))
    #expect(exact == ("{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":3000}}", []))
    let word = try write(model, .effort(.medium))
    #expect(word.0 == "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":8192}}")
    #expect(word.1 == [.translatedParameter])
  }

  @Test(arguments: [
    ("claude-opus-4-6", 3000, "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":3000}}", []),
    (
      "claude-opus-5", 3000, "{\(adaptive),\"output_config\":{\"effort\":\"medium\"}}",
      [Warning.Code.translatedParameter]
    ),
    ("claude-3-5-sonnet-20241022", 3000, "{}", [.droppedParameter]),
    (
      "claude-haiku-4-5", 10, "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}}",
      [.clampedParameter]
    ),
    (
      "claude-haiku-4-5", 9000, "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":4999}}",
      [.clampedParameter]
    ),
  ])
  func `a number of tokens is sent where it can be`(
    model: String, tokens: Int, text: String, codes: [Warning.Code]
  ) throws {
    #expect(try write(model, .budget(tokens: tokens), room: 5000) == (text, codes))
  }

  @Test func `an answer too short for any thinking has none`() throws {
    #expect(
      try write("claude-haiku-4-5", .budget(tokens: 2048), room: 1024)
        == ("{}", [.droppedParameter]))
  }

  @Test(arguments: [
    ("claude-opus-5", "{\"thinking\":{\"type\":\"disabled\"}}", []),
    ("claude-haiku-5-5", "{\"thinking\":{\"type\":\"disabled\"}}", []),
    ("claude-sonnet-5-5", "{\"thinking\":{\"type\":\"between_tools\"}}", []),
    ("claude-opus-4-8", "{}", []), ("claude-haiku-4-5", "{}", []), ("claude-3-haiku", "{}", []),
    (
      "claude-opus-5-5", "{\"output_config\":{\"effort\":\"low\"}}",
      [Warning.Code.translatedParameter]
    ),
    ("claude-fable-5", "{\"output_config\":{\"effort\":\"low\"}}", [.translatedParameter]),
  ])
  func `thinking is turned off as far as the model lets it be`(
    model: String, text: String, codes: [Warning.Code]
  ) throws {
    #expect(try write(model, .effort(.none)) == (text, codes))
    #expect(try write(model, .budget(tokens: 0)) == (text, codes))
  }

  @Test func `a model that must call a tool is not asked to think`() throws {
    let force = { (request: inout ChatRequest) in
      request.tools = [ToolDefinition(name: "f")]
      request.toolChoice = .required
    }
    #expect(
      try write("claude-haiku-4-5", .budget(tokens: 2000), force) == ("{}", [.droppedParameter]))
    #expect(
      try write("claude-opus-5", .effort(.high), force)
        == ("{\"output_config\":{\"effort\":\"high\"}}", []))
  }

  @Test func `calls that were made without thinking are finished without it`() throws {
    let loop = { (request: inout ChatRequest) in
      request.messages += [
        Message(role: .assistant, parts: [.text("I look."), .call("c")]),
        Message(role: .tool, parts: [.result("c", "1")]),
      ]
    }
    #expect(
      try write("claude-haiku-4-5", .budget(tokens: 2000), loop) == ("{}", [.droppedParameter]))
    #expect(try write("claude-opus-4-6", .effort(.low), loop).1.isEmpty)
  }

  @Test func `with thinking the choice of words is not steered`() throws {
    let warm = { (request: inout ChatRequest) in
      request.options.temperature = 0.5
      request.options.topK = 5
    }
    let codes = try write("claude-haiku-4-5", .budget(tokens: 2000), warm).1
    #expect(codes == [.droppedParameter, .droppedParameter])
  }
}
