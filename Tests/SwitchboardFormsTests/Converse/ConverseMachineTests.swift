import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardForms

struct ConverseMachineTests {
  static func machine(
    model: String = ConverseRequestTests.claude, tools: [String] = []
  ) throws -> ConverseMachine {
    var request = ChatRequest("a")
    request.tools = tools.map { ToolDefinition(name: $0) }
    request.messages.append(.assistant("b"))
    let written = try ConverseRequest(
      request, origin: Origin(vendor: "aws", kind: "bedrock", model: model), kind: "bedrock",
      model: ModelDescriptor(model))
    return ConverseMachine(written) { json in
      SwitchboardError(.server, json["message"].string ?? "unknown")
    }
  }

  /// The reply that the events of a stream make, in the order of the grammar.
  static func reply(
    _ stream: [(String, String)], model: String = ConverseRequestTests.claude,
    tools: [String] = []
  ) throws -> ChatReply {
    var machine = try machine(model: model, tools: tools)
    var events: [StreamEvent] = []
    for (name, data) in stream {
      try Array(data.utf8).withUnsafeBytes { data in
        try Array(name.utf8).withUnsafeBytes {
          try machine.event(data, name: $0, into: &events)
        }
      }
    }
    try machine.end(into: &events)
    return try fold(events)
  }

  static func reply(
    whole: String, model: String = ConverseRequestTests.claude, tools: [String] = []
  ) throws -> ChatReply {
    var machine = try machine(model: model, tools: tools)
    var events: [StreamEvent] = []
    try machine.whole(Array(whole.utf8), into: &events)
    return try fold(events)
  }

  static func fold(_ events: [StreamEvent]) throws -> ChatReply {
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    for event in events {
      try grammar.check(event)
      accumulator.add(event)
    }
    return try accumulator.reply()
  }

  static let start = ("messageStart", #"{"role":"assistant","p":"abc"}"#)
  static let stop = ("messageStop", #"{"stopReason":"end_turn","p":"abcdef"}"#)

  static func text(_ text: String, _ index: Int = 0) -> (String, String) {
    ("contentBlockDelta", #"{"contentBlockIndex":\#(index),"delta":{"text":"\#(text)"},"p":"a"}"#)
  }

  static func delta(_ delta: String, _ index: Int = 0) -> (String, String) {
    ("contentBlockDelta", #"{"contentBlockIndex":\#(index),"delta":\#(delta)}"#)
  }

  static func end(_ index: Int = 0) -> (String, String) {
    ("contentBlockStop", #"{"contentBlockIndex":\#(index)}"#)
  }

  @Test func `a stream and a whole answer are one reply`() throws {
    let streamed = try Self.reply(
      [
        Self.start,
        Self.delta(#"{"reasoningContent":{"text":"Let me "}}"#),
        Self.delta(#"{"reasoningContent":{"text":"count.\n"}}"#),
        Self.delta(#"{"reasoningContent":{"signature":"c2ln"}}"#), Self.end(),
        Self.delta(#"{"reasoningContent":{"redactedContent":"RW13Mw=="}}"#, 1), Self.end(1),
        Self.text("Thr", 2), Self.text("ee.", 2), Self.text("", 2), Self.end(2),
        (
          "contentBlockStart",
          #"""
          {"start":{"toolUse":{"toolUseId":"t1","name":"get_it"}},"contentBlockIndex":3}
          """#
        ),
        Self.delta(#"{"toolUse":{"input":"{\"n\":"}}"#, 3),
        Self.delta(#"{"toolUse":{"input":"9007199254740993}"}}"#, 3), Self.end(3),
        (
          "contentBlockStart",
          #"""
          {"start":{"toolUse":{"toolUseId":"t2","name":"now"}},"contentBlockIndex":4}
          """#
        ),
        Self.delta(#"{"toolUse":{"input":""}}"#, 4), Self.end(4),
        ("messageStop", #"{"stopReason":"tool_use"}"#),
        (
          "metadata",
          #"""
          {"usage":{"inputTokens":5,"outputTokens":7,"totalTokens":12,\#
          "cacheReadInputTokens":100,"cacheWriteInputTokens":20},"metrics":{"latencyMs":1}}
          """#
        ),
      ], tools: ["get it"])
    let whole = try Self.reply(
      whole: #"""
        {"output":{"message":{"role":"assistant","content":[
        {"reasoningContent":{"reasoningText":{"text":"Let me count.\n","signature":"c2ln"}}},
        {"reasoningContent":{"redactedContent":"RW13Mw=="}},{"text":"Three."},
        {"toolUse":{"toolUseId":"t1","name":"get_it","input":{"n":9007199254740993}}},
        {"toolUse":{"toolUseId":"t2","name":"now","input":{}}}]}},"stopReason":"tool_use",
        "usage":{"inputTokens":5,"outputTokens":7,"totalTokens":12,"cacheReadInputTokens":100,
        "cacheWriteInputTokens":20},"metrics":{"latencyMs":1}}
        """#, tools: ["get it"])
    let parts: [Part] = [
      Part(
        .reasoning(Reasoning("Let me count.\n")), vendorData: ["bedrock": ["signature": "c2ln"]]),
      Part(
        .reasoning(Reasoning("", isRedacted: true)), vendorData: ["bedrock": ["data": "Emw3"]]),
      .text("Three."),
      Part(
        .toolCall(
          ToolCall(
            id: "t1", name: "get it",
            argumentsText: #"""
              {"n":9007199254740993}
              """#))),
    ]
    for reply in [streamed, whole] {
      #expect(Array(reply.message.parts.prefix(4)) == parts)
      #expect(reply.message.toolCalls.last?.arguments == [:])
      #expect(reply.finish == FinishReason(.toolCalls, raw: "tool_use"))
      #expect(reply.usage?.input == 125)
      #expect(reply.usage?.cachedInput == 100)
      #expect(reply.usage?.cacheWrite == 20)
      #expect(reply.usage?.output == 7)
      #expect(reply.usage?.reasoning == nil)
    }
  }

  @Test func `texts side by side are one part, whatever the blocks are called`() throws {
    let reply = try Self.reply([
      Self.start, Self.text("a"), Self.end(), Self.text("b", 1), Self.end(1), Self.stop,
    ])
    #expect(reply.message.parts == [.text("ab")])
    #expect(reply.finish == FinishReason(.stop, raw: "end_turn"))
    #expect(reply.usage == nil)
  }

  @Test func `citations are sources`() throws {
    let citation =
      #"""
      {"title":"facts","sourceContent":[{"text":"in "},{"text":"1993"}],"location":{\#
      "documentChar":{"start":0}}}
      """#
    let web = #"{"location":{"web":{"url":"https://a.example"}}}"#
    let streamed = try Self.reply([
      Self.start, Self.delta(#"{"citation":\#(citation)}"#), Self.delta(#"{"citation":\#(web)}"#),
      Self.text("Then."), Self.end(), Self.stop,
    ])
    let whole = try Self.reply(
      whole: #"{"output":{"message":{"content":[{"citationsContent":{"content":[{"text":"Then."}],"#
        + #""citations":[\#(citation),\#(web)]}}]}},"stopReason":"end_turn"}"#)
    #expect(streamed.message == whole.message)
    #expect(
      whole.message.parts == [
        Part(.source(Source(title: "facts", citedText: "in 1993"))),
        Part(.source(Source(url: "https://a.example"))), .text("Then."),
      ])
  }

  @Test func `what the vendor's own tools do is kept`() throws {
    let streamed = try Self.reply([
      Self.start,
      (
        "contentBlockStart",
        #"""
        {"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"s1","name":"code",\#
        "type":"server_tool_use"}}}
        """#
      ),
      Self.delta(#"{"toolUse":{"input":"{}"}}"#), Self.end(),
      (
        "contentBlockStart",
        #"""
        {"contentBlockIndex":1,"start":{"toolResult":{"toolUseId":"s1","type":"r"}}}
        """#
      ),
      Self.delta(#"{"toolResult":[{"json":{"out":"4"}}]}"#, 1), Self.end(1), Self.text("4", 2),
      Self.stop,
    ])
    let call = Part(
      .toolCall(ToolCall(id: "s1", name: "code", argumentsText: "{}")),
      vendorData: ["bedrock": ["type": "server_tool_use"]])
    let result: JSON = ["toolUseId": "s1", "type": "r", "content": [["json": ["out": "4"]]]]
    #expect(
      streamed.message.parts == [
        call, Part(.opaque, vendorData: ["bedrock": ["block": ["toolResult": result]]]), .text("4"),
      ])
    #expect(streamed.finish.kind == .stop, "the caller has nothing to answer")
    let whole = try Self.reply(
      whole: #"{"output":{"message":{"content":[{"toolUse":{"toolUseId":"s1","name":"code","#
        + #""type":"server_tool_use","input":{}}},{"toolResult":\#(result.text)},{"text":"4"},"#
        + #"{"reasoningContent":{}},{"fromTheFuture":{"x":1}}]}},"stopReason":"end_turn"}"#)
    #expect(Array(whole.message.parts.prefix(3)) == streamed.message.parts)
    #expect(
      whole.message.parts.last?.vendorData == ["bedrock": ["block": ["fromTheFuture": ["x": 1]]]])
  }

  @Test func `pictures are media`() throws {
    let png = Base64.encode(ConversePartsTests.png)
    let streamed = try Self.reply([
      Self.start,
      (
        "contentBlockStart",
        #"""
        {"contentBlockIndex":0,"start":{"image":{"format":"png"}}}
        """#
      ),
      Self.delta(#"{"image":{"source":{"bytes":"\#(png)"}}}"#), Self.end(), Self.stop,
    ])
    let whole = try Self.reply(
      whole: #"""
        {"output":{"message":{"content":[{"image":{"format":"png","source":{\#
        "bytes":"\#(png)"}}}]}},"stopReason":"end_turn"}
        """#)
    #expect(streamed.message == whole.message)
    #expect(whole.message.parts == [.media(Media(bytes: ConversePartsTests.png))])
  }

  @Test func `hidden thinking in pieces is one, and of other makers stays bytes`() throws {
    let reply = try Self.reply(
      [
        Self.start, Self.delta(#"{"reasoningContent":{"redactedContent":"AP8="}}"#),
        Self.delta(#"{"reasoningContent":{"redactedContent":"Ag=="}}"#), Self.end(), Self.stop,
      ], model: "amazon.nova-2-lite-v1:0")
    #expect(reply.message.parts.first?.vendorData == ["bedrock": ["redactedContent": "AP8C"]])
  }

  @Test func `thinking that is bound to an account says so`() throws {
    let reply = try Self.reply(
      [
        Self.start, Self.delta(#"{"reasoningContent":{"text":"a","signature":"s"}}"#),
        Self.text("b", 1), Self.stop,
      ], model: "anthropic.claude-sonnet-5-5")
    #expect(
      reply.message.parts.first?.vendorData == ["bedrock": ["signature": "s", "account": "aws"]])
  }

  /// Words of the end and what they mean.
  static let words: [(String, FinishReason.Kind)] = [
    ("end_turn", .stop), ("stop_sequence", .stop), ("max_tokens", .length),
    ("model_context_window_exceeded", .length), ("tool_use", .toolCalls),
    ("guardrail_intervened", .contentFilter), ("content_filtered", .contentFilter),
    ("malformed_model_output", .error), ("malformed_tool_use", .error), ("refusal", .refusal),
    ("from_the_future", .other),
  ]

  @Test(arguments: words)
  func `the word of the end is read`(word: String, kind: FinishReason.Kind) throws {
    let reply = try Self.reply([
      Self.start, Self.text("a"),
      (
        "messageStop",
        #"""
        {"stopReason":"\#(word)"}
        """#
      ),
    ])
    #expect(reply.finish == FinishReason(kind, raw: word))
  }

  @Test func `a stream without its end is cut`() throws {
    #expect { try Self.reply([Self.start, Self.text("a"), Self.end()]) } throws: { error in
      (error as? SwitchboardError)?.kind == .truncated
    }
  }

  @Test func `what is unknown or odd does not end the stream`() throws {
    let reply = try Self.reply([
      ("fromTheFuture", "[]"), Self.text("a"), Self.delta(#"{"text":7}"#), Self.delta("null"),
      Self.delta(#"{"toolUse":{"input":"lost"}}"#, 9), Self.end(17),
      ("contentBlockDelta", #"{"contentBlockIndex":1e400,"delta":{"text":"b"}}"#),
      ("contentBlockStart", #"{"start":{"toolUse":{}}}"#), Self.end(),
      ("metadata", #"{"usage":{"inputTokens":1}}"#), Self.stop,
      (
        "metadata",
        #"""
        {"usage":{"inputTokens":-5,"outputTokens":1e300,\#
        "cacheReadInputTokens":9223372036854775807}}
        """#
      ),
      Self.text("after the end"),
    ])
    #expect(reply.text == "ab")
    #expect(
      reply.message.toolCalls == [ToolCall(id: "call_1_0", name: "unnamed", argumentsText: "")])
    #expect(reply.finish.kind == .toolCalls, "whatever the word")
    #expect(reply.usage?.input == nil)
    #expect(reply.usage?.output == nil)
  }

  @Test func `a body that is no answer is a failure with the vendor's words`() throws {
    #expect { try Self.reply(whole: #"{"message":"No such thing."}"#) } throws: { error in
      (error as? SwitchboardError)?.message == "No such thing."
    }
    #expect { try Self.reply(whole: "<html>") } throws: { error in
      (error as? SwitchboardError)?.kind == .decoding
    }
  }
}
