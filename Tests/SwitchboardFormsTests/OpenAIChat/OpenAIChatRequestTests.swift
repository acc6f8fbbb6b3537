import SwitchboardCore
import SwitchboardForms
import Testing

struct OpenAIChatRequestTests {
  private static let tools = [
    ToolDefinition(
      name: "get_weather", description: "Weather",
      parameters: ["type": "object", "properties": ["city": ["type": "string"]]])
  ]

  private func write(
    dialect: OpenAIChatDialect = .openAI, model: ModelDescriptor = ModelDescriptor("m"),
    kind: VendorKind = "test", _ change: (inout ChatRequest) -> Void
  ) throws -> OpenAIChatRequest {
    var request = ChatRequest("hi")
    request.stream = false
    change(&request)
    return try OpenAIChatRequest(
      request, origin: Origin(vendor: "v", kind: kind, model: "m"), model: model, dialect: dialect)
  }

  @Test func `a plain request has these bytes`() throws {
    let request = try write { $0.system = "Be brief." }
    #expect(
      request.body.text
        == #"{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}]}"#
    )
  }

  @Test func `a stream asks for its usage where it must`() throws {
    #expect(
      try write { $0.stream = true }.body["stream_options"] == ["include_usage": true])
    let quiet = OpenAIChatDialect(asksForUsage: false)
    #expect(try !write(dialect: quiet) { $0.stream = true }.body["stream_options"].exists)
  }

  @Test func `options have their names`() throws {
    let request = try write {
      $0.options = ChatOptions(
        maxOutputTokens: 5, temperature: 0.5, topP: 0.9, stop: ["x"], seed: 3,
        frequencyPenalty: 0.1, presencePenalty: 0.2)
    }
    #expect(request.body["max_completion_tokens"].int == 5)
    #expect(request.body["temperature"].number == "0.5")
    #expect(request.body["top_p"].number == "0.9")
    #expect(request.body["stop"] == ["x"])
    #expect(request.body["seed"].int == 3)
    #expect(request.body["frequency_penalty"].number == "0.1")
    #expect(request.body["presence_penalty"].number == "0.2")
    #expect(request.warnings.isEmpty)
  }

  @Test func `what the form or the model does not take is left out with a warning`() throws {
    let thinker = ModelDescriptor("m", rejects: [.temperature])
    let request = try write(model: thinker) {
      $0.options = ChatOptions(temperature: 1, topK: 5, countPenalty: 1)
    }
    #expect(!request.body["temperature"].exists)
    #expect(
      request.warnings.map(\.code) == [.droppedParameter, .droppedParameter, .droppedParameter])
    #expect(throws: SwitchboardError.self) {
      try write(model: thinker) {
        $0.options.temperature = 1
        $0.strict = true
      }
    }
  }

  @Test(arguments: [
    (nil as ToolChoice?, "null"), (.auto, #""auto""#), (ToolChoice.none, #""none""#),
    (.required, #""required""#),
    (.named("get_weather"), #"{"type":"function","function":{"name":"get_weather"}}"#),
  ])
  func `a choice of tools has its words`(choice: ToolChoice?, text: String) throws {
    let request = try write {
      $0.tools = Self.tools
      $0.toolChoice = choice
    }
    #expect(request.body["tool_choice"].text == text)
    #expect(request.body["tools"][0]["function"]["name"].string == "get_weather")
  }

  @Test func `calls are answered right behind, one a message, whatever was said between`() throws {
    let request = try write {
      $0.messages = [
        .user("Both"),
        Message(
          role: .assistant,
          parts: [
            .text("Let me look."),
            Part(
              .toolCall(ToolCall(id: "c1", name: "a", argumentsText: #"{"n":9007199254740993}"#))),
            Part(.toolCall(ToolCall(id: "c2", name: "b", argumentsText: ""))),
          ]),
        .tool([ToolResult(callID: "c2", content: [.text("two")])]),
        .tool([ToolResult(callID: "c1", content: [.text("one")], isError: true)]),
        .user("Thanks"),
      ]
    }
    #expect(
      request.body["messages"].text == """
        [{"role":"user","content":"Both"},\
        {"role":"assistant","content":"Let me look.","tool_calls":[\
        {"id":"c1","type":"function","function":{"name":"a","arguments":"{\\"n\\":9007199254740993}"}},\
        {"id":"c2","type":"function","function":{"name":"b","arguments":"{}"}}]},\
        {"role":"tool","tool_call_id":"c2","content":"two"},\
        {"role":"tool","tool_call_id":"c1","content":"Error: one"},\
        {"role":"user","content":"Thanks"}]
        """)
    #expect(request.warnings.isEmpty)
  }

  @Test func `a call without a result and a result without a call are made right`() throws {
    let request = try write {
      $0.messages = [
        .tool([ToolResult(callID: "gone", content: [.text("x")])]),
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c1", name: "a", argumentsText: "{}")))]),
        .user("never mind"),
      ]
    }
    let messages = request.body["messages"]
    #expect(messages.elements.map { $0["role"].string ?? "" } == ["assistant", "tool", "user"])
    #expect(messages[1]["tool_call_id"].string == "c1")
    #expect(request.warnings.map(\.code) == [.droppedPart, .messageInserted])
  }

  @Test func `names and ids that the vendor forbids are spelled anew and found again`() throws {
    let id = "call_fig|fc_" + String(repeating: "a", count: 80)
    let request = try write {
      $0.tools = [ToolDefinition(name: "files.read"), ToolDefinition(name: "files_read")]
      $0.messages = [
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: id, name: "files.read", argumentsText: "{}")))]),
        .tool([ToolResult(callID: id, content: [.text("x")])]),
      ]
    }
    let names = request.body["tools"].elements.compactMap { $0["function"]["name"].string }
    #expect(names == ["files_read_2", "files_read"])
    #expect(request.toolNames.tool(named: "files_read_2") == "files.read")
    #expect(request.warnings.map(\.code) == [.toolRenamed])
    let call = request.body["messages"][0]["tool_calls"][0]
    #expect(call["function"]["name"].string == "files_read_2")
    let sent = call["id"].string ?? ""
    #expect(sent.utf8.count <= 40 && !sent.contains("|") && !sent.isEmpty)
    #expect(request.body["messages"][1]["tool_call_id"].string == sent)
  }

  @Test func `media travel as the form has them`() throws {
    let png = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let pdf = Media(bytes: Array("%PDF-1.4\n".utf8), name: "a.pdf")
    let request = try write {
      $0.messages = [
        .user([
          .media(png), .media(Media(url: "https://a.example/b.png", mime: "image/png")),
          .media(pdf),
          .media(Media(bytes: Array("words".utf8), mime: "text/plain", name: "n.txt")),
          .media(Media(bytes: [0], mime: "video/mp4")), .text("what?"),
        ])
      ]
    }
    let content = request.body["messages"][0]["content"]
    #expect(content[0]["image_url"]["url"].string == "data:image/png;base64,iVBORw0KGgo=")
    #expect(content[1]["image_url"]["url"].string == "https://a.example/b.png")
    #expect(content[2]["file"]["file_data"].string == "data:application/pdf;base64,JVBERi0xLjQK")
    #expect(content[3]["text"].string == "n.txt:\nwords")
    #expect(content[4]["text"].string == "what?")
    #expect(request.warnings.map(\.code) == [.droppedPart])
  }

  @Test func `pictures of results follow in a message of the user`() throws {
    let png = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let request = try write {
      $0.messages = [
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c", name: "shot", argumentsText: "{}")))]),
        .tool([ToolResult(callID: "c", content: [.media(png)])]),
      ]
    }
    let roles = request.body["messages"].elements.compactMap { $0["role"].string }
    #expect(roles == ["assistant", "tool", "user"])
    #expect(request.body["messages"][2]["content"][0]["type"].string == "image_url")
  }

  @Test func `thinking of another vendor stays at home`() throws {
    let request = try write {
      $0.messages = [
        Message(
          role: .assistant,
          parts: [
            Part(.reasoning(Reasoning("hm")), vendorData: ["anthropic": ["signature": "c2ln"]]),
            .text("Yes."),
          ], origin: Origin(vendor: "x", kind: "anthropic", model: "c")),
        .user("Sure?"),
      ]
    }
    #expect(!request.body.text.contains("c2ln"))
    #expect(request.warnings.map(\.code) == [.droppedReasoning])
  }

  @Test func `empty words are not sent`() throws {
    let request = try write { $0.messages = [.user("Hello"), .assistant(""), .user("Go on.")] }
    #expect(
      request.body["messages"] == [["role": "user", "content": "Hello\n\nGo on."]])
  }

  private static let png = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  private static let shown =
    #"{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}"#

  /// What is said, and the messages that are sent.
  static let neighbours: [([Message], String)] = [
    (
      [.system("a"), .system("b"), .user("c")],
      #"[{"role":"system","content":"s\n\na\n\nb"},{"role":"user","content":"c"}]"#
    ),
    (
      [.user("a"), .user([.media(png)]), .user("b")],
      #"[S,{"role":"user","content":[{"type":"text","text":"a"},P,{"type":"text","text":"b"}]}]"#
    ),
    (
      [
        .user("a"), .assistant("b"),
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c", name: "t", argumentsText: "{}")))]),
        .tool([ToolResult(callID: "c", content: [.media(png)])]), .user("d"),
      ],
      #"[S,{"role":"user","content":"a"},{"role":"assistant","content":"b","tool_calls":[{"id":"c","#
        + #""type":"function","function":{"name":"t","arguments":"{}"}}]},{"role":"tool","#
        + #""tool_call_id":"c","content":"(see below)"},{"role":"user","content":[P,"#
        + #"{"type":"text","text":"d"}]}]"#
    ),
    (
      [.user("a"), .assistant("b"), .assistant("c"), .user("d")],
      #"[S,{"role":"user","content":"a"},{"role":"assistant","content":"b\n\nc"},"#
        + #"{"role":"user","content":"d"}]"#
    ),
  ]

  @Test(arguments: neighbours)
  func `neighbours of one role are one message`(said: [Message], sent: String) throws {
    let request = try write {
      $0.system = "s"
      $0.messages = said
    }
    let expected = sent.replacing("P", with: Self.shown)
      .replacing("S", with: #"{"role":"system","content":"s"}"#)
    #expect(try JSON(parsing: request.body["messages"].text) == JSON(parsing: expected))
    #expect(request.warnings.isEmpty)
  }

  @Test func `later instructions are the user's where the vendor has them at the front alone`()
    throws
  {
    let request = try write(dialect: OpenAIChatDialect(takesLaterSystem: false)) {
      $0.system = "Be terse."
      $0.messages = [
        .system("In French."), .user("hi"), .assistant("salut"), .system("One word."),
        .user("Oslo?"),
      ]
    }
    #expect(
      request.body["messages"].text == """
        [{"role":"system","content":"Be terse.\\n\\nIn French."},{"role":"user","content":"hi"},\
        {"role":"assistant","content":"salut"},\
        {"role":"user","content":"<system>\\nOne word.\\n</system>\\n\\nOslo?"}]
        """)
    #expect(request.warnings.map(\.code) == [.translatedParameter])
  }

  @Test(arguments: [
    (
      #"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#,
      true
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#, false
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"object"}},"required":["a"],"additionalProperties":false}"#,
      false
    ),
    (#"{"type":"array","items":{"type":"string"}}"#, false),
  ])
  func `a schema is strict where the vendor can hold to it`(text: String, isStrict: Bool) throws {
    let schema = try JSON(parsing: text)
    let request = try write { $0.output = .json(name: "r", schema: schema) }
    let format = request.body["response_format"]["json_schema"]
    #expect(format["schema"] == schema)
    #expect((format["strict"].bool == true) == isStrict)
  }

  @Test(arguments: [
    (ReasoningEffort.effort(.high), #""high""#, 0), (.budget(tokens: 1024), #""low""#, 1),
    (.budget(tokens: 100_000), #""high""#, 1),
  ])
  func `how much to think is said in a word`(
    reasoning: ReasoningEffort, word: String, warnings: Int
  ) throws {
    let request = try write { $0.reasoning = reasoning }
    #expect(request.body["reasoning_effort"].text == word)
    #expect(request.warnings.count == warnings)
  }

  @Test func `a vendor's own options come last and go to it alone`() throws {
    let options: [VendorKind: JSON] = ["test": ["user": "u", "stop": ["z"]], "other": ["x": 1]]
    let request = try write {
      $0.options.stop = ["a"]
      $0.vendorOptions = options
    }
    #expect(request.body["user"].string == "u")
    #expect(request.body["stop"] == ["z"])
    #expect(!request.body["x"].exists)
  }
}
