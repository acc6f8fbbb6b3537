import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct ConverseRequestTests {
  static let claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"

  static func write(
    _ request: ChatRequest, model: String = claude, facts: ModelDescriptor? = nil
  ) throws -> (text: String, warnings: [Warning.Code]) {
    let written = try ConverseRequest(
      request, origin: Origin(vendor: "aws", kind: "bedrock", model: model), kind: "bedrock",
      model: facts ?? ModelDescriptor(model))
    return (written.body.text, written.context.warnings.map(\.code))
  }

  static func messages(
    _ messages: [Message], model: String = claude
  ) throws -> (text: String, warnings: [Warning.Code]) {
    var request = ChatRequest("")
    request.messages = messages
    let (text, warnings) = try write(request, model: model)
    // The tools that a history needs are the subject of their own test.
    let body = try JSON(parsing: text)
    return (body["messages"].text, warnings)
  }

  static let weather = ToolDefinition(
    name: "get weather", description: "",
    parameters: ["properties": ["zeta": ["type": "string"], "alpha": [:]]])

  @Test func `a request has all that was asked, in one order`() throws {
    var request = ChatRequest("Oslo?")
    request.system = "Be terse."
    request.tools = [Self.weather]
    request.toolChoice = .named("get weather")
    request.options = ChatOptions(maxOutputTokens: 64, temperature: 0.5, topK: 4, stop: ["END"])
    request.vendorOptions = [
      "bedrock": [
        "guardrailConfig": ["guardrailIdentifier": "g"], "inferenceConfig": ["maxTokens": 9],
      ],
      "openai": ["store": true],
    ]
    let (text, warnings) = try Self.write(request)
    let expected = #"""
      {"messages":[{"role":"user","content":[{"text":"Oslo?"}]}],"system":[{"text":"Be terse."}],\#
      "inferenceConfig":{"maxTokens":9,"temperature":0.5,"stopSequences":["END"]},\#
      "toolConfig":{"tools":[{"toolSpec":{"name":"get_weather","inputSchema":{"json":\#
      {"properties":{"zeta":{"type":"string"},"alpha":{}},"type":"object"}}}}],\#
      "toolChoice":{"tool":{"name":"get_weather"}}},"additionalModelRequestFields":{"top_k":4},\#
      "guardrailConfig":{"guardrailIdentifier":"g"}}
      """#
    #expect(text == expected)
    #expect(warnings == [.toolRenamed])
  }

  static func call(_ id: String, _ arguments: String = "{}") -> Part {
    Part(.toolCall(ToolCall(id: id, name: "add", argumentsText: arguments)))
  }

  static func result(_ id: String, _ text: String, isError: Bool = false) -> ToolResult {
    ToolResult(callID: id, content: [.text(text)], isError: isError)
  }

  /// What is said, the messages that are sent, and the warnings.
  static let histories: [(name: String, said: [Message], sent: String, warned: [Warning.Code])] = [
    (
      "neighbours of one role become one turn",
      [.user("a"), .user("b"), .assistant("c"), .assistant("d"), .user("e")],
      #"""
      [{"role":"user","content":[{"text":"a"},{"text":"b"}]},{"role":"assistant","content":[{\#
      "text":"c"},{"text":"d"}]},{"role":"user","content":[{"text":"e"}]}]
      """#,
      []
    ),
    (
      "blank texts are left out", [.user("a"), .assistant(" \n"), .user("b"), .user("\t")],
      #"[{"role":"user","content":[{"text":"a"},{"text":"b"}]}]"#, []
    ),
    (
      "a blank end leaves nothing", [.user("a"), .assistant("")],
      #"[{"role":"user","content":[{"text":"a"}]}]"#, []
    ),
    (
      "the user begins", [.assistant("Welcome."), .user("a")],
      #"""
      [{"role":"user","content":[{"text":"(continued)"}]},{"role":"assistant","content":[{\#
      "text":"Welcome."}]},{"role":"user","content":[{"text":"a"}]}]
      """#,
      [.messageInserted]
    ),
    (
      "an unfinished turn of the assistant is gone on from, without white space at its end",
      [.user("a"), .assistant("Once \n")],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{\#
      "text":"Once"}]}]
      """#,
      []
    ),
    (
      "results come first, whatever was said between, and all of them",
      [
        .user("a"),
        Message(
          role: .assistant,
          parts: [
            call("c1"),
            call(
              "c2",
              #"""
              {"n":9007199254740993,"x":1.10}
              """#),
          ]),
        .user("wait"), .tool([result("c2", "two", isError: true)]), .tool([result("c1", "")]),
      ],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{\#
      "toolUseId":"c1","name":"add","input":{}}},{"toolUse":{"toolUseId":"c2","name":"add",\#
      "input":{"n":9007199254740993,"x":1.10}}}]},{"role":"user","content":[{"toolResult":{\#
      "toolUseId":"c2","content":[{"text":"two"}],"status":"error"}},{"toolResult":{\#
      "toolUseId":"c1","content":[{"text":"(empty)"}]}},{"text":"wait"}]}]
      """#,
      []
    ),
    (
      "a call without a result gets one",
      [.user("a"), Message(role: .assistant, parts: [call("c1")]), .user("b")],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{\#
      "toolUseId":"c1","name":"add","input":{}}}]},{"role":"user","content":[{"toolResult":{\#
      "toolUseId":"c1","content":[{"text":"(no result)"}]}},{"text":"b"}]}]
      """#,
      [.messageInserted]
    ),
    (
      "a last call gets one too", [.user("a"), Message(role: .assistant, parts: [call("c1")])],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{\#
      "toolUseId":"c1","name":"add","input":{}}}]},{"role":"user","content":[{"toolResult":{\#
      "toolUseId":"c1","content":[{"text":"(no result)"}]}}]}]
      """#,
      [.messageInserted]
    ),
    (
      "a result without a call is left out", [.tool([result("c9", "x")]), .user("a")],
      #"[{"role":"user","content":[{"text":"a"}]}]"#, [.droppedPart]
    ),
    (
      "ids and arguments of other vendors are spelled anew",
      [
        .user("a"), Message(role: .assistant, parts: [call("call|1", "{\"cut")]),
        .tool([result("call|1", "x")]),
      ],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"toolUse":{\#
      "toolUseId":"ID","name":"add","input":{"text":"{\"cut"}}}]},{"role":"user","content":[{\#
      "toolResult":{"toolUseId":"ID","content":[{"text":"x"}]}}]}]
      """#,
      []
    ),
    (
      "instructions in the middle become words of the user",
      [.system("French."), .user("a"), .assistant("b"), .system("One word."), .user("c")],
      #"""
      [{"role":"user","content":[{"text":"a"}]},{"role":"assistant","content":[{"text":"b"}]},\#
      {"role":"user","content":[{"text":"<system>\nOne word.\n</system>"},{"text":"c"}]}]
      """#,
      [.translatedParameter]
    ),
  ]

  @Test(arguments: histories)
  func `a history is accepted`(
    name: String, said: [Message], sent: String, warned: [Warning.Code]
  ) throws {
    let (text, warnings) = try Self.messages(said)
    let ids = CallIDs(for: said, rule: CallIDs.Rule(lengths: 1...64))
    #expect(text == sent.replacing("ID", with: ids.id(for: "call|1")), "\(name)")
    #expect(warnings == warned, "\(name)")
  }

  @Test func `a conversation without a word is refused`() {
    #expect { try Self.messages([.user(" "), .assistant("")]) } throws: { error in
      (error as? SwitchboardError)?.kind == .invalidRequest
    }
  }

  @Test func `a model that does not go on from the assistant hears the user last`() throws {
    let (text, warnings) = try Self.messages(
      [.user("a"), .assistant("b")], model: "meta.llama3-3-70b-instruct-v1:0")
    #expect(text.hasSuffix(#"{"role":"user","content":[{"text":"(continued)"}]}]"#))
    #expect(warnings == [.messageInserted])
  }

  @Test func `tools that only the history knows are declared`() throws {
    var request = ChatRequest("")
    request.messages = [
      .user("a"), Message(role: .assistant, parts: [Self.call("c1")]),
      .tool([Self.result("c1", "x")]),
    ]
    #expect(
      try Self.write(request).text.hasSuffix(
        #""toolConfig":{"tools":[{"toolSpec":{"name":"add","inputSchema":{"json":"#
          + #"{"type":"object","properties":{}}}}}]}}"#))
    request.toolChoice = ToolChoice.none
    #expect(try Self.write(request).warnings == [.droppedParameter])
  }

  @Test func `a request that may not call has no tools`() throws {
    var request = ChatRequest("a")
    request.tools = [Self.weather]
    request.toolChoice = ToolChoice.none
    #expect(
      try Self.write(request).text == #"""
        {"messages":[{"role":"user","content":[{"text":"a"}]}]}
        """#)
  }

  /// A choice, the model, what is sent, and whether there is a warning.
  static let choices: [(ToolChoice, String, String?, Bool)] = [
    (.auto, claude, nil, false), (.required, claude, #"{"any":{}}"#, false),
    (.named("f"), claude, #"{"tool":{"name":"f"}}"#, false),
    (.required, "anthropic.claude-opus-5-5", nil, true),
    (.required, "amazon.nova-pro-v1:0", #"{"any":{}}"#, false),
  ]

  @Test(arguments: choices)
  func `a choice among tools is sent`(
    wish: ToolChoice, model: String, sent: String?, warns: Bool
  ) throws {
    var request = ChatRequest("a")
    request.tools = [ToolDefinition(name: "f")]
    request.toolChoice = wish
    let (text, warnings) = try Self.write(request, model: model)
    let body = try JSON(parsing: text)
    let choice = body["toolConfig"]["toolChoice"]
    #expect((choice.exists ? choice.text : nil) == sent)
    #expect(warnings == (warns ? [.droppedParameter] : []))
  }

  @Test func `a model without instructions is given them as words of the user`() throws {
    var request = ChatRequest("a")
    request.system = "Be terse."
    let model = "amazon.titan-text-express-v1"
    let (text, warnings) = try Self.write(
      request, model: model, facts: ModelDescriptor(model, cannot: [.systemText]))
    #expect(
      text == #"{"messages":[{"role":"user","content":[{"text":"Be terse."},{"text":"a"}]}]}"#)
    #expect(warnings == [.translatedParameter])
  }

  @Test func `what would be lost is refused when the request is strict`() {
    var request = ChatRequest("a")
    request.strict = true
    request.options.seed = 7
    #expect { try Self.write(request) } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
  }

  @Test func `the same request gives the same bytes`() throws {
    var request = ChatRequest("a")
    request.tools = (0..<20).map { ToolDefinition(name: "tool \($0)") }
    request.vendorOptions = ["bedrock": ["requestMetadata": ["b": "1", "a": "2"]]]
    let first = try Self.write(request).text
    for _ in 0..<20 { #expect(try Self.write(request).text == first) }
  }
}
