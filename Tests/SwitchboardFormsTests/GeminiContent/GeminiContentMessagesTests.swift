import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct GeminiContentMessagesTests {
  private static let old = GeminiContentDialect(
    thinking: .none, demandsSignatures: false, takesMediaInResults: false, endsWithUser: false)

  private func contents(
    _ messages: [Message], _ dialect: GeminiContentDialect = old
  ) throws -> (text: String, warnings: [Warning.Code]) {
    let request = try GeminiContentRequest(
      ChatRequest(messages: messages), origin: GeminiAnswers.origin,
      model: ModelDescriptor("gemini-2.5-flash"), dialect: dialect)
    return (request.body["contents"].text, request.warnings.map(\.code))
  }

  private func call(_ id: String, _ name: String = "look", sent: String? = nil) -> Part {
    Part(
      .toolCall(ToolCall(id: id, name: name, argumentsText: #"{"id":"\#(id)"}"#)),
      vendorData: sent.map { ["gemini": ["id": JSON($0)]] } ?? [:])
  }

  private func result(_ id: String, _ text: String) -> ToolResult {
    ToolResult(callID: id, content: [.text(text)])
  }

  @Test func `neighbours of one role become one content, in order`() throws {
    let (text, warnings) = try contents([
      .user("My name is Odalys."), .user("What is my name?"), .assistant("A"), .assistant("B"),
      .user(""), .user("C"),
    ])
    #expect(
      text == #"""
        [{"role":"user","parts":[{"text":"My name is Odalys."},{"text":"What is my name?"}]},\#
        {"role":"model","parts":[{"text":"A"},{"text":"B"}]},\#
        {"role":"user","parts":[{"text":"C"}]}]
        """#)
    #expect(warnings.isEmpty)
  }

  @Test func `a failed turn without words leaves nothing behind`() throws {
    let (text, _) = try contents([.user("x"), Message(role: .assistant, parts: []), .user("y")])
    #expect(text == #"[{"role":"user","parts":[{"text":"x"},{"text":"y"}]}]"#)
  }

  @Test func `results stand right behind their calls, in the order of the calls`() throws {
    let (text, warnings) = try contents([
      .user("x"),
      Message(role: .assistant, parts: [call("1"), .text(""), call("2", "peek")]),
      .user("wait"), .tool([result("2", "zwei")]), .user("more"), .tool([result("1", "eins")]),
    ])
    #expect(
      text == #"""
        [{"role":"user","parts":[{"text":"x"}]},\#
        {"role":"model","parts":[{"functionCall":{"name":"look","args":{"id":"1"}}},\#
        {"functionCall":{"name":"peek","args":{"id":"2"}}}]},\#
        {"role":"user","parts":[\#
        {"functionResponse":{"name":"look","response":{"output":"eins"}}},\#
        {"functionResponse":{"name":"peek","response":{"output":"zwei"}}},\#
        {"text":"wait"},{"text":"more"}]}]
        """#)
    #expect(warnings.isEmpty)
  }

  @Test func `calls of two turns may share an id`() throws {
    let (text, warnings) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("call_0")]),
      .tool([result("call_0", "r1")]),
      Message(role: .assistant, parts: [call("call_0", "peek")]), .tool([result("call_0", "r2")]),
    ])
    #expect(text.contains(#"{"functionResponse":{"name":"look","response":{"output":"r1"}}}"#))
    #expect(text.contains(#"{"functionResponse":{"name":"peek","response":{"output":"r2"}}}"#))
    #expect(warnings.isEmpty)
  }

  @Test func `no call takes the result of a later turn`() throws {
    let (text, warnings) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("call_0")]),
      Message(role: .assistant, parts: [call("call_0", "peek")]), .tool([result("call_0", "r2")]),
    ])
    #expect(
      text.contains(#"{"functionResponse":{"name":"look","response":{"output":"(no result)"}}}"#))
    #expect(text.contains(#"{"functionResponse":{"name":"peek","response":{"output":"r2"}}}"#))
    #expect(warnings == [.messageInserted])
  }

  @Test func `calls of one turn may share an id too`() throws {
    let (text, warnings) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("a"), call("a", "peek")]),
      .tool([result("a", "r1"), result("a", "r2")]),
    ])
    #expect(text.contains(#"{"functionResponse":{"name":"look","response":{"output":"r1"}}}"#))
    #expect(text.contains(#"{"functionResponse":{"name":"peek","response":{"output":"r2"}}}"#))
    #expect(warnings.isEmpty)
  }

  @Test func `a call without a result is answered, a result without a call left out`() throws {
    let (text, warnings) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("1")]), .tool([result("9", "stray")]),
    ])
    #expect(
      text.contains(#"{"functionResponse":{"name":"look","response":{"output":"(no result)"}}}"#))
    #expect(!text.contains("stray"))
    #expect(warnings == [.messageInserted, .droppedPart])
  }

  @Test func `ids go back to the vendor that gave them, and no others`() throws {
    let (text, _) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("a", sent: "a"), call("call_0_1")]),
      .tool([result("a", "r"), result("call_0_1", "s")]),
    ])
    #expect(text.contains(#"{"functionCall":{"id":"a","name":"look""#))
    #expect(text.contains(#"{"functionResponse":{"id":"a","name":"look""#))
    #expect(!text.contains("call_0_1\",\"name"))
  }

  @Test func `a failed result is an error, an empty one an empty text`() throws {
    let (text, _) = try contents([
      .user("x"), Message(role: .assistant, parts: [call("1"), call("2")]),
      .tool([
        ToolResult(callID: "1", content: [.text("offline")], isError: true),
        ToolResult(callID: "2", content: []),
      ]),
    ])
    #expect(text.contains(#""response":{"error":"offline"}"#))
    #expect(text.contains(#""response":{"output":""}"#))
  }

  @Test func `media of results stand in them, or behind them for older models`() throws {
    let picture = Media(bytes: Array("GIF89a".utf8), mime: "image/gif")
    let messages: [Message] = [
      .user("x"), Message(role: .assistant, parts: [call("1")]),
      .tool([ToolResult(callID: "1", content: [.text("see"), .media(picture)])]),
    ]
    let data = #"{"inlineData":{"mimeType":"image/gif","data":"R0lGODlh"}}"#
    let older = try contents(messages).text
    #expect(older.contains(#""response":{"output":"see"}}},\#(data)"#))
    let newer = try contents(messages, GeminiContentDialect(demandsSignatures: false)).text
    #expect(newer.contains(#""response":{"output":"see"},"parts":[\#(data)]}"#))
  }

  @Test func `what the model signed goes back exactly, empty parts among it`() throws {
    func signed(_ content: Part.Content, _ signature: JSON) -> Part {
      Part(content, vendorData: ["gemini": ["thoughtSignature": signature]])
    }
    let message = Message(
      role: .assistant,
      parts: [
        Part(.reasoning(Reasoning("unsigned"))), signed(.reasoning(Reasoning("hm\n")), "YQ=="),
        .text("Hi"), signed(.text(" you"), "Yg=="), signed(.text(""), "Yw=="),
        Part(
          .toolCall(ToolCall(id: "i", name: "look", argumentsText: "{}")),
          vendorData: ["gemini": ["id": "i", "thoughtSignature": "ZA=="]]),
        Part(.opaque, vendorData: ["gemini": ["part": ["toolCall": ["id": "z"]]]]),
        signed(.media(Media(bytes: Array("GIF89a".utf8))), "ZQ=="),
        Part(.source(Source(url: "https://a.example"))),
      ], origin: GeminiAnswers.origin)
    let (text, warnings) = try contents([.user("x"), message], GeminiContentDialect())
    #expect(
      text.contains(
        #"""
        {"role":"model","parts":[{"text":"hm\n","thought":true,"thoughtSignature":"YQ=="},\#
        {"text":"Hi"},{"text":" you","thoughtSignature":"Yg=="},{"text":"","thoughtSignature":"Yw=="},\#
        {"functionCall":{"id":"i","name":"look","args":{}},"thoughtSignature":"ZA=="},\#
        {"toolCall":{"id":"z"}},\#
        {"inlineData":{"mimeType":"image/gif","data":"R0lGODlh"},"thoughtSignature":"ZQ=="}]}
        """#))
    #expect(warnings == [.messageInserted])  // the call has no result
  }

  @Test func `what others signed stays with them`() throws {
    let message = Message(
      role: .assistant,
      parts: [
        Part(.reasoning(Reasoning("secret")), vendorData: ["anthropic": ["signature": "c2ln"]]),
        Part(.opaque, vendorData: ["anthropic": ["block": ["type": "server_tool_use"]]]),
        Part(
          .text("Yes."), vendorData: ["gemini": ["thoughtSignature": "ZA==", "account": "other"]]),
      ], origin: Origin(vendor: "a", kind: "anthropic", model: "m"))
    let (text, warnings) = try contents([.user("x"), message, .user("y")])
    #expect(text.contains(#"{"role":"model","parts":[{"text":"Yes."}]}"#))
    #expect(warnings == [.droppedReasoning, .droppedPart])
  }

  @Test func `a foreign call gets the signature that passes where one is demanded`() throws {
    let messages: [Message] = [
      .user("x"), Message(role: .assistant, parts: [.text("t"), call("1"), call("2")]),
      .tool([result("1", "r"), result("2", "s")]),
    ]
    let newer = try contents(messages, GeminiContentDialect()).text
    #expect(newer.components(of: "skip_thought_signature_validator") == 1)
    #expect(
      newer.contains(
        #"{"functionCall":{"name":"look","args":{"id":"1"}},"thoughtSignature":"skip_thought"#))
    #expect(try contents(messages).text.components(of: "skip_thought_signature_validator") == 0)
  }

  @Test func `the user begins, and ends where the model demands it`() throws {
    let first = try contents([.assistant("Welcome."), .user("Thanks")])
    #expect(
      first.text.hasPrefix(#"[{"role":"user","parts":[{"text":"(continued)"}]},{"role":"model""#))
    #expect(first.warnings == [.messageInserted])
    let open: [Message] = [.user("x"), .assistant("The answer is")]
    #expect(try contents(open).warnings.isEmpty)
    let closed = try contents(open, GeminiContentDialect())
    #expect(closed.text.hasSuffix(#"{"role":"user","parts":[{"text":"(continue)"}]}]"#))
    #expect(closed.warnings == [.messageInserted])
  }

  @Test func `a request without words is refused before it is sent`() throws {
    #expect {
      try contents([.user("")])
    } throws: { error in
      (error as? SwitchboardError)?.kind == .invalidRequest
    }
  }

  @Test func `arguments that are no object still arrive`() throws {
    let message = Message(
      role: .assistant,
      parts: [Part(.toolCall(ToolCall(id: "1", name: "look", argumentsText: #"{"half"#)))])
    #expect(try contents([.user("x"), message]).text.contains(#""args":{"text":"{\"half"}"#))
  }

  @Test(arguments: [
    (
      Media(bytes: [0xFF, 0xD8, 0xFF, 0xE0], mime: "image/png"),
      #"{"inlineData":{"mimeType":"image/jpeg","data":"/9j/4A=="}}"#
    ),
    (
      Media(url: "https://a.example/b.pdf", mime: "application/pdf"),
      #"{"fileData":{"mimeType":"application/pdf","fileUri":"https://a.example/b.pdf"}}"#
    ),
    (
      Media(url: "https://youtu.be/x", mime: "application/octet-stream"),
      #"{"fileData":{"fileUri":"https://youtu.be/x"}}"#
    ),
    (Media(bytes: Array("a,b".utf8), mime: "text/csv", name: "t.csv"), #"{"text":"t.csv:\na,b"}"#),
  ])
  func `media travel as bytes, text or address`(media: Media, part: String) throws {
    let (text, _) = try contents([.user([.media(media)])])
    #expect(text == #"[{"role":"user","parts":[\#(part)]}]"#)
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: text) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
