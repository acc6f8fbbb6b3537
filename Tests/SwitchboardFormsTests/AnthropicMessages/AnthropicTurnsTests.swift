import SwitchboardCore
import SwitchboardForms
import Testing

/// Turns as the form wants them, byte by byte.
struct AnthropicTurnsTests {
  private let requests = AnthropicRequests()

  @Test func `a conversation with a tool is written to the byte`() throws {
    var request = ChatRequest(
      system: "You are terse.",
      messages: [
        .user("Figs?"),
        Message(
          role: .assistant,
          parts: [
            .thought("Count.\n", signature: "EqQ="), .text("I look."),
            .call("toolu_1", "{\"b\":1,\"a\":{\"y\":9007199254740993}}"),
          ]),
        Message(role: .tool, parts: [.result("toolu_1", "two")]), .user("And now?"),
      ])
    request.tools = [
      ToolDefinition(
        name: "f", description: "Counts",
        parameters: ["type": "object", "properties": ["zeta": [:], "alpha": [:]]])
    ]
    request.toolChoice = .auto
    request.options.stop = ["##"]
    request.options.temperature = 0.5
    #expect(
      try requests.text(request) == """
        {"max_tokens":64000,"system":"You are terse.","messages":[{"role":"user","content":"Figs?"},\
        {"role":"assistant","content":[{"type":"thinking","thinking":"Count.\\n","signature":"EqQ="},\
        {"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"f",\
        "input":{"b":1,"a":{"y":9007199254740993}}}]},{"role":"user","content":[\
        {"type":"tool_result","tool_use_id":"toolu_1","content":"two"},\
        {"type":"text","text":"And now?"}]}],"tools":[{"name":"f","description":"Counts",\
        "input_schema":{"type":"object","properties":{"zeta":{},"alpha":{}}}}],\
        "tool_choice":{"type":"auto"},"temperature":0.5,"stop_sequences":["##"]}
        """)
    #expect(try requests.write(request).warnings.isEmpty)
  }

  @Test func `neighbours of one role become one turn in order`() throws {
    let (turns, warnings) = try requests.turns(
      .user("My name is Odalys."), .assistant(""), .user("What is my name?"), .assistant("O"),
      .assistant("dalys"), .user("Yes."))
    #expect(
      turns.text == """
        [{"role":"user","content":[{"type":"text","text":"My name is Odalys."},\
        {"type":"text","text":"What is my name?"}]},{"role":"assistant","content":[\
        {"type":"text","text":"O"},{"type":"text","text":"dalys"}]},\
        {"role":"user","content":"Yes."}]
        """)
    #expect(warnings.isEmpty)
  }

  @Test func `blank text is never sent and a result may be empty`() throws {
    let (turns, warnings) = try requests.turns(
      .user("look up fig prices"),
      Message(role: .assistant, parts: [.text(" \n"), .call("toolu_fig2")]),
      Message(role: .tool, parts: [.result("toolu_fig2", "")]),
      .user([.text("\t"), .text("    code")]))
    #expect(
      turns[1].text + turns[2].text == """
        {"role":"assistant","content":[{"type":"tool_use","id":"toolu_fig2","name":"f","input":{}}]}\
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_fig2"},\
        {"type":"text","text":"    code"}]}
        """)
    #expect(warnings.isEmpty)
  }

  @Test(arguments: [[Message.user("  \n")], [.user("Hi"), .assistant("Hello"), .user(" ")], []])
  func `a prompt without words is refused before the call`(messages: [Message]) throws {
    let error = #expect(throws: SwitchboardError.self) {
      try requests.write(ChatRequest(messages: messages))
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `results come first, all of them, whatever was said in between`() throws {
    let (turns, warnings) = try requests.turns(
      .user("Both"), Message(role: .assistant, parts: [.call("c1"), .call("c2")]),
      Message(role: .tool, parts: [.result("c2", "11:05")]), .user("Well?"),
      Message(
        role: .tool,
        parts: [
          Part(.toolResult(ToolResult(callID: "c1", content: [.text("no")], isError: true)))
        ]))
    #expect(
      turns[2].text == """
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"11:05"},\
        {"type":"tool_result","tool_use_id":"c1","content":"no","is_error":true},\
        {"type":"text","text":"Well?"}]}
        """)
    #expect(warnings.isEmpty)
  }

  @Test func `calls without results are answered and results without calls are dropped`() throws {
    let (turns, warnings) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [.call("c1"), .call("c2")]),
      Message(role: .tool, parts: [.result("zz", "lost"), .result("c2", "two")]))
    #expect(
      turns[2]["content"].text == """
        [{"type":"tool_result","tool_use_id":"c2","content":"two"},\
        {"type":"tool_result","tool_use_id":"c1","content":"(no result)"}]
        """)
    #expect(warnings == [.droppedPart, .messageInserted])
  }

  @Test func `ids of other vendors are made to fit and stay different`() throws {
    let (turns, _) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [.call("a.b:c/1"), .call("a b"), .call("a")]),
      Message(
        role: .tool, parts: [.result("a", "3"), .result("a b", "2"), .result("a.b:c/1", "1")]))
    let sent = turns[1]["content"].elements.compactMap { $0["id"].string }
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    #expect(Set(sent).count == 3)
    #expect(sent.allSatisfy { $0.allSatisfy(allowed.contains) })
    #expect(
      turns[2]["content"].elements.compactMap { $0["tool_use_id"].string }
        == [sent[2], sent[1], sent[0]])
  }

  @Test func `an id used twice in a conversation is sent twice under two names`() throws {
    let (turns, _) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [.call("c")]),
      Message(role: .tool, parts: [.result("c", "1")]),
      Message(role: .assistant, parts: [.call("c")]),
      Message(role: .tool, parts: [.result("c", "2")]))
    #expect(turns[3]["content"][0]["id"] == "c_2")
    #expect(turns[4]["content"][0]["tool_use_id"] == "c_2")
  }

  @Test func `arguments cut off by the limit still arrive`() throws {
    let (turns, _) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [.call("c", "{\"a\":")]),
      Message(role: .tool, parts: [.result("c", "1")]))
    #expect(turns[1]["content"][0]["input"] == ["text": "{\"a\":"])
  }

  @Test func `a conversation may begin with the assistant`() throws {
    let messages: [Message] = [.assistant("Welcome aboard."), .user("Thanks")]
    let (turns, warnings) = try requests.turns(messages[0], messages[1])
    #expect(turns.elements.compactMap { $0["role"].string } == ["assistant", "user"])
    #expect(warnings.isEmpty)
    let other = AnthropicRequests(dialect: AnthropicMessagesDialect(startsWithUser: true))
    let (changed, codes) = try other.turns(messages[0], messages[1])
    #expect(changed[0].text == "{\"role\":\"user\",\"content\":\"(continued)\"}")
    #expect(codes == [.messageInserted])
  }

  @Test func `an unfinished turn is gone on with where the model can`() throws {
    let (old, quiet) = try requests.turns(.user("Q"), .assistant("The answer is "))
    #expect(old[1].text == "{\"role\":\"assistant\",\"content\":\"The answer is\"}")
    #expect(quiet.isEmpty)
    let new = AnthropicRequests(model: "claude-opus-5")
    let (turns, warnings) = try new.turns(.user("Q"), .assistant("The answer is "))
    #expect(turns[2].text == "{\"role\":\"user\",\"content\":\"(continued)\"}")
    #expect(warnings == [.messageInserted])
  }
}

/// What only the vendor understands, and where it goes.
struct AnthropicReplayTests {
  private let requests = AnthropicRequests()
  private static let search: JSON = [
    "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": ["query": "q"],
  ]
  private static let found: JSON = [
    "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [],
  ]

  @Test func `thinking goes back to the letter and before its calls`() throws {
    let (turns, warnings) = try requests.turns(
      .user("Go"),
      Message(
        role: .assistant,
        parts: [
          .thought("", signature: "Eq0="), .thought("figs.\n", signature: "EqQ="),
          Part(
            .reasoning(Reasoning("", isRedacted: true)),
            vendorData: ["anthropic": ["data": "Emw3fig"]]),
          .call("c"),
        ]), Message(role: .tool, parts: [.result("c", "1")]))
    #expect(
      turns[1]["content"].text == """
        [{"type":"thinking","thinking":"","signature":"Eq0="},\
        {"type":"thinking","thinking":"figs.\\n","signature":"EqQ="},\
        {"type":"redacted_thinking","data":"Emw3fig"},\
        {"type":"tool_use","id":"c","name":"f","input":{}}]
        """)
    #expect(warnings.isEmpty)
  }

  @Test(arguments: [
    [VendorKind: JSON](), ["openai": ["x": 1]], ["anthropic": ["signature": ""]],
    ["anthropic": ["signature": "EqQ=", "account": "other"]],
  ])
  func `thinking that cannot be shown to be ours is left out`(data: [VendorKind: JSON]) throws {
    let thought = Part(.reasoning(Reasoning("hm")), vendorData: data)
    let (turns, warnings) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [thought, .text("Yes.")]), .user("Sure?"))
    #expect(turns[1].text == "{\"role\":\"assistant\",\"content\":\"Yes.\"}")
    #expect(warnings == [.droppedReasoning])
  }

  @Test func `thinking of this account goes back without the account's name`() throws {
    let thought = Part(
      .reasoning(Reasoning("hm")),
      vendorData: ["anthropic": ["signature": "EqQ=", "account": "work"]])
    let (turns, _) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [thought, .text("Yes.")]), .user("Sure?"))
    #expect(
      turns[1]["content"][0].text
        == "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"EqQ=\"}")
  }

  @Test func `thinking that nothing follows is left out`() throws {
    let (turns, warnings) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [.thought("hm", signature: "EqQ=")]),
      .user("Well?"))
    #expect(turns.count == 1)
    #expect(warnings == [.droppedReasoning])
  }

  @Test func `blocks of the vendor's own tools go back as they came`() throws {
    let (turns, warnings) = try requests.turns(
      .user("Go"),
      Message(role: .assistant, parts: [.block(Self.search), .block(Self.found), .text("y")]),
      .user("And?"))
    #expect(turns[1]["content"].elements.prefix(2) == [Self.search, Self.found])
    #expect(warnings.isEmpty)
  }

  @Test func `a paused turn goes back, without its open tool once the user spoke`() throws {
    let paused = Message(role: .assistant, parts: [.text("I search."), .block(Self.search)])
    let (turns, quiet) = try requests.turns(.user("Go"), paused)
    #expect(turns[1]["content"].count == 2)
    #expect(quiet.isEmpty)
    let (cut, warnings) = try requests.turns(.user("Go"), paused, .user("Never mind."))
    #expect(cut[1].text == "{\"role\":\"assistant\",\"content\":\"I search.\"}")
    #expect(warnings == [.droppedPart])
  }

  @Test func `a block of another vendor is left out with a warning`() throws {
    let foreign = Part(.opaque, vendorData: ["gemini": ["block": ["type": "x"]]])
    let (_, warnings) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [foreign, .text("y")]), .user("And?"))
    #expect(warnings == [.droppedPart])
  }

  @Test func `citations go back with their text and sources do not`() throws {
    let text = Part(
      .text("Figs."),
      vendorData: [
        "anthropic": [
          "citations": [["type": "char_location", "cited_text": "f", "file_id": nil]]
        ]
      ])
    let (turns, warnings) = try requests.turns(
      .user("Go"),
      Message(role: .assistant, parts: [text, Part(.source(Source(title: "t")))]), .user("And?"))
    #expect(
      turns[1]["content"].text == """
        [{"type":"text","text":"Figs.","citations":[{"type":"char_location","cited_text":"f"}]}]
        """)
    #expect(warnings.isEmpty)
  }

  @Test func `cache marks go to the blocks of their parts`() throws {
    let mark: [VendorKind: JSON] = ["anthropic": ["cache_control": ["type": "ephemeral"]]]
    let request = ChatRequest(messages: [
      Message(role: .system, parts: [Part(.text("Long."), vendorData: mark)]),
      .user([Part(.text("Book"), vendorData: mark), .text("Q")]),
      Message(role: .assistant, parts: [.call("c")]),
      Message(
        role: .tool,
        parts: [
          Part(.toolResult(ToolResult(callID: "c", content: [.text("1")])), vendorData: mark)
        ]),
    ])
    let body = try requests.write(request).body
    let marked = "\"cache_control\":{\"type\":\"ephemeral\"}"
    #expect(body["system"].text == "[{\"type\":\"text\",\"text\":\"Long.\",\(marked)}]")
    #expect(
      body["messages"][0]["content"].text
        == "[{\"type\":\"text\",\"text\":\"Book\",\(marked)},{\"type\":\"text\",\"text\":\"Q\"}]")
    #expect(body["messages"][2]["content"][0]["cache_control"] == ["type": "ephemeral"])
  }

  @Test func `who called a tool is told again`() throws {
    let caller: JSON = ["type": "code_execution_20260120", "tool_id": "srvtoolu_1"]
    var call = Part.call("c")
    call.vendorData = ["anthropic": ["caller": caller]]
    let (turns, _) = try requests.turns(
      .user("Go"), Message(role: .assistant, parts: [call]),
      Message(role: .tool, parts: [.result("c", "1")]))
    #expect(turns[1]["content"][0]["caller"] == caller)
  }
}
