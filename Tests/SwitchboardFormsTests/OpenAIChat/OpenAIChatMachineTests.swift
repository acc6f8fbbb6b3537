import SwitchboardCore
import SwitchboardForms
import Testing

struct OpenAIChatMachineTests {
  private static func delta(_ json: String) -> String {
    #"{"id":"c1","model":"m-1","choices":[{"index":0,"delta":\#(json)}]}"#
  }

  private static func end(_ reason: String = "stop") -> String {
    #"{"choices":[{"index":0,"delta":{},"finish_reason":"\#(reason)"}]}"#
  }

  private static let usage =
    #"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10,"prompt_tokens_details":{"cached_tokens":4}}}"#

  @Test(arguments: ["\n", "\r\n", "\r"], [1, 2, 3, 7, 1000])
  func `pieces join to a reply whatever ends the lines and however they are cut`(
    lineEnd: String, cut: Int
  ) throws {
    let reply = try ChatAnswers.stream(
      [
        #"{"choices":[],"prompt_filter_results":[]}"#,
        Self.delta(#"{"role":"assistant","content":""}"#),
        Self.delta(#"{"content":"kiwi 🥝"}"#), Self.delta(#"{"content":"!"}"#), Self.end(),
        Self.usage,
        "[DONE]",
      ], cut: cut, lineEnd: lineEnd
    ).reply()
    #expect(reply.text == "kiwi 🥝!")
    #expect(reply.finish == FinishReason(.stop, raw: "stop"))
    #expect(reply.usage?.input == 7)
    #expect(reply.usage?.cachedInput == 4)
    #expect(reply.usage?.output == 3)
    #expect(reply.origin.vendor == "v")
  }

  @Test func `the model and id that answered are kept`() throws {
    let reply = try ChatAnswers.stream([Self.delta(#"{"content":"x"}"#), Self.end()]).reply()
    #expect(reply.origin.responseModel == "m-1")
    #expect(reply.origin.responseID == "c1")
  }

  static let thoughts = [
    #"{"reasoning_content":"hm"}"#, #"{"reasoning":"hm"}"#,
    #"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}"#,
  ]

  @Test(arguments: thoughts)
  func `thinking is read wherever a vendor writes it`(piece: String) throws {
    let reply = try ChatAnswers.stream([
      Self.delta(piece), Self.delta(#"{"content":"yes"}"#), Self.end(),
    ]).reply()
    #expect(reply.message.parts == [Part(.reasoning(Reasoning("hm"))), .text("yes")])
    #expect(reply.text == "yes")
  }

  struct Calls: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let deltas: [String]
    let calls: [ToolCall]
  }

  private static func call(_ id: String, _ name: String, _ text: String) -> ToolCall {
    ToolCall(id: id, name: name, argumentsText: text)
  }

  static let calls = [
    Calls(
      testDescription: "pieces of arguments",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"arguments":"{\"q\":"}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}"#,
      ], calls: [call("a", "f", #"{"q":1}"#)]),
    Calls(
      testDescription: "two calls of one index in two chunks",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"k1","function":{"name":"mul","arguments":"{\"a\":1}"}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"k2","function":{"name":"mul","arguments":"{\"a\":2}"}}]}"#,
      ], calls: [call("k1", "mul", #"{"a":1}"#), call("k2", "mul", #"{"a":2}"#)]),
    Calls(
      testDescription: "two calls of one index in one chunk",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"k1","function":{"name":"mul","arguments":"{\"a\":1}"}},{"index":0,"id":"k2","function":{"name":"mul","arguments":"{\"a\":2}"}}]}"#
      ], calls: [call("k1", "mul", #"{"a":1}"#), call("k2", "mul", #"{"a":2}"#)]),
    Calls(
      testDescription: "no index",
      deltas: [
        #"{"tool_calls":[{"id":"k1","function":{"name":"mul","arguments":"{\"a\":1}"}}]}"#,
        #"{"tool_calls":[{"id":"k2","function":{"name":"mul","arguments":"{\"a\":2}"}}]}"#,
      ], calls: [call("k1", "mul", #"{"a":1}"#), call("k2", "mul", #"{"a":2}"#)]),
    Calls(
      testDescription: "an index from 1",
      deltas: [
        #"{"tool_calls":[{"index":1,"id":"k1","function":{"name":"mul","arguments":"{}"}}]}"#,
        #"{"tool_calls":[{"index":2,"id":"k2","function":{"name":"mul","arguments":"{}"}}]}"#,
      ], calls: [call("k1", "mul", "{}"), call("k2", "mul", "{}")]),
    Calls(
      testDescription: "interleaved pieces",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\""}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"arguments":":1}"}},{"index":1,"function":{"arguments":":2}"}}]}"#,
      ], calls: [call("a", "f", #"{"x":1}"#), call("b", "g", #"{"y":2}"#)]),
    Calls(
      testDescription: "a name in every piece",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"r","function":{"name":"search","arguments":"{\"q\":"}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"r","function":{"name":"search","arguments":"\"figs\"}"}}]}"#,
      ], calls: [call("r", "search", #"{"q":"figs"}"#)]),
    Calls(
      testDescription: "a name in pieces",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"r","function":{"name":"sea"}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"name":"rch"}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}"#,
      ], calls: [call("r", "search", "{}")]),
    Calls(
      testDescription: "empty arguments",
      deltas: [#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"now","arguments":""}}]}"#],
      calls: [call("a", "now", "")]),
    Calls(
      testDescription: "no ids",
      deltas: [
        #"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}},{"index":1,"function":{"name":"g","arguments":"{}"}}]}"#
      ], calls: [call("call_0_0", "f", "{}"), call("call_0_1", "g", "{}")]),
    Calls(
      testDescription: "an empty id",
      deltas: [#"{"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}]}"#],
      calls: [call("call_0_0", "f", "{}")]),
    Calls(
      testDescription: "arguments as an object",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{"n":9007199254740993}}}]}"#
      ], calls: [call("a", "f", #"{"n":9007199254740993}"#)]),
    Calls(
      testDescription: "the form of 2023",
      deltas: [
        #"{"function_call":{"name":"f","arguments":"{\"a\":"}}"#,
        #"{"function_call":{"arguments":"1}"}}"#,
      ], calls: [call("call_0_0", "f", #"{"a":1}"#)]),
  ]

  @Test(arguments: calls, [1, 1000])
  func `the pieces of calls find each other`(example: Calls, cut: Int) throws {
    let reply = try ChatAnswers.stream(
      example.deltas.map(Self.delta) + [Self.end("tool_calls"), "[DONE]"], cut: cut
    ).reply()
    #expect(reply.message.toolCalls == example.calls)
    #expect(reply.finish.kind == .toolCalls)
  }

  @Test(arguments: ["", " ", "null", "{}"])
  func `a call without arguments is a call with none`(text: String) throws {
    let json = JSON(text).text
    let reply = try ChatAnswers.stream([
      Self.delta(
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"now","arguments":\#(json)}}]}"#),
      Self.end("tool_calls"),
    ]).reply()
    #expect(reply.message.toolCalls.first?.arguments == [:])
  }

  @Test func `made ids differ from turn to turn`() throws {
    var request = ChatRequest("hi")
    request.messages += [.assistant("a"), .user("b")]
    let reply = try ChatAnswers.stream(
      [
        Self.delta(#"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}}]}"#),
        Self.end("tool_calls"),
      ], request: request
    ).reply()
    #expect(reply.message.toolCalls[0].id == "call_1_0")
  }

  @Test func `a vendor that says stop with calls means the calls`() throws {
    let reply = try ChatAnswers.stream([
      Self.delta(
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#),
      Self.end("stop"),
    ]).reply()
    #expect(reply.finish == FinishReason(.toolCalls, raw: "stop"))
  }

  @Test func `a refusal's words are kept apart from the text`() throws {
    let reply = try ChatAnswers.stream([
      Self.delta(#"{"refusal":"I will "}"#), Self.delta(#"{"refusal":"not."}"#), Self.end(),
    ]).reply()
    #expect(reply.text == "")
    #expect(reply.finish == FinishReason(.refusal, raw: "stop", message: "I will not."))
  }

  @Test(arguments: [
    (#"{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}"#, 1, 2, nil as Int?),
    (
      #"{"prompt_tokens":10,"completion_tokens":2,"total_tokens":17,"completion_tokens_details":{"reasoning_tokens":5}}"#,
      10, 7, 5
    ),
    (
      #"{"prompt_tokens":10,"completion_tokens":7,"total_tokens":17,"completion_tokens_details":{"reasoning_tokens":5}}"#,
      10, 7, 5
    ),
  ])
  func `usage counts thinking once`(
    usage: String, input: Int, output: Int, reasoning: Int?
  ) throws {
    let reply = try ChatAnswers.stream([
      Self.delta(#"{"content":"x"}"#), Self.end(), #"{"choices":[],"usage":\#(usage)}"#,
    ]).reply()
    #expect(reply.usage?.input == input)
    #expect(reply.usage?.output == output)
    #expect(reply.usage?.reasoning == reasoning)
  }

  static let counted = #"{"prompt_tokens":8,"completion_tokens":3,"total_tokens":11}"#

  /// Where vendors put the counts: the chunks between the text and the end of the stream.
  static let places = [
    [end(), #"{"choices":[],"usage":\#(counted)}"#],
    [
      #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}"#,
      #"{"choices":[],"usage":\#(counted)}"#,
    ],
    [#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":\#(counted)}"#],
    [#"{"choices":[],"usage":\#(counted)}"#, end()],
    [
      #"{"choices":[{"index":0,"delta":{}}],"usage":{"prompt_tokens":8,"completion_tokens":1}}"#,
      #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":\#(counted)}"#,
    ],
    [end(), #"{"choices":[],"usage":\#(counted)}"#, #"{"choices":[],"usage":null}"#],
    [
      #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"usage":\#(counted)}}"#
    ],
  ]

  @Test(arguments: places)
  func `counts are found wherever a vendor puts them`(chunks: [String]) throws {
    let first = #"{"choices":[],"prompt_filter_results":[{"prompt_index":0}],"usage":null}"#
    for done in [["[DONE]"], []] {
      let reply = try ChatAnswers.stream(
        [first, Self.delta(#"{"content":"fig"}"#)] + chunks + done
      ).reply()
      #expect(reply.text == "fig")
      #expect(reply.finish == FinishReason(.stop, raw: "stop"))
      #expect(reply.usage?.input == 8)
      #expect(reply.usage?.output == 3)
    }
  }

  @Test(arguments: [
    #"{"prompt_tokens":-5,"completion_tokens":1e300}"#,
    #"{"prompt_tokens":"7","completion_tokens":null}"#,
    #"{"prompt_tokens":99999999999999999999,"completion_tokens":1.5,"total_tokens":9223372036854775807,"completion_tokens_details":{"reasoning_tokens":9223372036854775807}}"#,
  ])
  func `absurd counts are unknown`(usage: String) throws {
    let reply = try ChatAnswers.stream([
      Self.delta(#"{"content":"x"}"#), Self.end(), #"{"choices":[],"usage":\#(usage)}"#,
    ]).reply()
    #expect(reply.usage?.input == nil)
    #expect(reply.usage?.output == nil)
  }

  @Test(arguments: [
    [#"{"error":{"message":"fell over","type":"overloaded_error"}}"#],
    [
      #"{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}],"error":{"message":"fell over","type":"overloaded_error"}}"#
    ],
  ])
  func `a failure in the middle keeps what was said`(chunks: [String]) throws {
    let text = ([Self.delta(#"{"content":"Plums are"}"#)] + chunks).map { "data: \($0)\n\n" }
      .joined()
    let (kept, error) = try ChatAnswers.outcome(Array(text.utf8), streams: true)
    let failure = try #require(error as? SwitchboardError)
    #expect(failure.kind == .overloaded)
    #expect(failure.message.contains("fell over"))
    #expect(kept.message().text == "Plums are")
    #expect(kept.finish == nil)
  }

  @Test func `a stream that ends early is truncated wherever it ends`() throws {
    let text = [Self.delta(#"{"content":"half"}"#), Self.end(), "[DONE]"]
      .map { "data: \($0)\n\n" }.joined()
    let bytes = Array(text.utf8)
    let known = Array("data: \(Self.delta(#"{"content":"half"}"#))\n\ndata: \(Self.end())".utf8)
      .count
    for count in 1..<bytes.count {
      let (kept, error) = try ChatAnswers.outcome(Array(bytes[..<count]), streams: true)
      if count < known {
        #expect((error as? SwitchboardError)?.kind == .truncated, "after \(count) bytes")
      } else {
        #expect(error == nil || (error as? SwitchboardError)?.kind == .truncated)
        #expect(kept.message().text == "half")
      }
    }
  }

  @Test(arguments: [
    (
      #"{"choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}"#,
      "hi"
    ),
    (
      #"{"choices":[{"index":0,"message":{"content":[{"type":"text","text":"h"},{"type":"text","text":"i"}]},"finish_reason":"stop"}]}"#,
      "hi"
    ),
  ])
  func `a whole body is read like a stream`(body: String, text: String) throws {
    #expect(try ChatAnswers.whole(body).reply().text == text)
    // The same body in answer to a request for a stream.
    #expect(try ChatAnswers.bytes(Array(body.utf8), streams: true).reply().text == text)
  }

  @Test(arguments: [
    "{}", "[]", "null", #"{"choices":[]}"#, #"{"choices":[{"message":null}]}"#, "<html></html>",
    "hello",
    "", "{\"choices\":",
  ])
  func `what is no chat completion is no reply`(body: String) throws {
    let (_, whole) = try ChatAnswers.outcome(Array(body.utf8), streams: false)
    #expect(whole is SwitchboardError)
    let (_, streamed) = try ChatAnswers.outcome(Array(body.utf8), streams: true)
    #expect(streamed is SwitchboardError)
  }

  @Test func `pictures and sources are parts`() throws {
    let reply = try ChatAnswers.stream([
      Self.delta(
        #"{"content":"See.","annotations":[{"type":"url_citation","url_citation":{"title":"T","url":"https://a.example"}}]}"#
      ),
      Self.delta(
        #"{"images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}"#
      ),
      Self.end(),
    ]).reply()
    #expect(
      reply.message.parts.contains(Part(.source(Source(title: "T", url: "https://a.example")))))
    guard case .media(let media) = reply.message.parts.last?.content else {
      Issue.record("There is no picture.")
      return
    }
    #expect(media.mime == "image/png")
  }

  @Test func `sources that are repeated with every chunk are given once`() throws {
    let chunk =
      #"{"choices":[{"index":0,"delta":{"content":"x"}}],"citations":["https://a.example"]}"#
    let reply = try ChatAnswers.stream([chunk, chunk, Self.end()]).reply()
    let sources = reply.message.parts.filter {
      if case .source = $0.content { true } else { false }
    }
    #expect(sources.count == 1)
  }

  @Test func `the details of thinking go back as they came`() throws {
    let reply = try ChatAnswers.stream([
      Self.delta(
        #"{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","index":0,"text":"a"}]}"#),
      Self.delta(
        #"{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","index":0,"text":"b","signature":"s"}]}"#
      ),
      Self.delta(#"{"content":"c"}"#), Self.end(),
    ]).reply()
    var request = ChatRequest("hi")
    request.messages += [reply.message, .user("more")]
    let sent = try OpenAIChatRequest(
      request, origin: ChatAnswers.origin, model: ModelDescriptor("m"), dialect: OpenAIChatDialect()
    )
    let details = sent.body["messages"][1]["reasoning_details"]
    #expect(details == [["type": "reasoning.text", "index": 0, "text": "ab", "signature": "s"]])
    #expect(sent.warnings.isEmpty)
  }
}
