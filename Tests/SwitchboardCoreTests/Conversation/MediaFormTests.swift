import SwitchboardCore
import Testing

struct MediaFormTests {
  /// SHA-256 of `abc` (FIPS 180-4, appendix B.1 of its first edition).
  static let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// 258 pixels wide and 5 high.
  private static let png = MediaSamples.pictures[0].bytes

  @Test func `bytes are written as base64 with their hash, and read again`() throws {
    let media = Media(bytes: Array("abc".utf8), mime: "text/plain", name: "a.txt")
    let part = Part.media(media)
    #expect(
      part.json.text == """
        {"type":"media","mime":"text/plain","data":"YWJj","name":"a.txt","sha256":"\(Self.hash)"}
        """)
    #expect(try Part(json: part.json) == part)
    #expect(media.sha256 == Self.hash)
  }

  @Test func `a picture is written with its size`() throws {
    let media = Media(bytes: Self.png)
    let json = Part.media(media).json
    #expect(json["mime"].string == "image/png")
    #expect(json["width"].int == 258)
    #expect(json["height"].int == 5)
    #expect(json["sha256"].string == media.sha256)
  }

  @Test func `an address has no hash, and the size written beside it is kept`() throws {
    var media = Media(url: "https://a.example/x", mime: "image/png")
    media.width = 640
    media.height = 480
    let json = Part.media(media).json
    #expect(!json["sha256"].exists)
    #expect(try Part(json: json) == .media(media))
    #expect(media.bytes == nil)
    #expect(media.url == "https://a.example/x")
  }

  @Test func `the bytes know better than what is written beside them`() throws {
    let bytes = Self.png
    let part = try Part(json: [
      "type": "media", "mime": "image/gif", "data": JSON(Base64.encode(bytes)), "width": 99,
      "height": 99, "sha256": "no",
    ])
    #expect(part == .media(Media(bytes: bytes)))
  }

  @Test func `a size is kept where the bytes show none`() throws {
    let part = try Part(json: [
      "type": "media", "mime": "video/x-raw", "data": "YWJj", "width": 4, "height": 5,
    ])
    guard case .media(let media) = part.content else {
      Issue.record("No media.")
      return
    }
    #expect(media.width == 4)
    #expect(media.height == 5)
  }

  @Test func `a file is read through the closure, by the name written`() throws {
    var asked: [String] = []
    let json: JSON = [
      "role": "user",
      "parts": [
        ["type": "media", "file": "pictures/plot.bin"],
        [
          "type": "toolResult", "id": "c",
          "content": [["type": "media", "file": "b", "name": "n", "mime": "text/plain"]],
        ],
      ],
    ]
    let message = try Message(json: json) { path in
      asked.append(path)
      return Array("abc".utf8)
    }
    #expect(asked == ["pictures/plot.bin", "b"])
    #expect(
      message.parts.first
        == .media(
          Media(bytes: Array("abc".utf8), mime: "application/octet-stream", name: "plot.bin")))
    let text = Media(bytes: Array("abc".utf8), mime: "text/plain", name: "n")
    #expect(
      message.parts.last?.content
        == .toolResult(ToolResult(callID: "c", content: [.media(text)])))
  }

  @Test func `what the closure throws comes through as it is`() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Part(json: ["type": "media", "file": "x"]) { _ in throw Refused() }
    }
  }

  @Test(arguments: [
    (#"{"type":"media","file":"x"}"#, "Field 'file' names a file, which cannot be read from here."),
    (#"{"type":"media","data":"a"}"#, "Field 'data' must be base64 text."),
    (#"{"type":"media","data":"a=bc"}"#, "Field 'data' must be base64 text."),
    (#"{"type":"media"}"#, "Field 'data' must be a string, not nothing."),
  ])
  func `a part that is read alone is complained of with its own place`(
    text: String, message: String
  ) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: SwitchboardError.self) { try Part(json: json) }
    #expect(error?.message == message)
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `an address goes before a file and a file before data`() throws {
    let both = try Part(json: ["type": "media", "url": "u", "file": "f", "data": "YWJj"])
    #expect(both == .media(Media(url: "u", mime: "application/octet-stream")))
    let file = try Part(json: ["type": "media", "file": "f", "data": "YWJj"]) { _ in [1] }
    #expect(file == .media(Media(bytes: [1], name: "f")))
  }
}
