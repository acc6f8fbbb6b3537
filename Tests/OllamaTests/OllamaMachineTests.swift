import SwitchboardConformance
import SwitchboardCore
import SwitchboardOllama
import SwitchboardWire
import Testing

/// What is read from a server, whole and streamed.
struct OllamaMachineTests {
  private static let stream = """
    {"model":"qwen3:4b","message":{"role":"assistant","content":"","thinking":"Okay – "},"done":false}
    {"model":"qwen3:4b","message":{"role":"assistant","content":"","thinking":"go."},"done":false}
    {"model":"qwen3:4b","message":{"role":"assistant","content":"Let me "},"done":false}
    {"model":"qwen3:4b","message":{"role":"assistant","content":"look 👩‍👩‍👧."},"done":false}
    {"model":"qwen3:4b","message":{"role":"assistant","content":"","tool_calls":[\
    {"function":{"name":"add","arguments":{"a":9007199254740993,"b":1.10}}},\
    {"id":"call_x","function":{"index":1,"name":"now","arguments":{}}}]},"done":false}
    {"model":"qwen3:4b","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",\
    "total_duration":5,"prompt_eval_count":26,"eval_count":31}

    """
  private static let whole = """
    {"model":"qwen3:4b","message":{"role":"assistant","content":"Let me look 👩‍👩‍👧.",\
    "thinking":"Okay – go.","tool_calls":[\
    {"function":{"name":"add","arguments":{"a":9007199254740993,"b":1.10}}},\
    {"id":"call_x","function":{"index":1,"name":"now","arguments":{}}}]},"done":true,\
    "done_reason":"stop","total_duration":5,"prompt_eval_count":26,"eval_count":31}
    """

  /// Events and failure of an answer that arrives in pieces.
  private func run(
    _ text: String, stream: Bool = true, messages: [Message] = [.user("Hi")], cut: Int? = nil,
    piece: Int = .max
  ) async -> (events: [StreamEvent], error: SwitchboardError?) {
    var response = ScriptedResponse(text)
    if let cut {
      response = response.cut(at: cut)
    } else if piece < .max {
      response = response.cut(every: piece)
    }
    var request = ChatRequest(messages: messages)
    request.model = "ollama/qwen3:4b"
    request.stream = stream
    var events: [StreamEvent] = []
    do {
      let provider = OllamaProvider(transport: ScriptedTransport(response))
      for try await event in provider.events(for: request) { events.append(event) }
    } catch {
      return (events, error as? SwitchboardError)
    }
    return (events, nil)
  }

  private func reply(_ events: [StreamEvent]) throws -> ChatReply {
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    for event in events {
      try grammar.check(event)
      accumulator.add(event)
    }
    return try accumulator.reply()
  }

  @Test func `a stream and a whole answer become the same reply`() async throws {
    let streamed = try reply(await run(Self.stream).events)
    #expect(
      streamed.message.parts == [
        Part(.reasoning(Reasoning("Okay – go."))), .text("Let me look 👩‍👩‍👧."),
        Part(
          .toolCall(
            ToolCall(
              id: "call_0_0", name: "add", argumentsText: "{\"a\":9007199254740993,\"b\":1.10}"))),
        Part(.toolCall(ToolCall(id: "call_x", name: "now", argumentsText: "{}"))),
      ])
    #expect(streamed.finish == FinishReason(.toolCalls, raw: "stop"))
    #expect(streamed.usage?.input == 26 && streamed.usage?.output == 31)
    #expect(
      streamed.usage?.raw == ["total_duration": 5, "prompt_eval_count": 26, "eval_count": 31])
    #expect(streamed.origin.responseModel == "qwen3:4b")
    #expect(try reply(await run(Self.whole, stream: false).events) == streamed)
  }

  @Test func `bytes cut anywhere give the same events`() async throws {
    let expected = await run(Self.stream).events
    #expect(await run(Self.stream, piece: 1).events == expected)
    for cut in stride(from: 1, to: Self.stream.utf8.count, by: 1) {
      #expect(await run(Self.stream, cut: cut).events == expected, "cut at \(cut)")
    }
  }

  @Test func `the vendor keeps the contract`() async {
    let contract = VendorContract(model: "qwen3:4b") { key, transport in
      try OllamaProvider(
        configuration: VendorConfiguration(id: "contract", kind: "ollama", keys: KeyRing(key)),
        transport: transport)
    }
    let findings = await contract.findings(
      stream: ScriptedResponse(Self.stream), whole: ScriptedResponse(Self.whole))
    #expect(findings == [])
  }

  @Test func `made ids are unique over the conversation`() async throws {
    let messages: [Message] = [.user("a"), .assistant("b"), .user("c")]
    let streamed = try reply(await run(Self.stream, messages: messages).events)
    #expect(streamed.message.toolCalls.map(\.id) == ["call_1_0", "call_x"])
  }

  @Test(arguments: [
    ("\"done_reason\":\"length\",", FinishReason(.length, raw: "length")),
    ("\"done_reason\":\"load\",", FinishReason(.other, raw: "load")), ("", FinishReason(.stop)),
  ])
  func `the reason at the end is a finish reason`(
    member: String, finish: FinishReason
  ) async throws {
    let (events, _) = await run(
      "{\"message\":{\"role\":\"assistant\",\"content\":\"a\"},\(member)\"done\":true}")
    #expect(try reply(events).finish == finish)
    #expect(try reply(events).usage == nil)
  }

  @Test(arguments: [
    ("{\"error\":\"model runner has unexpectedly stopped\"}", SwitchboardError.Kind.server),
    (
      "{\"error\":\"server busy, please try again.  maximum pending requests exceeded\",\"status\":503}",
      .overloaded
    ), ("{\"error\":{\"message\":\"out of memory\"}}", .server),
  ])
  func `an error line in the middle is a failure that keeps what came`(
    line: String, kind: SwitchboardError.Kind
  ) async throws {
    let (events, error) = await run(
      "{\"message\":{\"role\":\"assistant\",\"content\":\"Mid\"},\"done\":false}\n\(line)\n")
    #expect(events.contains(.partDelta(index: 0, text: "Mid")))
    #expect(error?.kind == kind)
    #expect(error?.message.isEmpty == false)
    #expect(error?.vendor == "ollama" && error?.model == "qwen3:4b")
  }

  @Test func `a stream without its end is truncated`() async throws {
    let (events, error) = await run(
      "{\"message\":{\"role\":\"assistant\",\"content\":\"Mid\"},\"done\":false}\n")
    #expect(events.contains(.partDelta(index: 0, text: "Mid")))
    #expect(error?.kind == .truncated)
    #expect(await run("{\"message\":{\"content\":\"Mid\"}}\n{\"mess").error?.kind == .truncated)
    #expect(await run("").error?.kind == .truncated)
  }

  @Test(arguments: ["{\"id\":\"c\",\"choices\":[]}", "[]", "<html><title>x</title></html>", "figs"])
  func `a body of another form is a decoding failure`(body: String) async throws {
    #expect(await run(body, stream: false).error?.kind == .decoding)
  }

  @Test func `wrong types fail their field and not the stream`() async throws {
    let (events, error) = await run(
      """
      {"model":7,"message":{"content":5,"thinking":[],"tool_calls":{}},"done":"no"}
      {"message":{"content":"Hi","tool_calls":[{"function":{"name":3,"arguments":null}}]}}
      {"done":true,"prompt_eval_count":-4,"eval_count":1e300,"done_reason":9}
      """)
    #expect(error == nil)
    let reply = try reply(events)
    #expect(reply.text == "Hi")
    #expect(reply.message.toolCalls.map(\.arguments) == [[:]])
    #expect(reply.usage?.input == nil && reply.usage?.output == nil)
  }
}
