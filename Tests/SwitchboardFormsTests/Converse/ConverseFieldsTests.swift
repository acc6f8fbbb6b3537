import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct ConverseFieldsTests {
  static let claude = ConverseRequestTests.claude

  /// Options, the model, what is sent beside the messages, and the warnings.
  static let options: [(ChatOptions, String, String, [Warning.Code])] = [
    (
      ChatOptions(temperature: 1.5), claude,
      #"""
      {"inferenceConfig":{"temperature":1.0}}
      """#, [.clampedParameter]
    ),
    (
      ChatOptions(temperature: .nan), "m",
      #"""
      {"inferenceConfig":{"temperature":0.0}}
      """#, [.clampedParameter]
    ),
    (ChatOptions(temperature: 1, topP: 1), claude, "{}", []),
    (
      ChatOptions(temperature: 0.2, topP: 0.9), claude,
      #"""
      {"inferenceConfig":{"temperature":0.2}}
      """#, [.droppedParameter]
    ),
    (
      ChatOptions(temperature: 0.2, topP: 0.9), "amazon.nova-pro-v1:0",
      #"{"inferenceConfig":{"temperature":0.2,"topP":0.9}}"#, []
    ),
    (
      ChatOptions(stop: ["\n\n", "x"]), claude,
      #"""
      {"inferenceConfig":{"stopSequences":["x"]}}
      """#, [.droppedParameter]
    ),
    (
      ChatOptions(stop: ["\n\n", ""]), "meta.llama3-8b",
      #"""
      {"inferenceConfig":{"stopSequences":["\n\n"]}}
      """#, [.droppedParameter]
    ),
    (
      ChatOptions(topK: 5), "amazon.nova-pro-v1:0",
      #"""
      {"additionalModelRequestFields":{"inferenceConfig":{"topK":5}}}
      """#, []
    ),
    (ChatOptions(topK: 5), "meta.llama3-8b", "{}", [.droppedParameter]),
    (
      ChatOptions(topK: 5, seed: 7, frequencyPenalty: 0.5, presencePenalty: 0.1),
      "cohere.command-r-v1:0",
      #"""
      {"additionalModelRequestFields":{"k":5,"seed":7,"frequency_penalty":0.5,\#
      "presence_penalty":0.1}}
      """#,
      []
    ),
    (ChatOptions(frequencyPenalty: 0, presencePenalty: 0, countPenalty: 0), claude, "{}", []),
    (ChatOptions(countPenalty: 1), claude, "{}", [.droppedParameter]),
  ]

  @Test(arguments: options)
  func `options are sent where the model has a place for them`(
    options: ChatOptions, model: String, sent: String, warned: [Warning.Code]
  ) throws {
    var request = ChatRequest("a")
    request.options = options
    let (text, warnings) = try ConverseRequestTests.write(request, model: model)
    var body = try JSON(parsing: text)
    body["messages"] = .missing
    #expect(body.text == sent)
    #expect(warnings == warned)
  }

  @Test func `options that the facts forbid are left out`() throws {
    var request = ChatRequest("a")
    request.options.temperature = 0.2
    let model = "anthropic.claude-opus-5"
    let (text, warnings) = try ConverseRequestTests.write(
      request, model: model, facts: ModelDescriptor(model, rejects: [.temperature]))
    #expect(!text.contains("temperature"))
    #expect(warnings == [.droppedParameter])
  }

  /// A wish, the model, what is sent, and the warnings.
  static let wishes: [(ReasoningEffort, String, String, [Warning.Code])] = [
    (
      .budget(tokens: 2000), claude,
      #"{"thinking":{"type":"enabled","budget_tokens":2000}}"#, []
    ),
    (
      .budget(tokens: 100_000), claude,
      #"{"thinking":{"type":"enabled","budget_tokens":3999}}"#, [.clampedParameter]
    ),
    (.effort(.none), claude, "", []),
    (
      .effort(.low), "amazon.nova-2-lite-v1:0",
      #"{"reasoningConfig":{"type":"enabled","maxReasoningEffort":"low"}}"#, []
    ),
    (.effort(.none), "amazon.nova-2-lite-v1:0", #"{"reasoningConfig":{"type":"disabled"}}"#, []),
    (
      .budget(tokens: 5000), "openai.gpt-oss-120b-1:0", #"{"reasoning_effort":"medium"}"#,
      [.translatedParameter]
    ),
    (
      .effort(.none), "openai.gpt-oss-120b-1:0",
      #"""
      {"reasoning_effort":"low"}
      """#, [.translatedParameter]
    ),
    (.effort(.high), "meta.llama3-8b", "", [.droppedParameter]),
    (.effort(.none), "meta.llama3-8b", "", []),
    (.effort(.high), "anthropic.claude-v2:1", "", [.droppedParameter]),
  ]

  @Test(arguments: wishes)
  func `a wish for thinking is said in the maker's words`(
    wish: ReasoningEffort, model: String, sent: String, warned: [Warning.Code]
  ) throws {
    var request = ChatRequest("a")
    request.reasoning = wish
    request.options.maxOutputTokens = 4000
    let (text, warnings) = try ConverseRequestTests.write(request, model: model)
    let body = try JSON(parsing: text)
    let fields = body["additionalModelRequestFields"]
    #expect((fields.exists ? fields.text : "") == sent)
    #expect(body["inferenceConfig"]["maxTokens"].int == 4000)
    #expect(warnings == warned)
  }

  @Test func `models that think by themselves are given an effort`() throws {
    var request = ChatRequest("a")
    request.reasoning = .effort(.high)
    let (text, warnings) = try ConverseRequestTests.write(
      request, model: "global.anthropic.claude-opus-4-8")
    let body = try JSON(parsing: text)
    #expect(body["additionalModelRequestFields"]["thinking"]["type"] == "adaptive")
    #expect(body["outputConfig"].text == #"{"effort":"high"}"#)
    #expect(warnings.isEmpty)
  }

  @Test func `what cannot be said to a model that thinks is left out`() throws {
    var request = ChatRequest("a")
    request.options = ChatOptions(maxOutputTokens: 9000, temperature: 0.2, topK: 4)
    request.reasoning = .budget(tokens: 2000)
    var (text, warnings) = try ConverseRequestTests.write(request)
    #expect(!text.contains("temperature") && !text.contains("top_k"))
    #expect(warnings == [.droppedParameter, .droppedParameter])
    request.reasoning = .effort(.high)
    (text, warnings) = try ConverseRequestTests.write(request, model: "amazon.nova-2-lite-v1:0")
    #expect(!text.contains("temperature") && !text.contains("maxTokens"))
    #expect(warnings == [.droppedParameter, .droppedParameter])
  }

  @Test func `a model is not told to think where it would refuse`() throws {
    var request = ChatRequest("a")
    request.reasoning = .budget(tokens: 2000)
    request.tools = [ToolDefinition(name: "add")]
    request.toolChoice = .required
    #expect(try ConverseRequestTests.write(request).warnings == [.droppedParameter])
    request.toolChoice = nil
    request.messages = [
      .user("a"), Message(role: .assistant, parts: [ConverseRequestTests.call("c1")]),
      .tool([ConverseRequestTests.result("c1", "x")]),
    ]
    let (text, warnings) = try ConverseRequestTests.write(request)
    #expect(!text.contains("thinking"))
    #expect(warnings == [.droppedParameter])
  }

  @Test func `a schema travels as text, closed for Claude`() throws {
    var request = ChatRequest("a")
    request.output = .json(
      name: "city", schema: ["type": "object", "properties": ["n": ["type": "string"]]])
    #expect(
      try ConverseRequestTests.write(request).text.hasSuffix(
        #""outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"schema":"#
          + #""{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\"}},"#
          + #"\"additionalProperties\":false}","name":"city"}}}}}"#))
    #expect(
      try !ConverseRequestTests.write(request, model: "qwen.qwen3-32b-v1:0").text
        .contains("additionalProperties"))
  }

  @Test func `a form that cannot be demanded is asked for in words`() throws {
    var request = ChatRequest("a")
    request.output = .json()
    var (text, warnings) = try ConverseRequestTests.write(request)
    #expect(text.contains(#""system":[{"text":"Answer with a JSON value alone."}]"#))
    #expect(warnings == [.translatedParameter])
    request.output = .json(schema: ["type": "object"])
    let model = "amazon.nova-pro-v1:0"
    (text, warnings) = try ConverseRequestTests.write(
      request, model: model, facts: ModelDescriptor(model, cannot: [.structuredOutput]))
    #expect(text.contains("JSON Schema") && !text.contains("outputConfig"))
    #expect(warnings == [.translatedParameter])
  }
}
