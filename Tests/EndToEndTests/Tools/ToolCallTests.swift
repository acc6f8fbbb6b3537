import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// What vendors make of tool calls on the wire, and what is sent back to them.
@Suite(.timeLimit(.minutes(10)))
struct ToolCallTests {
  /// What a conversation with tools left behind.
  private struct Talk {
    var run: ToolRun
    /// The names and arguments with which tools ran, in the order of the calls.
    var log: [String]
    /// The bodies that the vendor was sent.
    var bodies: [JSON]
  }

  /// Has a vendor call tools with its first answers; its last one is text.
  private static func talk(
    in form: Line.Form = .chat, _ answers: [LoopbackScript], tools: [String]
  ) async throws -> Talk {
    let last = form == .chat ? Chat.answer("done") : Messages.answer("done")
    let server = try LoopbackServer { request in
      request.index < answers.count ? answers[request.index] : last
    }
    let ran = Locked<[String]>([])
    let run = try await Line.router(form, at: server).run(
      .hello,
      tools: tools.map { name in
        CallableTool(name) { arguments in
          ran.withLock { $0.append("\(name)\(arguments.text)") }
          return "result of \(arguments.text)"
        }
      })
    #expect(run.end == .answered)
    #expect(run.text == "done")
    return Talk(
      run: run, log: ran.withLock { $0.sorted() }, bodies: try server.requests.map { try $0.json })
  }

  @Test(arguments: ["", " ", "null", "{}", "{ }", nil] as [String?])
  func `a call without arguments has none and goes back as an empty object`(
    arguments: String?
  ) async throws {
    let call = Chat.call(
      id: "call_fig", name: "now", arguments: arguments.map { JSON($0) } ?? .missing)
    let talk = try await Self.talk([Chat.calling([Chat.calls(call)])], tools: ["now"])
    #expect(talk.log == ["now{}"])
    let messages = talk.bodies[1]["messages"]
    #expect(messages[1]["tool_calls"][0]["function"]["arguments"].string == "{}")
    #expect(messages[1]["tool_calls"][0]["id"].string == "call_fig")
    #expect(messages[2]["tool_call_id"].string == "call_fig")
  }

  @Test(arguments: ["", " ", "null", "{}", nil] as [String?])
  func `a call without input has none and goes back with an empty object`(
    input: String?
  ) async throws {
    let open = Messages.open([
      "type": "tool_use", "id": "toolu_fig3", "name": "now", "input": [:],
    ])
    let talk = try await Self.talk(
      in: .messages,
      [
        .events(
          Messages.start, open + (input.map { Messages.input($0) } ?? ""), Messages.close(),
          Messages.end("tool_use"))
      ], tools: ["now"])
    #expect(talk.log == ["now{}"])
    let messages = talk.bodies[1]["messages"]
    #expect(messages[1]["content"][0]["input"].text == "{}")
    #expect(messages[2]["content"][0]["tool_use_id"].string == "toolu_fig3")
  }

  private static let first = Chat.call(id: "call_k1", name: "mul", arguments: #"{"a":1}"#)
  private static let second = Chat.call(id: "call_k2", name: "mul", arguments: #"{"a":2}"#)

  @Test(arguments: [
    [Chat.calls(first), Chat.calls(second)], [Chat.calls(first, second)],
    [
      Chat.calls(Chat.call(index: nil, id: "call_k1", name: "mul", arguments: #"{"a":1}"#)),
      Chat.calls(Chat.call(index: nil, id: "call_k2", name: "mul", arguments: #"{"a":2}"#)),
    ],
    [
      Chat.calls(Chat.call(index: 1, id: "call_k1", name: "mul", arguments: #"{"a":1}"#)),
      Chat.calls(Chat.call(index: 2, id: "call_k2", name: "mul", arguments: #"{"a":2}"#)),
    ],
    [
      Chat.calls(Chat.call(id: "call_k1", name: "mul", arguments: #"{"a""#)),
      Chat.calls(Chat.call(arguments: ":1}")), Chat.calls(second),
    ],
    [
      Chat.calls(Chat.call(index: 0, id: "call_k1", name: "mul", arguments: "")),
      Chat.calls(Chat.call(index: 1, id: "call_k2", name: "mul", arguments: "")),
      Chat.calls(Chat.call(index: 1, arguments: #"{"a""#)),
      Chat.calls(Chat.call(index: 0, arguments: #"{"a":1}"#)),
      Chat.calls(Chat.call(index: 1, arguments: ":2}")),
    ],
  ])
  func `calls are told apart by their ids, whatever their indices`(
    pieces: [String]
  ) async throws {
    let talk = try await Self.talk([Chat.calling(pieces)], tools: ["mul"])
    #expect(talk.log == [#"mul{"a":1}"#, #"mul{"a":2}"#])
    let messages = talk.bodies[1]["messages"]
    let calls = messages[1]["tool_calls"].elements
    #expect(calls.map { $0["id"].string } == ["call_k1", "call_k2"])
    #expect(
      calls.map { $0["function"]["arguments"].string } == [#"{"a":1}"#, #"{"a":2}"#])
    #expect(messages[2]["tool_call_id"].string == "call_k1")
    #expect(messages[2]["content"].string == #"result of {"a":1}"#)
    #expect(messages[3]["tool_call_id"].string == "call_k2")
  }

  @Test(arguments: [
    [
      Chat.call(id: "call_r", name: "search", arguments: #"{"q":"#),
      Chat.call(id: "call_r", name: "search", arguments: #""figs"}"#),
    ],
    [
      Chat.call(id: "call_r", name: "search", arguments: ""),
      Chat.call(id: "call_r", name: "search", arguments: #"{"q":"#),
      Chat.call(name: "search", arguments: #""figs"}"#),
    ],
    [
      Chat.call(id: "call_r", name: "sea", arguments: ""), Chat.call(name: "rch", arguments: ""),
      Chat.call(arguments: #"{"q":"figs"}"#),
    ],
    [
      Chat.call(id: "call_r", name: "search", arguments: ""),
      Chat.call(id: "", name: "", arguments: #"{"q":"figs"}"#),
    ],
    [Chat.call(id: "call_r", name: "search", arguments: ["q": "figs"])],
  ])
  func `a name that is repeated with every piece is said once`(pieces: [JSON]) async throws {
    let talk = try await Self.talk(
      [Chat.calling(pieces.map { Chat.calls($0) })], tools: ["search"])
    #expect(talk.log == [#"search{"q":"figs"}"#])
    #expect(talk.bodies[1]["messages"][1]["tool_calls"].count == 1)
  }

  @Test func `calls without ids get ids that are unique and the same every time`() async throws {
    func answer(_ number: Int) -> LoopbackScript {
      Chat.calling([
        Chat.calls(Chat.call(name: "add", arguments: JSON("{\"a\":\(number)}"))),
        Chat.calls(Chat.call(index: 1, name: "add", arguments: JSON("{\"a\":\(number)0}"))),
      ])
    }
    let talk = try await Self.talk([answer(1), answer(2)], tools: ["add"])
    let messages = talk.bodies[2]["messages"].elements
    let ids = messages.flatMap { $0["tool_calls"].elements.compactMap { $0["id"].string } }
    #expect(ids.count == 4)
    #expect(Set(ids).count == 4)
    // Every result stands behind its call and names it.
    #expect(messages.compactMap { $0["tool_call_id"].string } == ids)
    #expect(
      messages.compactMap { $0["tool_call_id"].exists ? $0["content"].string : nil } == [
        #"result of {"a":1}"#, #"result of {"a":10}"#, #"result of {"a":2}"#,
        #"result of {"a":20}"#,
      ])
    // The same conversation read from its JSON form makes the same requests, at any vendor.
    for form in [Line.Form.chat, .messages, .responses] {
      var bodies: [[UInt8]] = []
      for isReloaded in [false, true] {
        let server = try LoopbackServer(.respond(500, body: "{}"))
        var request = ChatRequest.hello
        request.messages += talk.run.messages + [.user("and now?")]
        if isReloaded { request = try ChatRequest(json: JSON(parsing: request.json.text)) }
        _ = try await Line.router(form, at: server).read(request)
        bodies.append(server.requests[0].body)
      }
      #expect(bodies[0] == bodies[1])
    }
  }

  @Test func `ids and names that the next vendor forbids are spelled anew`() async throws {
    let ids = ["a", "b"].map { "call_fig|fc_" + String(repeating: $0, count: 80) }
    func call(_ id: String) -> Part {
      Part(.toolCall(ToolCall(id: id, name: "files.read", argumentsText: #"{"p":1}"#)))
    }
    func result(_ id: String) -> ToolResult {
      ToolResult(callID: id, name: "files.read", content: [.text(id)])
    }
    var request = ChatRequest.hello
    request.tools = [ToolDefinition(name: "files.read"), ToolDefinition(name: "files_read")]
    request.messages += [
      Message(role: .assistant, parts: ids.map(call)), .tool(ids.map(result)), .user("go on"),
    ]
    let server = try LoopbackServer(.respond(500, body: "{}"))
    _ = try await Line.router(.messages, at: server).read(request)
    let body = try server.requests[0].json
    let names = body["tools"].elements.compactMap { $0["name"].string }
    let blocks = body["messages"].elements.flatMap { $0["content"].elements }
    let sent = blocks.compactMap { $0["type"] == "tool_use" ? $0["id"].string : nil }
    let answered = blocks.compactMap { $0["tool_use_id"].string }
    #expect(Set(names).count == 2)
    #expect(Set(sent).count == 2)
    #expect(sent == answered)
    for word in names + sent {
      #expect(word.utf8.count <= 64)
      #expect(word.utf8.allSatisfy { "_-".utf8.contains($0) || isLetterOrDigit($0) }, "\(word)")
    }
    #expect(blocks.first { $0["type"] == "tool_use" }?["name"].string == names[0])

    // What comes back has the caller's names again.
    let calling = try LoopbackServer(
      .events(
        Messages.start,
        Messages.open(["type": "tool_use", "id": "t", "name": JSON(names[0]), "input": [:]]),
        Messages.close(), Messages.end("tool_use")))
    let reply = try await Line.router(.messages, at: calling).reply(to: request)
    #expect(reply.reply.message.toolCalls.map(\.name) == ["files.read"])
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  @Test func `numbers keep every digit on their way there and back`() async throws {
    let text =
      #"{"id":9007199254740993,"id2":12345678901234567890,"price":0.1,"n":5,"exp":1e2,"neg":-0}"#
    let chat = try await Self.talk(
      [Chat.calling([Chat.calls(Chat.call(id: "c", name: "echo", arguments: JSON(text)))])],
      tools: ["echo"])
    #expect(chat.log == ["echo\(text)"])
    let message = chat.bodies[1]["messages"][1]
    #expect(message["tool_calls"][0]["function"]["arguments"].string == text)

    let messages = try await Self.talk(
      in: .messages,
      [
        .events(
          Messages.start,
          Messages.open(["type": "tool_use", "id": "t", "name": "echo", "input": [:]]),
          Messages.input(String(text.prefix(20))), Messages.input(String(text.dropFirst(20))),
          Messages.close(), Messages.end("tool_use"))
      ], tools: ["echo"])
    #expect(messages.log == ["echo\(text)"])
    #expect(messages.bodies[1]["messages"][1]["content"][0]["input"].text == text)
    // What is kept of the conversation has them, too.
    let kept = try Message(json: JSON(parsing: messages.run.messages[0].json.text))
    #expect(kept.toolCalls.map(\.argumentsText) == [text])
  }

  @Test func `a schema reaches a vendor that takes it as it was written`() async throws {
    let schema: JSON = [
      "type": "object",
      "properties": [
        "when": ["type": ["string", "null"]], "who": ["$ref": "#/$defs/p"], "k": ["const": 3],
      ],
      "$defs": [
        "p": [
          "type": "object", "properties": ["n": ["type": "integer", "exclusiveMinimum": 0]],
        ]
      ], "additionalProperties": false,
    ]
    let server = try LoopbackServer(Chat.answer("ok"))
    var request = ChatRequest.hello
    request.tools = [
      ToolDefinition(name: "plan", parameters: schema), ToolDefinition(name: "none"),
      ToolDefinition(name: "empty", parameters: ["type": "object", "properties": [:]]),
    ]
    _ = try await Line.router(at: server).reply(to: request)
    let tools = try server.requests[0].json["tools"]
    #expect(tools[0]["function"]["parameters"].text == schema.text)
    #expect(tools[1]["function"]["parameters"]["type"].string == "object")
    #expect(tools.count == 3)
    #expect(request.tools[0].parameters == schema)
  }
}
