import SwitchboardCore
import Testing

/// The public JSON form of messages and parts, to the letter.
struct MessageFormTests {
  /// A value and its text; reading the text gives the value, writing the value the text.
  static let parts: [(part: Part, text: String)] = [
    (.text("Hé"), #"{"type":"text","text":"Hé"}"#),
    (.text(""), #"{"type":"text","text":""}"#),
    (Part(.reasoning(Reasoning("so"))), #"{"type":"reasoning","text":"so"}"#),
    (
      Part(.reasoning(Reasoning("", isRedacted: true))),
      #"{"type":"reasoning","text":"","redacted":true}"#
    ),
    (
      .media(Media(url: "https://a.example/x.png", mime: "image/png", name: "x.png")),
      #"{"type":"media","mime":"image/png","url":"https://a.example/x.png","name":"x.png"}"#
    ),
    (
      Part(.toolCall(ToolCall(id: "c1", name: "add", argumentsText: #"{"a":1}"#))),
      #"{"type":"toolCall","id":"c1","name":"add","arguments":{"a":1}}"#
    ),
    (
      Part(.toolCall(ToolCall(id: "c1", name: "add", argumentsText: #"{"a":"#))),
      #"{"type":"toolCall","id":"c1","name":"add","argumentsText":"{\"a\":"}"#
    ),
    (
      Part(.toolCall(ToolCall(id: "c1", name: "add", argumentsText: "[1]"))),
      #"{"type":"toolCall","id":"c1","name":"add","argumentsText":"[1]"}"#
    ),
    (
      Part(.toolResult(ToolResult(callID: "c1", content: [.text("3")]))),
      """
      {"type":"toolResult","id":"c1","content":[{"type":"text","text":"3"}],"isError":false}
      """
    ),
    (
      Part(.toolResult(ToolResult(callID: "c1", name: "add", content: [], isError: true))),
      #"{"type":"toolResult","id":"c1","name":"add","content":[],"isError":true}"#
    ),
    (
      Part(.source(Source(title: "T", url: "https://a.example", citedText: "w"))),
      #"{"type":"source","title":"T","url":"https://a.example","citedText":"w"}"#
    ),
    (Part(.source(Source())), #"{"type":"source"}"#),
    (Part(.opaque), #"{"type":"opaque"}"#),
    (
      Part(.text("x"), vendorData: ["zeta": ["b": 1, "a": nil], "alpha": ["account": "work"]]),
      """
      {"type":"text","text":"x","vendorData":{"alpha":{"account":"work"},"zeta":{"b":1,"a":null}}}
      """
    ),
  ]

  @Test(arguments: parts.indices)
  func `a part has its exact form and is read from it again`(index: Int) throws {
    let (part, text) = Self.parts[index]
    #expect(part.json.text == text)
    #expect(try Part(json: JSON(parsing: text)) == part)
  }

  static let messages: [(message: Message, text: String)] = [
    (.user("hi"), #"{"role":"user","parts":[{"type":"text","text":"hi"}]}"#),
    (.system("be"), #"{"role":"system","parts":[{"type":"text","text":"be"}]}"#),
    (Message(role: .assistant, parts: []), #"{"role":"assistant","parts":[]}"#),
    (
      .tool([ToolResult(callID: "c", content: [])]),
      """
      {"role":"tool","parts":[{"type":"toolResult","id":"c","content":[],"isError":false}]}
      """
    ),
    (
      .assistant(
        "a",
        origin: Origin(
          vendor: "work", kind: "anthropic", model: "m", responseModel: "m-1", responseID: "r")),
      """
      {"role":"assistant","parts":[{"type":"text","text":"a"}],"origin":{"vendor":"work",\
      "kind":"anthropic","model":"m","responseModel":"m-1","responseID":"r"}}
      """
    ),
    (
      Message(
        role: .assistant, parts: [], origin: Origin(vendor: "v", kind: nil, model: "m"),
        incomplete: .cancelled),
      """
      {"role":"assistant","parts":[],"origin":{"vendor":"v","model":"m"},"incomplete":"cancelled"}
      """
    ),
  ]

  @Test(arguments: messages.indices)
  func `a message has its exact form and is read from it again`(index: Int) throws {
    let (message, text) = Self.messages[index]
    #expect(message.json.text == text)
    #expect(try Message(json: JSON(parsing: text)) == message)
  }

  @Test(arguments: Message.Role.allCases)
  func `every role is read`(role: Message.Role) throws {
    #expect(try Message(json: ["role": JSON(role.rawValue), "parts": "x"]).role == role)
  }

  @Test(arguments: Message.Incompleteness.allCases)
  func `every way to be incomplete is read`(incomplete: Message.Incompleteness) throws {
    let json: JSON = ["role": "user", "parts": [], "incomplete": JSON(incomplete.rawValue)]
    #expect(try Message(json: json).incomplete == incomplete)
  }

  @Test func `parts may be one string, and so may the content of a result`() throws {
    #expect(try Message(json: ["role": "user", "parts": "hi"]) == .user("hi"))
    #expect(try Message(json: ["role": "user", "parts": ""]) == .user(""))
    let result = try Part(json: ["type": "toolResult", "id": "c", "content": "3"])
    #expect(result.content == .toolResult(ToolResult(callID: "c", content: [.text("3")])))
  }

  @Test func `fields that nobody knows are passed over and null is nothing`() throws {
    let text = """
      {"role":"user","later":1,"origin":null,"incomplete":null,\
      "parts":[{"type":"text","text":"hi","later":{},"vendorData":null}]}
      """
    #expect(try Message(json: JSON(parsing: text)) == .user("hi"))
  }

  @Test(arguments: [
    (#"{"type":"reasoning"}"#, Part(.reasoning(Reasoning("")))),
    (#"{"type":"reasoning","redacted":false}"#, Part(.reasoning(Reasoning("")))),
    (
      #"{"type":"toolCall","id":"c","name":"f"}"#,
      Part(.toolCall(ToolCall(id: "c", name: "f", argumentsText: "{}")))
    ),
    (
      #"{"type":"toolCall","id":"c","name":"f","arguments":null}"#,
      Part(.toolCall(ToolCall(id: "c", name: "f", argumentsText: "{}")))
    ),
    (
      #"{"type":"toolResult","id":"c"}"#, Part(.toolResult(ToolResult(callID: "c", content: [])))
    ),
  ])
  func `what may be left out has its usual value`(text: String, part: Part) throws {
    #expect(try Part(json: JSON(parsing: text)) == part)
  }

  @Test func `data of vendors is kept to the digit, whichever vendor it is of`() throws {
    let text = """
      {"type":"opaque","vendorData":{"nobody":{"n":12345678901234567890,"z":1.10,"a":[null,{}]}}}
      """
    let part = try Part(json: JSON(parsing: text))
    #expect(part.json.text == text)
    #expect(part.vendorData(for: "x", kind: "nobody")?["n"].number == "12345678901234567890")
  }

  @Test func `data of an account goes to the entry of that name alone`() {
    let part = Part(.opaque, vendorData: ["k": ["account": "work"], "open": ["s": 1]])
    #expect(part.vendorData(for: "work", kind: "k") != nil)
    #expect(part.vendorData(for: "home", kind: "k") == nil)
    #expect(part.vendorData(for: "home", kind: "open") == ["s": 1])
    #expect(part.vendorData(for: "work", kind: "other") == nil)
  }

  @Test func `the text and the calls of a message are gathered in order`() {
    let first = ToolCall(id: "1", name: "f", argumentsText: "")
    let second = ToolCall(id: "2", name: "f", argumentsText: "")
    let message = Message(
      role: .assistant,
      parts: [
        .text("a"), Part(.reasoning(Reasoning("no"))), Part(.toolCall(first)), .text("b"),
        Part(.toolCall(second)),
      ])
    #expect(message.text == "ab")
    #expect(message.toolCalls == [first, second])
    let result = ToolResult(callID: "1", content: [.text("x"), Part(.opaque), .text("y")])
    #expect(result.text == "xy")
  }
}
