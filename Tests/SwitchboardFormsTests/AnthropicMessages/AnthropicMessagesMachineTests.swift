import SwitchboardCore
import SwitchboardForms
import Testing

/// The stream machine of the form, and its agreement with the reader of whole answers.
struct AnthropicMessagesMachineTests {
  private typealias A = AnthropicAnswers

  /// Thinking, text, a call and a call without arguments, with pings in between.
  private static let full = A.text(
    A.block(
      0, ["type": "thinking", "thinking": "", "signature": ""],
      ["type": "thinking_delta", "thinking": "Let me count "],
      ["type": "thinking_delta", "thinking": "figs.\n"],
      ["type": "signature_delta", "signature": "EqQB"],
      ["type": "signature_delta", "signature": "Cg=="])
      + A.block(1, ["type": "redacted_thinking", "data": "Emw3"])
      + [["type": "ping"]] + A.words(2, "Two ", "figs – naïve 👩‍👩‍👧")
      + A.block(
        3, ["type": "tool_use", "id": "toolu_1", "name": "count", "input": [:]],
        ["type": "input_json_delta", "partial_json": ""],
        ["type": "input_json_delta", "partial_json": "{\"n\":9007199"],
        ["type": "input_json_delta", "partial_json": "254740993}"])
      + A.block(4, ["type": "tool_use", "id": "toolu_2", "name": "stop", "input": [:]]),
    stop: "tool_use", usage: ["output_tokens": 30])

  /// The same answer as a whole.
  private static let whole = """
    {"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5-20251001",\
    "content":[{"type":"thinking","thinking":"Let me count figs.\\n","signature":"EqQBCg=="},\
    {"type":"redacted_thinking","data":"Emw3"},{"type":"text","text":"Two figs – naïve 👩‍👩‍👧"},\
    {"type":"tool_use","id":"toolu_1","name":"count","input":{"n":9007199254740993}},\
    {"type":"tool_use","id":"toolu_2","name":"stop","input":{}}],"stop_reason":"tool_use",\
    "stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":30}}
    """

  @Test func `a stream and a whole answer become the same reply`() throws {
    let streamed = try A().stream(Self.full)
    let reply = try #require(streamed.reply)
    #expect(streamed.violations.isEmpty)
    #expect(reply.message.parts.count == 5)
    #expect(
      reply.message.parts[0]
        == Part(
          .reasoning(Reasoning("Let me count figs.\n")),
          vendorData: ["anthropic": ["signature": "EqQBCg=="]]))
    #expect(
      reply.message.parts[1]
        == Part(
          .reasoning(Reasoning("", isRedacted: true)), vendorData: ["anthropic": ["data": "Emw3"]]))
    #expect(reply.text == "Two figs – naïve 👩‍👩‍👧")
    #expect(reply.message.toolCalls.map(\.argumentsText) == ["{\"n\":9007199254740993}", ""])
    #expect(reply.finish == FinishReason(.toolCalls, raw: "tool_use"))
    #expect(reply.origin.responseModel == "claude-haiku-4-5-20251001")
    #expect(reply.origin.responseID == "msg_1")
    let other = try #require(try A().whole(Self.whole).reply)
    #expect(other.message == reply.message)
    #expect(other.finish == reply.finish)
    #expect(other.usage?.output == 30)
  }

  @Test func `bytes cut anywhere give the same events`() throws {
    let expected = try A().stream(Self.full)
    #expect(try A().dripped(Self.full) == expected)
    for cut in 1..<Self.full.utf8.count {
      #expect(try A().stream(Self.full, cut: [cut]) == expected, "cut at \(cut)")
    }
  }

  @Test func `a ping alone makes no event`() throws {
    let with = try A().stream(A.text([["type": "ping"], ["type": "ping"]] + A.words(0, "a")))
    let without = try A().stream(A.text(A.words(0, "a")))
    #expect(with == without)
  }

  @Test func `thinking whose words are kept back is redacted and keeps its signature`() throws {
    let stream = A.text(
      A.block(
        0, ["type": "thinking", "thinking": "", "signature": ""],
        ["type": "signature_delta", "signature": "EqQB"]))
    let parts = try #require(try A().stream(stream).reply).message.parts
    #expect(
      parts == [
        Part(
          .reasoning(Reasoning("", isRedacted: true)),
          vendorData: ["anthropic": ["signature": "EqQB"]])
      ])
  }

  @Test func `thinking that belongs to an account says so`() throws {
    let stream = A.text(
      A.block(0, ["type": "redacted_thinking", "data": "Emw3"]) + A.words(1, "a"))
    let parts = try #require(
      try AnthropicAnswers(model: "claude-sonnet-5-5").stream(stream).reply
    ).message.parts
    #expect(parts[0].vendorData == ["anthropic": ["data": "Emw3", "account": "work"]])
    #expect(parts[1].vendorData.isEmpty)
  }

  @Test func `blocks of the vendor's own tools are kept as they came`() throws {
    let stream = A.text(
      A.block(
        0, ["type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": [:]],
        ["type": "input_json_delta", "partial_json": "{\"query\":"],
        ["type": "input_json_delta", "partial_json": "\"figs\"}"])
        + A.block(
          1,
          [
            "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
            "content": [["type": "web_search_result", "encrypted_content": "Eo=="]],
          ])
        + A.block(
          2, ["type": "compaction", "content": "so "],
          ["type": "compaction_delta", "content": "far"])
        + A.words(3, "Figs."))
    let reply = try #require(try A().stream(stream).reply)
    let blocks = reply.message.parts.compactMap { $0.vendorData["anthropic"]?["block"] }
    #expect(
      blocks == [
        [
          "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
          "input": ["query": "figs"],
        ],
        [
          "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
          "content": [["type": "web_search_result", "encrypted_content": "Eo=="]],
        ],
        ["type": "compaction", "content": "so far"],
      ])
    #expect(reply.message.toolCalls.isEmpty)
    #expect(reply.finish.kind == .stop)
  }

  @Test func `citations become sources and stay with their text`() throws {
    let citation: JSON = [
      "type": "web_search_result_location", "url": "https://example.com/figs", "title": "Figs",
      "cited_text": "A fig is", "encrypted_index": "Eo8=",
    ]
    let page: JSON = [
      "type": "page_location", "document_index": 0, "document_title": "Report",
      "cited_text": "Two", "start_page_number": 1, "end_page_number": 2,
    ]
    let stream = A.text(
      A.block(
        0, ["type": "text", "text": "", "citations": []],
        ["type": "citations_delta", "citation": citation],
        ["type": "text_delta", "text": "Figs."], ["type": "citations_delta", "citation": page]))
    let parts = try #require(try A().stream(stream).reply).message.parts
    #expect(
      parts == [
        Part(.text("Figs."), vendorData: ["anthropic": ["citations": [citation, page]]]),
        Part(
          .source(Source(title: "Figs", url: "https://example.com/figs", citedText: "A fig is"))),
        Part(.source(Source(title: "Report", citedText: "Two"))),
      ])
  }

  @Test func `who called a tool is kept when it was not the model`() throws {
    let caller: JSON = ["type": "code_execution_20260120", "tool_id": "srvtoolu_1"]
    let stream = A.text(
      A.block(0, ["type": "tool_use", "id": "t1", "name": "f", "input": [:], "caller": caller])
        + A.block(
          1,
          ["type": "tool_use", "id": "t2", "name": "f", "input": [:], "caller": ["type": "direct"]]
        ))
    let parts = try #require(try A().stream(stream).reply).message.parts
    #expect(parts.map(\.vendorData) == [["anthropic": ["caller": caller]], [:]])
  }

  @Test func `tools that were renamed come back under their own names`() throws {
    var answers = A()
    answers.request.tools = [ToolDefinition(name: "find fig")]
    let stream = A.text(
      A.block(0, ["type": "tool_use", "id": "t", "name": "find_fig", "input": [:]]))
    let reply = try #require(try answers.stream(stream).reply)
    #expect(reply.message.toolCalls.map(\.name) == ["find fig"])
    #expect(reply.warnings.map(\.code) == [.toolRenamed])
  }

  @Test func `a call without an id gets the same one every time`() throws {
    let stream = A.text(
      A.block(0, ["type": "tool_use", "name": "f", "input": ["a": 1]])
        + A.block(1, ["type": "tool_use", "id": "", "name": "", "input": [:]]))
    let calls = try #require(try A().stream(stream).reply).message.toolCalls
    #expect(calls.map(\.id) == ["call_0_0", "call_0_1"])
    #expect(calls.map(\.name) == ["f", "unnamed"])
    #expect(calls[0].argumentsText == "{\"a\":1}")
  }

  @Test func `an empty block leaves no part`() throws {
    let stream = A.text(A.block(0, ["type": "text", "text": ""]), stop: "refusal")
    #expect(try #require(try A().stream(stream).reply).message.parts.isEmpty)
  }
}
