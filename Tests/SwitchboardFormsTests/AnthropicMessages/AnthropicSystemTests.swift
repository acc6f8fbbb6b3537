import SwitchboardCore
import SwitchboardForms
import Testing

/// Instructions, at the front and in the middle.
struct AnthropicSystemTests {
  private static let messages: [Message] = [
    .system("Answer in French."), .user("hi"), .assistant("salut"),
    .system("From now on one word only."), .user("weather?"),
  ]

  @Test func `only the leading instructions go to the front, in order`() throws {
    let written = try AnthropicRequests().write(
      ChatRequest(system: "Be kind.", messages: Self.messages))
    #expect(
      written.body["system"].text == """
        [{"type":"text","text":"Be kind."},{"type":"text","text":"Answer in French."}]
        """)
    #expect(
      written.body["messages"][2].text == """
        {"role":"user","content":[{"type":"text","text":"<system>\\nFrom now on one word only.\\n\
        </system>"},{"type":"text","text":"weather?"}]}
        """)
    #expect(written.warnings.map(\.code) == [.translatedParameter])
  }

  @Test func `a blank instruction is none`() throws {
    let written = try AnthropicRequests().write(
      ChatRequest(system: " ", messages: [.system("\n"), .user("hi")]))
    #expect(!written.body["system"].exists)
  }

  @Test(arguments: ["claude-opus-4-8", "claude-sonnet-5", "claude-haiku-5-5"])
  func `behind the user and before the assistant they stay in place where the model takes them`(
    model: String
  ) throws {
    let (turns, warnings) = try AnthropicRequests(model: model).turns(
      .user("a"), .system("b"), .system("c"), .assistant("d"), .user("e"), .system("f"))
    #expect(
      turns.text == """
        [{"role":"user","content":"a"},{"role":"system","content":[{"type":"text","text":"b"},\
        {"type":"text","text":"c"}]},{"role":"assistant","content":"d"},\
        {"role":"user","content":"e"},{"role":"system","content":"f"}]
        """)
    #expect(warnings.isEmpty)
  }

  @Test func `where the vendor allows no instructions they are the user's in marks`() throws {
    let requests = AnthropicRequests(model: "claude-opus-4-8")
    let (within, first) = try requests.turns(.user("a"), .system("b"), .user("c"))
    #expect(within[0]["content"].elements.compactMap { $0["text"].string }.count == 3)
    #expect(first == [.translatedParameter])
    let (after, second) = try requests.turns(.user("a"), .assistant("b"), .system("c"))
    #expect(after[2].text == "{\"role\":\"user\",\"content\":\"<system>\\nc\\n</system>\"}")
    #expect(second == [.translatedParameter])
  }

  @Test func `instructions never come between a call and its result`() throws {
    let (turns, warnings) = try AnthropicRequests(model: "claude-opus-4-8").turns(
      .user("a"), Message(role: .assistant, parts: [.call("c")]), .system("b"),
      Message(role: .tool, parts: [.result("c", "1")]))
    #expect(turns[2]["content"][0]["type"] == "tool_result")
    #expect(turns[2]["content"][1]["text"] == "<system>\nb\n</system>")
    #expect(warnings == [.translatedParameter])
  }

  @Test func `a platform that takes none in the middle is never sent any`() throws {
    let requests = AnthropicRequests(
      model: "us.anthropic.claude-opus-4-8",
      dialect: AnthropicMessagesDialect(takesSystemBetweenTurns: false))
    let (turns, warnings) = try requests.turns(.user("a"), .system("b"))
    #expect(turns.count == 1)
    #expect(warnings == [.translatedParameter])
  }
}

/// Media as the form takes them.
struct AnthropicMediaTests {
  private static let png = Media(
    bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mime: "image/jpeg")

  private func block(
    _ media: Media, data: JSON? = nil, dialect: AnthropicMessagesDialect = .init()
  ) throws -> (String, [Warning.Code]) {
    let part = Part(.media(media), vendorData: data.map { ["anthropic": $0] } ?? [:])
    let (turns, codes) = try AnthropicRequests(dialect: dialect).turns(.user([part, .text("Q")]))
    let content = turns[0]["content"]
    return (content.count == 2 ? content[0].text : "", codes)
  }

  @Test func `a picture is sent under the type that its bytes show`() throws {
    #expect(
      try block(Self.png).0 == """
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}
        """)
  }

  @Test func `a picture by address is handed on, and one in the address is unpacked`() throws {
    #expect(
      try block(Media(url: "https://example.com/a.png", mime: "image/png")).0 == """
        {"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}
        """)
    let packed = Media(url: "data:image/png;base64,iVBORw0KGgo=", mime: "image/png")
    #expect(try block(packed).0 == (try block(Self.png).0))
  }

  @Test func `documents are PDF or text, with their names and wishes`() throws {
    let pdf = Media(bytes: Array("%PDF-1.4\n".utf8), name: "a.pdf")
    #expect(
      try block(pdf, data: ["citations": ["enabled": true], "context": "a report"]).0 == """
        {"type":"document","source":{"type":"base64","media_type":"application/pdf",\
        "data":"JVBERi0xLjQK"},"title":"a.pdf","context":"a report","citations":{"enabled":true}}
        """)
    let text = Media(bytes: Array("{\"a\":1}".utf8), mime: "application/json", name: "a.json")
    #expect(
      try block(text).0 == """
        {"type":"document","source":{"type":"text","media_type":"text/plain",\
        "data":"{\\"a\\":1}"},"title":"a.json"}
        """)
    #expect(
      try block(Media(url: "https://example.com/a.pdf", mime: "application/pdf")).0 == """
        {"type":"document","source":{"type":"url","url":"https://example.com/a.pdf"}}
        """)
  }

  @Test(arguments: [
    Media(bytes: [0x49, 0x49, 0x2A, 0x00], mime: "image/tiff"),
    Media(bytes: [0xFF, 0x00, 0x01], mime: "application/zip"),
    Media(bytes: Array("OggS".utf8), mime: "audio/ogg"),
    Media(url: "https://example.com/a.mp4", mime: "video/mp4"),
    Media(url: "https://example.com/a.txt", mime: "text/plain"),
  ])
  func `what the vendor does not take is left out with a warning`(media: Media) throws {
    #expect(try block(media) == ("", [.droppedPart]))
  }

  @Test func `a platform that fetches nothing is given no address`() throws {
    let media = Media(url: "https://example.com/a.png", mime: "image/png")
    let dialect = AnthropicMessagesDialect(takesAddresses: false)
    #expect(try block(media, dialect: dialect) == ("", [.droppedPart]))
  }

  @Test func `a tool may show pictures`() throws {
    let (turns, warnings) = try AnthropicRequests().turns(
      .user("Go"), Message(role: .assistant, parts: [.call("c")]),
      .tool([ToolResult(callID: "c", content: [.text("see"), .media(Self.png)])]))
    #expect(turns[2]["content"][0]["content"][1]["type"] == "image")
    #expect(warnings.isEmpty)
  }

  @Test func `the assistant cannot show pictures`() throws {
    let (_, warnings) = try AnthropicRequests().turns(
      .user("Go"), Message(role: .assistant, parts: [.text("see"), .media(Self.png)]), .user("?"))
    #expect(warnings == [.droppedPart])
  }
}
