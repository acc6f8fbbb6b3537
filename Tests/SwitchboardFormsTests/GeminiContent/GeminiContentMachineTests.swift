import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiContentMachineTests {
  private typealias Answers = GeminiAnswers

  private static let stream =
    Answers.event(
      #"{"text":"Let me see.\n","thought":true}"#,
      usage: #"{"promptTokenCount":7,"totalTokenCount":7}"#)
    + Answers.event(#"{"text":"It is "}"#) + Answers.event(#"{"text":"θερμό 🌡️"}"#)
    + Answers.event(
      #"{"text":"","thoughtSignature":"c2ln"},{"functionCall":{"name":"look","args":{"n":1}}}"#,
      finish: "STOP",
      usage:
        #"{"promptTokenCount":7,"candidatesTokenCount":3,"thoughtsTokenCount":2,"totalTokenCount":12}"#
    )

  @Test func `a stream becomes thinking, text, a signed empty text and a call`() throws {
    let reply = try Answers.reply(Self.stream)
    #expect(
      reply.message.parts == [
        Part(.reasoning(Reasoning("Let me see.\n"))), .text("It is θερμό 🌡️"),
        Part(.text(""), vendorData: ["gemini": ["thoughtSignature": "c2ln"]]),
        Part(.toolCall(ToolCall(id: "call_0_0", name: "look", argumentsText: #"{"n":1}"#))),
      ])
    #expect(reply.finish == FinishReason(.toolCalls, raw: "STOP"))
    #expect(reply.usage?.input == 7)
    #expect(reply.usage?.output == 5)
    #expect(reply.usage?.reasoning == 2)
  }

  @Test func `a stream cut at every byte gives the same events`() throws {
    let whole = try Answers.events(Self.stream).events
    for cut in 1..<Self.stream.utf8.count {
      #expect(try Answers.events(Self.stream, pieces: [cut]).events == whole)
    }
    #expect(
      try Answers.events(Self.stream, pieces: Array(1..<Self.stream.utf8.count)).events == whole)
  }

  @Test func `a whole body gives the parts of the same stream`() throws {
    let body = #"""
      {"candidates":[{"content":{"parts":[{"text":"Hi","thoughtSignature":"YQ=="},{"text":" you"}],
      "role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m-1","responseId":"r-1",
      "usageMetadata":{"promptTokenCount":4,"cachedContentTokenCount":2,"toolUsePromptTokenCount":5,
      "candidatesTokenCount":6,"totalTokenCount":15}}
      """#
    let reply = try Answers.reply(body)
    #expect(reply.text == "Hi you")
    #expect(
      reply.message.parts == [
        Part(.text("Hi"), vendorData: ["gemini": ["thoughtSignature": "YQ=="]]), .text(" you"),
      ])
    #expect(reply.origin.responseModel == "m-1")
    #expect(reply.origin.responseID == "r-1")
    #expect(reply.usage?.input == 9)
    #expect(reply.usage?.cachedInput == 2)
    #expect(reply.usage?.output == 6)
    #expect(reply.finish == FinishReason(.stop, raw: "STOP"))
  }

  @Test func `the id that the vendor gives a call is kept for its answer`() throws {
    let reply = try Answers.reply(
      Answers.event(
        #"{"functionCall":{"id":"7of","name":"now","args":{}},"thoughtSignature":"cw=="}"#,
        finish: "STOP"))
    #expect(
      reply.message.parts == [
        Part(
          .toolCall(ToolCall(id: "7of", name: "now", argumentsText: "{}")),
          vendorData: ["gemini": ["id": "7of", "thoughtSignature": "cw=="]])
      ])
  }

  @Test(arguments: [
    #"{"name":"now"}"#, #"{"name":"now","args":null}"#, #"{"name":"now","args":{}}"#,
  ])
  func `a call without arguments has the empty object`(call: String) throws {
    let reply = try Answers.reply(Answers.event(#"{"functionCall":\#(call)}"#, finish: "STOP"))
    #expect(reply.message.toolCalls.first?.arguments == [:])
  }

  @Test func `made ids count up within a turn and differ from turn to turn`() throws {
    let calls = #"{"functionCall":{"name":"a"}},{"functionCall":{"name":"a"}}"#
    let first = try Answers.reply(Answers.event(calls, finish: "STOP"))
    let later = try Answers.reply(
      Answers.event(calls, finish: "STOP"),
      to: ChatRequest(messages: [.user("x"), .assistant("y"), .user("z")]))
    #expect(first.message.toolCalls.map(\.id) == ["call_0_0", "call_0_1"])
    #expect(later.message.toolCalls.map(\.id) == ["call_1_0", "call_1_1"])
  }

  @Test func `integers of arguments keep every digit`() throws {
    let reply = try Answers.reply(
      Answers.event(#"{"functionCall":{"name":"a","args":{"n":9007199254740993}}}"#, finish: "STOP")
    )
    #expect(reply.message.toolCalls.first?.argumentsText == #"{"n":9007199254740993}"#)
  }

  @Test func `pictures become media, with their signature`() throws {
    let gif = Base64.encode(Array("GIF89a".utf8) + [1, 0, 1, 0])
    let reply = try Answers.reply(
      Answers.event(
        #"{"inlineData":{"mimeType":"image/png","data":"\#(gif)"},"thoughtSignature":"cw=="}"#,
        finish: "STOP"))
    guard case .media(let media) = reply.message.parts.first?.content else {
      Issue.record("There is no picture.")
      return
    }
    // What the bytes say goes before what the vendor says.
    #expect(media.mime == "image/gif")
    #expect(reply.message.parts.first?.vendorData == ["gemini": ["thoughtSignature": "cw=="]])
  }

  @Test func `media that are no base64 are left out with a warning`() throws {
    let reply = try Answers.reply(
      Answers.event(
        #"{"inlineData":{"mimeType":"image/png","data":"?"}},{"text":"ok"}"#, finish: "STOP"))
    #expect(reply.text == "ok")
    #expect(reply.warnings.map(\.code) == [.droppedPart])
  }

  @Test func `code that the vendor ran is kept as it came`() throws {
    let reply = try Answers.reply(
      Answers.event(
        #"{"executableCode":{"language":"PYTHON","code":"1+1"}},{"toolCall":{"id":"a"},"thoughtSignature":"cw=="}"#,
        finish: "STOP"))
    #expect(
      reply.message.parts == [
        Part(
          .opaque,
          vendorData: [
            "gemini": ["part": ["executableCode": ["language": "PYTHON", "code": "1+1"]]]
          ]),
        Part(
          .opaque,
          vendorData: ["gemini": ["part": ["toolCall": ["id": "a"], "thoughtSignature": "cw=="]]]),
      ])
  }

  @Test func `a signature alone signs an empty text`() throws {
    let reply = try Answers.reply(Answers.event(#"{"thoughtSignature":"cw=="}"#, finish: "STOP"))
    #expect(
      reply.message.parts == [Part(.text(""), vendorData: ["gemini": ["thoughtSignature": "cw=="]])]
    )
  }

  @Test func `sources are told once although events repeat them`() throws {
    let grounding = #"""
      "groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a.example","title":"A"}},
      {"retrievedContext":{"uri":"gs://b","text":"said so"}}]}
      """#.split(separator: "\n").joined()
    let citation = #""citationMetadata":{"citationSources":[{"uri":"https://c.example"}]}"#
    let reply = try Answers.reply(
      #"data: {"candidates":[{"content":{"parts":[{"text":"x"}]},\#(grounding)}]}"# + "\n\n"
        + #"data: {"candidates":[{"finishReason":"STOP",\#(grounding),\#(citation)}]}"# + "\n\n")
    #expect(
      reply.message.parts.dropFirst().map(\.content) == [
        .source(Source(title: "A", url: "https://a.example")),
        .source(Source(url: "gs://b", citedText: "said so")),
        .source(Source(url: "https://c.example")),
      ])
  }

  @Test(arguments: [
    ("STOP", FinishReason.Kind.stop), ("MAX_TOKENS", .length), ("SAFETY", .contentFilter),
    ("RECITATION", .contentFilter), ("BLOCKLIST", .contentFilter),
    ("PROHIBITED_CONTENT", .contentFilter), ("SPII", .contentFilter),
    ("IMAGE_SAFETY", .contentFilter), ("MODEL_ARMOR", .contentFilter),
    ("MALFORMED_FUNCTION_CALL", .error), ("UNEXPECTED_TOOL_CALL", .error),
    ("MISSING_THOUGHT_SIGNATURE", .error), ("CONTINUATION", .length), ("OTHER", .other),
    ("SOMETHING_NEW", .other),
  ])
  func `the vendor's word says why it ended`(word: String, kind: FinishReason.Kind) throws {
    let body =
      #"{"candidates":[{"finishReason":"\#(word)","finishMessage":"because","index":0}]}"#
    let finish = try Answers.reply(body).finish
    #expect(finish.kind == kind)
    #expect(finish.raw == word)
    #expect(finish.message == (kind == .stop ? nil : "because"))
  }

  @Test func `enums may be numbers`() throws {
    let body = #"{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":2}]}"#
    #expect(try Answers.reply(body).finish == FinishReason(.length, raw: "MAX_TOKENS"))
  }

  @Test(arguments: [
    (#"{"blockReason":"SAFETY","blockReasonMessage":"Reasons"}"#, "SAFETY", "Reasons"),
    (
      #"{"blockReason":"PROHIBITED_CONTENT"}"#, "PROHIBITED_CONTENT",
      "The vendor's filter stopped the prompt (PROHIBITED_CONTENT)."
    ), (#"{"blockReason":1}"#, "SAFETY", "The vendor's filter stopped the prompt (SAFETY)."),
  ])
  func `a blocked prompt is a failure`(feedback: String, code: String, message: String) throws {
    for body in [#"{"promptFeedback":\#(feedback)}"#, "data: {\"promptFeedback\":\(feedback)}\r\n"]
    {
      let failure = try #require(try Answers.events(body).failure)
      #expect(failure.kind == .contentFilter)
      #expect(failure.code == code)
      #expect(failure.message == message)
    }
  }

  @Test func `feedback without a block is none`() throws {
    let body = #"{"candidates":[{"finishReason":"STOP"}],"promptFeedback":{"safetyRatings":[]}}"#
    #expect(try Answers.reply(body).finish.kind == .stop)
  }

  @Test(arguments: [
    Answers.event(#"{"text":"half"}"#),
    Answers.event(#"{"text":"half"}"#) + #"data: {"candidates":[{"content":{"par"#,
    #"[{"candidates":[{"content":{"parts":[{"text":"half"}]}}]},{"candid"#,
    #"[{"candidates":[{"content":{"parts":[{"text":"half"}]}}]}]"#,
  ])
  func `a stream without its end is truncated and keeps what came`(body: String) throws {
    let (events, failure) = try Answers.events(body)
    #expect(failure?.kind == .truncated)
    var accumulator = ReplyAccumulator()
    for event in events { accumulator.add(event) }
    #expect(accumulator.message(incomplete: .truncated).text == "half")
  }

  @Test(arguments: [
    ("", SwitchboardError.Kind.truncated), (#"{"candidates":[{"#, .truncated), ("{}", .decoding),
    (#"{"candidates":[}"#, .decoding), ("<html><title>No</title></html>", .decoding),
    (#"{"candidates":[]}"#, .truncated), (#"{"usageMetadata":{}}"#, .truncated),
    ("data: nonsense\n\n", .decoding), (#"{"message":"hello"}"#, .decoding),
  ])
  func `what is no answer is a typed failure`(body: String, kind: SwitchboardError.Kind) throws {
    #expect(try Answers.events(body).failure?.kind == kind)
  }

  @Test func `a failure inside an answer keeps the words before it`() throws {
    let body =
      Answers.event(#"{"text":"so far"}"#, finish: "STOP")
      + #"data: {"error":{"code":503,"message":"overloaded"}}"# + "\r\n\r\n"
    let (events, failure) = try Answers.events(body)
    #expect(failure?.message == "overloaded")
    #expect(events.contains(.partDelta(index: 0, text: "so far")))
  }

  @Test func `arguments in pieces are refused and not lost`() throws {
    let body = Answers.event(#"{"functionCall":{"name":"a","willContinue":true}}"#)
    #expect(try Answers.events(body).failure?.kind == .decoding)
  }

  @Test func `other candidates are passed over`() throws {
    let body = #"""
      {"candidates":[{"content":{"parts":[{"text":"one"}]},"finishReason":"STOP"},
      {"content":{"parts":[{"text":"two"}]},"finishReason":"STOP"},
      {"content":{"parts":[{"text":"three"}]},"index":2}]}
      """#
    #expect(try Answers.reply(body).text == "one")
  }

  @Test(arguments: [
    #"{"candidates":7}"#, #"{"candidates":[7]}"#, #"{"candidates":[{"content":"x"}]}"#,
    #"{"candidates":[{"content":{"parts":{"text":"x"}}}]}"#,
    #"{"candidates":[{"content":{"parts":[7,null,{"text":7},{"functionCall":"x"},{}]}}]}"#,
    #"{"candidates":[{"finishReason":{},"groundingMetadata":[1],"index":"a"}]}"#,
    #"{"usageMetadata":{"promptTokenCount":-1,"candidatesTokenCount":9223372036854775807,"thoughtsTokenCount":9}}"#,
    #"{"usageMetadata":{"promptTokenCount":"x","totalTokenCount":1e400}}"#,
    #"{"promptFeedback":{"blockReason":[]},"modelVersion":3,"other":[[[]]]}"#,
  ])
  func `wrong types spoil their field and nothing else`(event: String) throws {
    let reply = try Answers.reply(
      "data: \(event)\n\n" + Answers.event(#"{"text":"fine"}"#, finish: "STOP"))
    #expect(reply.text == "fine")
    #expect(reply.message.parts.count == 1)
    #expect(reply.usage?.input == nil)
  }

  @Test func `the newest counts hold, and repeated ones are told once`() throws {
    let counts = { (n: Int) in
      #"{"promptTokenCount":1,"candidatesTokenCount":\#(n),"totalTokenCount":\#(n + 1)}"#
    }
    let body =
      Answers.event(#"{"text":"a"}"#, usage: counts(1))
      + Answers.event(#"{"text":"b"}"#, usage: counts(1))
      + Answers.event(#"{"text":"c"}"#, finish: "STOP", usage: counts(4))
    let events = try Answers.events(body).events
    let usages = events.compactMap { if case .usage(let usage) = $0 { usage.output } else { nil } }
    #expect(usages == [1, 4])
  }

  @Test func `tools get back the names that the caller gave them`() throws {
    let chat = ChatRequest(
      messages: [.user("x")], tools: [ToolDefinition(name: "9 lives")])
    let reply = try Answers.reply(
      Answers.event(#"{"functionCall":{"name":"_9_lives"}}"#, finish: "STOP"), to: chat)
    #expect(reply.message.toolCalls.map(\.name) == ["9 lives"])
    #expect(reply.warnings.map(\.code) == [.toolRenamed])
  }
}
