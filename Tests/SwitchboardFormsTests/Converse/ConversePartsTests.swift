import SwitchboardCore
import Testing

@testable import SwitchboardForms

struct ConversePartsTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func content(
    _ parts: [Part], role: Message.Role = .user, origin: Origin? = nil,
    model: String = ConverseRequestTests.claude
  ) throws -> (text: String, warnings: [Warning.Code]) {
    var said = [Message(role: role, parts: parts, origin: origin)]
    if role == .assistant { said = [.user("a")] + said + [.user("z")] }
    let (text, warnings) = try ConverseRequestTests.messages(said, model: model)
    let messages = try JSON(parsing: text)
    return (messages[role == .assistant ? 1 : 0]["content"].text, warnings)
  }

  /// A type, a name, and the block without its bytes.
  static let media: [(mime: String, name: String?, block: String)] = [
    ("image/jpeg", nil, #"{"image":{"format":"jpeg","source":SOURCE}}"#),
    ("image/webp", nil, #"{"image":{"format":"webp","source":SOURCE}}"#),
    (
      "application/pdf", "my_plan (v2).pdf",
      #"""
      {"document":{"format":"pdf","name":"my plan (v2) pdf","source":SOURCE}}
      """#
    ),
    (
      "text/markdown", "a  b\u{00E9}.md",
      #"""
      {"document":{"format":"md","name":"a b md","source":SOURCE}}
      """#
    ),
    ("text/x-swift", nil, #"{"document":{"format":"txt","name":"document","source":SOURCE}}"#),
    ("application/json", "[x]", #"{"document":{"format":"txt","name":"[x]","source":SOURCE}}"#),
    ("video/quicktime", nil, #"{"video":{"format":"mov","source":SOURCE}}"#),
    ("video/3gpp", nil, #"{"video":{"format":"three_gp","source":SOURCE}}"#),
    ("audio/mpeg", nil, #"{"audio":{"format":"mp3","source":SOURCE}}"#),
  ]

  @Test(arguments: media)
  func `media are shown by their bytes`(mime: String, name: String?, block: String) throws {
    let part = Part.media(Media(bytes: [1, 2, 3], mime: mime, name: name))
    let (text, warnings) = try Self.content([.text("see"), part])
    let sent = block.replacing("SOURCE", with: #"{"bytes":"AQID"}"#)
    #expect(text == #"[{"text":"see"},\#(sent)]"#)
    #expect(warnings.isEmpty)
  }

  @Test(arguments: ["image/svg+xml", "image/bmp", "application/zip", "video/x-msvideo"])
  func `media that Converse does not know are left out`(mime: String) throws {
    let (text, warnings) = try Self.content(
      [.text("see"), .media(Media(bytes: [1, 2, 3], mime: mime))])
    #expect(text == #"[{"text":"see"}]"#)
    #expect(warnings == [.droppedPart])
  }

  @Test func `addresses are of S3 alone`() throws {
    let (text, warnings) = try Self.content([
      .media(Media(url: "s3://bucket/a.png", mime: "image/png")),
      .media(Media(url: "https://example.com/a.png", mime: "image/png")), .text("see"),
    ])
    #expect(
      text == #"[{"image":{"format":"png","source":{"s3Location":{"uri":"s3://bucket/a.png"}}}},"#
        + #"{"text":"see"}]"#)
    #expect(warnings == [.droppedPart])
  }

  @Test func `documents of one name are told apart, and one alone gets words`() throws {
    let document = Part.media(Media(bytes: [1], mime: "application/pdf", name: "a.pdf"))
    let (text, warnings) = try Self.content([document, document, document])
    let names = try JSON(parsing: text).elements.map { $0["document"]["name"].string }
    #expect(names == ["a pdf", "a pdf 2", "a pdf 3", nil])
    #expect(text.hasSuffix(#"{"text":"(see the document)"}]"#))
    #expect(warnings == [.messageInserted])
  }

  @Test func `citations and cache marks are what the vendor was told`() throws {
    let (text, _) = try Self.content([
      Part(
        .media(Media(bytes: [1], mime: "text/plain", name: "facts")),
        vendorData: ["bedrock": ["citations": ["enabled": true], "context": "old"]]),
      Part(.text("a"), vendorData: ["bedrock": ["cachePoint": ["type": "default", "ttl": "1h"]]]),
      Part(.text("b"), vendorData: ["anthropic": ["cachePoint": ["type": "default"]]]),
      Part(
        .text("c"),
        vendorData: ["bedrock": ["cachePoint": ["type": "default"], "account": "another"]]),
    ])
    #expect(
      text == #"[{"document":{"format":"txt","name":"facts","source":{"bytes":"AQ=="},"#
        + #""context":"old","citations":{"enabled":true}}},{"text":"a"},"#
        + #"{"cachePoint":{"type":"default","ttl":"1h"}},{"text":"b"},{"text":"c"}]"#)
  }

  @Test func `pictures of results stand in the result`() throws {
    let result = ToolResult(
      callID: "c1", content: [.text("here"), .media(Media(bytes: Self.png, mime: "image/png"))])
    let said = [
      Message.user("a"), Message(role: .assistant, parts: [ConverseRequestTests.call("c1")]),
      .tool([result]),
    ]
    let (text, _) = try ConverseRequestTests.messages(said)
    #expect(
      text.hasSuffix(
        #"{"toolResult":{"toolUseId":"c1","content":[{"text":"here"},{"image":{"format":"png","#
          + #""source":{"bytes":"iVBORw0KGgo="}}}]}}]}]"#))
  }

  static let own = Origin(vendor: "aws", kind: "bedrock", model: "anthropic.claude-opus-4-6-v1")

  static func thought(_ data: [VendorKind: JSON], _ text: String = "Let me count.\n") -> Part {
    Part(.reasoning(Reasoning(text)), vendorData: data)
  }

  /// A thought with its data, who thought it, what is sent of it, and the warnings.
  static let thoughts: [(Part, Origin?, String, [Warning.Code])] = [
    (
      thought(["bedrock": ["signature": "c2ln"]]), own,
      #"{"reasoningContent":{"reasoningText":{"text":"Let me count.\n","signature":"c2ln"}}},"#, []
    ),
    (
      thought(["bedrock": ["redactedContent": "AQID"]], ""), own,
      #"{"reasoningContent":{"redactedContent":"AQID"}},"#, []
    ),
    // As Messages keeps it: the text whose bytes Converse has.
    (
      thought(["bedrock": ["data": "Emw3"]], ""), own,
      #"{"reasoningContent":{"redactedContent":"RW13Mw=="}},"#, []
    ),
    (thought(["bedrock": ["signature": ""]]), own, "", []),
    (thought([:]), own, "", []),
    (thought(["anthropic": ["signature": "c2ln"]]), nil, "", [.droppedReasoning]),
    (
      thought(["anthropic": ["signature": "c2ln"]]),
      Origin(vendor: "a", kind: "anthropic", model: "claude-opus-4-6"), "", [.droppedReasoning]
    ),
    (
      thought(["bedrock": ["signature": "c2ln"]]),
      Origin(vendor: "aws", kind: "bedrock", model: "amazon.nova-2-lite-v1:0"), "",
      [.droppedReasoning]
    ),
    (
      thought(["bedrock": ["signature": "c2ln", "account": "another"]]), own, "",
      [.droppedReasoning]
    ),
  ]

  @Test(arguments: thoughts)
  func `thinking goes home only`(
    part: Part, origin: Origin?, sent: String, warned: [Warning.Code]
  ) throws {
    let (text, warnings) = try Self.content(
      [part, .text("Three.")], role: .assistant, origin: origin)
    #expect(text == #"[\#(sent){"text":"Three."}]"#)
    #expect(warnings == warned)
  }

  @Test func `blocks of the vendor go back as they came, others do not`() throws {
    let block: JSON = ["toolResult": ["toolUseId": "s1", "content": [], "type": "t"]]
    let (text, warnings) = try Self.content(
      [
        Part(
          .toolCall(ToolCall(id: "s1", name: "code", argumentsText: #"{"n":1}"#)),
          vendorData: ["bedrock": ["type": "server_tool_use"]]),
        Part(.opaque, vendorData: ["bedrock": ["block": block]]),
        Part(.opaque, vendorData: ["anthropic": ["block": ["type": "x"]]]), .text("b"),
      ], role: .assistant, origin: Self.own)
    #expect(
      text == #"[{"toolUse":{"toolUseId":"s1","name":"code","input":{"n":1},"#
        + #""type":"server_tool_use"}},{"toolResult":{"toolUseId":"s1","content":[],"type":"t"}},"#
        + #"{"text":"b"}]"#)
    #expect(warnings == [.droppedPart], "and nobody waits for the result of the vendor's own call")
  }
}
