import SwitchboardCore
import SwitchboardForms
import Testing

/// The input items that a conversation becomes, byte for byte.
struct OpenAIResponsesInputTests {
  private static let origin = Origin(vendor: "work", kind: "openai", model: "gpt-5.4")

  private func written(
    _ messages: [Message], tools: [ToolDefinition] = [], strict: Bool = false
  ) throws -> (input: String, warnings: [Warning.Code]) {
    let request = try OpenAIResponsesRequest(
      ChatRequest(messages: messages, tools: tools, strict: strict), origin: Self.origin,
      model: ModelDescriptor("gpt-5.4"), dialect: .openAI)
    return (request.body["input"].text, request.warnings.map(\.code))
  }

  private func same(
    _ messages: [Message], _ expected: String, warns codes: [Warning.Code] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (input, warnings) = try written(messages)
    #expect(input == expected, sourceLocation: sourceLocation)
    #expect(warnings == codes, sourceLocation: sourceLocation)
  }

  private func home(_ parts: [Part], vendor: VendorID = "work") -> Message {
    Message(
      role: .assistant, parts: parts, origin: Origin(vendor: vendor, kind: "openai", model: "m"))
  }

  private func thought(_ account: String) -> Part {
    Part(
      .reasoning(Reasoning("Count.")),
      vendorData: [
        "openai": [
          "account": JSON(account),
          "item": [
            "type": "reasoning", "id": "rs_1", "status": nil, "content": [],
            "summary": [["type": "summary_text", "text": "Count."]], "encrypted_content": "Z0FB",
          ],
        ]
      ])
  }

  @Test func `turns stay in order, and a system text in the middle in its place`() throws {
    try same(
      [.user("My boat is called Quince."), .assistant("Nice."), .system("Be terse."), .user("?")],
      """
      [{"type":"message","role":"user","content":"My boat is called Quince."},\
      {"type":"message","role":"assistant","content":"Nice."},\
      {"type":"message","role":"system","content":"Be terse."},\
      {"type":"message","role":"user","content":"?"}]
      """)
  }

  @Test func `equal roles stay apart and empty texts are left out`() throws {
    try same(
      [.user("a"), .assistant(""), .user([.text(""), .text("b")]), .user("")],
      """
      [{"type":"message","role":"user","content":"a"},\
      {"type":"message","role":"user","content":"b"}]
      """)
  }

  @Test func `calls and results are items of their own with exact numbers`() throws {
    try same(
      [
        .user("Look"),
        Message(
          role: .assistant,
          parts: [
            .text("Let me look."),
            Part(
              .toolCall(
                ToolCall(id: "c1", name: "lookup", argumentsText: "{\"n\": 9007199254740993}"))),
            Part(.toolCall(ToolCall(id: "c2", name: "now", argumentsText: ""))),
          ]),
        .tool([
          ToolResult(callID: "c2", content: [.text("11:05")]),
          ToolResult(callID: "c1", content: [.text("offline")], isError: true),
        ]),
      ],
      """
      [{"type":"message","role":"user","content":"Look"},\
      {"type":"message","role":"assistant","content":"Let me look."},\
      {"type":"function_call","call_id":"c1","name":"lookup",\
      "arguments":"{\\"n\\": 9007199254740993}"},\
      {"type":"function_call","call_id":"c2","name":"now","arguments":"{}"},\
      {"type":"function_call_output","call_id":"c2","output":"11:05"},\
      {"type":"function_call_output","call_id":"c1","output":"Error: offline"}]
      """)
  }

  @Test func `arguments cut off by a limit are wrapped and an empty result is said`() throws {
    try same(
      [
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c", name: "f", argumentsText: "{\"a\":")))]),
        .tool([ToolResult(callID: "c", content: [.text("")])]),
      ],
      """
      [{"type":"function_call","call_id":"c","name":"f","arguments":"{\\"text\\":\\"{\\\\\\"a\\\\\\":\\"}"},\
      {"type":"function_call_output","call_id":"c","output":"(empty)"}]
      """)
  }

  @Test func `a call without a result gets one and a result without a call is left out`() throws {
    try same(
      [
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c", name: "f", argumentsText: "{}")))]),
        .user("Never mind."), .tool([ToolResult(callID: "x", content: [.text("late")])]),
      ],
      """
      [{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},\
      {"type":"function_call_output","call_id":"c","output":"(no result)"},\
      {"type":"message","role":"user","content":"Never mind."}]
      """,
      warns: [.messageInserted, .droppedPart])
  }

  @Test func `ids that are too long or hold other characters are replaced alike`() throws {
    let id = "call_fig|fc_" + String(repeating: "0af9", count: 20)
    let (input, warnings) = try written([
      Message(
        role: .assistant,
        parts: [Part(.toolCall(ToolCall(id: id, name: "f", argumentsText: "{}")))]),
      .tool([ToolResult(callID: id, content: [.text("ok")])]),
    ])
    let items = try JSON(parsing: input)
    let sent = try #require(items[0]["call_id"].string)
    #expect(sent.utf8.count <= 64 && !sent.contains("|"))
    #expect(items[1]["call_id"].string == sent)
    #expect(warnings.isEmpty)
  }

  @Test func `pictures of results stand in the result`() throws {
    let pixel = Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try same(
      [
        Message(
          role: .assistant,
          parts: [Part(.toolCall(ToolCall(id: "c", name: "see", argumentsText: "{}")))]),
        .tool([ToolResult(callID: "c", content: [.text("a plot"), .media(pixel)])]),
      ],
      """
      [{"type":"function_call","call_id":"c","name":"see","arguments":"{}"},\
      {"type":"function_call_output","call_id":"c","output":[\
      {"type":"input_text","text":"a plot"},\
      {"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgo=","detail":"auto"}]}]
      """)
  }

  @Test func `pictures and documents go as bytes or by address`() throws {
    try same(
      [
        .user([
          .media(Media(url: "https://example.com/a.png", mime: "image/png")),
          .media(Media(bytes: Array("%PDF-1.4\n".utf8), name: "a.pdf")),
          .media(Media(url: "https://example.com/b.pdf", mime: "application/pdf")),
          .media(Media(bytes: Array("fig".utf8), mime: "text/plain", name: "n.txt")),
          .text("Summarise."),
        ])
      ],
      """
      [{"type":"message","role":"user","content":[\
      {"type":"input_image","image_url":"https://example.com/a.png","detail":"auto"},\
      {"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,JVBERi0xLjQK"},\
      {"type":"input_file","file_url":"https://example.com/b.pdf"},\
      {"type":"input_text","text":"n.txt:\\nfig"},{"type":"input_text","text":"Summarise."}]}]
      """)
  }

  @Test func `sound and films are left out with a word`() throws {
    try same(
      [
        .user([
          .media(Media(bytes: [1], mime: "audio/wav")),
          .media(Media(bytes: [1], mime: "video/mp4")),
          .text("Hm?"),
        ])
      ], "[{\"type\":\"message\",\"role\":\"user\",\"content\":\"Hm?\"}]",
      warns: [.droppedPart, .droppedPart])
  }

  @Test func `encrypted thinking goes home, in its place, without what is null`() throws {
    try same(
      [
        home([
          thought("work"),
          Part(.text("Hm."), vendorData: ["openai": ["phase": "commentary"]]), .text("Two."),
        ])
      ],
      """
      [{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Count."}],\
      "encrypted_content":"Z0FB"},\
      {"type":"message","role":"assistant","content":"Hm.","phase":"commentary"},\
      {"type":"message","role":"assistant","content":"Two."}]
      """)
  }

  @Test func `thinking of another account or vendor stays away`() throws {
    let foreign = Part(
      .reasoning(Reasoning("I think so.")), vendorData: ["anthropic": ["signature": "c2ln"]])
    let bare = Message(
      role: .assistant, parts: [Part(.reasoning(Reasoning("Hm."))), .text("Yes.")],
      origin: Origin(vendor: "deepseek", kind: "deepseek", model: "m"))
    let yes = "{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"Yes.\"}"
    try same(
      [home([thought("other"), .text("Yes.")], vendor: "other")], "[\(yes)]",
      warns: [.droppedReasoning])
    try same([home([foreign, .text("Yes.")])], "[\(yes)]", warns: [.droppedReasoning])
    try same([bare], "[\(yes)]", warns: [.droppedReasoning])
  }

  @Test func `thinking that led to nothing is left out: it would be refused`() throws {
    try same(
      [home([thought("work")]), .user("Go on.")],
      "[{\"type\":\"message\",\"role\":\"user\",\"content\":\"Go on.\"}]",
      warns: [.droppedReasoning])
  }

  @Test func `the vendor's own items go back as they came, unknown kinds do not`() throws {
    func item(_ type: String) -> Part {
      Part(
        .opaque,
        vendorData: ["openai": ["account": "work", "item": ["type": JSON(type), "id": "x"]]])
    }
    try same(
      [home([thought("work"), item("web_search_call"), item("newer_than_us"), .text("Yes.")])],
      """
      [{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Count."}],\
      "encrypted_content":"Z0FB"},{"type":"web_search_call","id":"x"},\
      {"type":"message","role":"assistant","content":"Yes."}]
      """,
      warns: [.droppedPart])
  }

  @Test func `a made picture goes back in its item`() throws {
    let picture = Part(
      .media(Media(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
      vendorData: [
        "openai": [
          "account": "work",
          "item": [
            "type": "image_generation_call", "id": "ig", "result": nil, "status": "completed",
          ],
        ]
      ])
    try same(
      [home([picture])],
      """
      [{"type":"image_generation_call","id":"ig","result":"iVBORw0KGgo=","status":"completed"}]
      """)
    let other = Message(role: .assistant, parts: [picture], origin: nil)
    let request = try OpenAIResponsesRequest(
      ChatRequest(messages: [other]), origin: Origin(vendor: "b", kind: "openai", model: "m"),
      model: ModelDescriptor("m"), dialect: .openAI)
    #expect(request.body["input"].text == "[]")
    #expect(request.warnings.map(\.code) == [.droppedPart])
  }

  @Test func `a strict request fails where something would be lost`() throws {
    let error = #expect(throws: SwitchboardError.self) {
      try written(
        [.user([.media(Media(bytes: [1], mime: "audio/wav")), .text("Hm?")])], strict: true)
    }
    #expect(error?.kind == .unsupported)
  }

  @Test func `what a reply kept is what the next request sends`() throws {
    let output: [JSON] = [
      [
        "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FB",
        "status": "completed",
      ], ResponsesAnswers.call("fc_1", "call_1", "now", "{}"),
    ]
    let reply = try #require(
      try ResponsesAnswers().whole(ResponsesAnswers.response("completed", output)).reply)
    try same(
      [reply.message, .tool([ToolResult(callID: "call_1", content: [.text("11:05")])])],
      """
      [{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"Z0FB"},\
      {"type":"function_call","call_id":"call_1","name":"now","arguments":"{}"},\
      {"type":"function_call_output","call_id":"call_1","output":"11:05"}]
      """)
  }
}
