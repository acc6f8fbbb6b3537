import SwitchboardConformance
import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardWire
import Testing

/// Pictures: what is sent for them, byte for byte, and what is read.
struct OpenAIImagesTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let answer = """
    {"created":1,"data":[{"b64_json":"iVBORw0KGgo="}],"output_format":"png",\
    "usage":{"input_tokens":10,"output_tokens":4160,"total_tokens":4170}}
    """

  private func paint(
    _ request: ImageRequest, _ transport: ScriptedTransport
  ) async throws -> ImageReply {
    try await OpenAIProvider(id: "work", key: Secret("sk-1234"), transport: transport)
      .images(for: request)
  }

  private func sent(_ request: ImageRequest) async throws -> (HTTPRequest, [Warning.Code]) {
    let transport = ScriptedTransport(body: Self.answer)
    let reply = try await paint(request, transport)
    return (try #require(transport.requests.first), reply.warnings.map(\.code))
  }

  @Test func `a newer painter is asked without a word about the form of the answer`() async throws {
    let (request, warnings) = try await sent(
      ImageRequest(
        model: "work/gpt-image-2", prompt: "a lighthouse", count: 2,
        size: ImageRequest.Size(width: 1536, height: 864), quality: "high", format: "webp",
        vendorOptions: ["openai": ["background": "transparent"]]))
    #expect(request.url == "https://api.openai.com/v1/images/generations")
    #expect(request.headers["content-type"] == "application/json")
    #expect(
      String(decoding: request.body, as: UTF8.self) == """
        {"model":"gpt-image-2","prompt":"a lighthouse","n":2,"size":"1536x864","quality":"high",\
        "output_format":"webp","background":"transparent"}
        """)
    #expect(warnings.isEmpty)
    #expect(request.deadlines.firstToken == request.deadlines.total)
  }

  @Test func `an older painter is asked for bytes, and loses what it does not know`() async throws {
    let (request, warnings) = try await sent(
      ImageRequest(
        model: "work/dall-e-2", prompt: "a lighthouse", negativePrompt: "fog", seed: 1, guidance: 2,
        quality: "hd", format: "webp"))
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "{\"model\":\"dall-e-2\",\"prompt\":\"a lighthouse\",\"response_format\":\"b64_json\"}")
    #expect(warnings == Array(repeating: .droppedParameter, count: 5))
  }

  @Test func `dall-e-3 makes one picture at a time`() async throws {
    let (request, warnings) = try await sent(
      ImageRequest(model: "work/dall-e-3", prompt: "x", count: 4, quality: "hd"))
    #expect(
      String(decoding: request.body, as: UTF8.self) == """
        {"model":"dall-e-3","prompt":"x","quality":"hd","response_format":"b64_json"}
        """)
    #expect(warnings == [.clampedParameter])
  }

  @Test func `an edit is a form with files, the same every time`() async throws {
    let request = ImageRequest(
      model: "work/gpt-image-2", task: .edit, prompt: "add \"fog\"",
      inputs: [.media(Media(bytes: Self.png)), .media(Media(bytes: [0xFF, 0xD8, 0xFF, 0xE0]))],
      mask: .media(Media(bytes: Self.png)), vendorOptions: ["openai": ["output_compression": 50]])
    let (first, warnings) = try await sent(request)
    #expect(first.url == "https://api.openai.com/v1/images/edits")
    let type = try #require(first.headers["content-type"])
    let boundary = try #require(type.split(separator: "=").last.map(String.init))
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    #expect(boundary.utf8.count == 52)
    func field(_ name: String, _ text: String) -> [UInt8] {
      Array(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8)
    }
    func file(_ name: String, _ file: String, _ mime: String, _ bytes: [UInt8]) -> [UInt8] {
      let head = """
        --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(file)"\r\n\
        Content-Type: \(mime)\r\n\r\n
        """
      return Array(head.utf8) + bytes + [0x0D, 0x0A]
    }
    let expected =
      field("model", "gpt-image-2") + field("prompt", "add \"fog\"")
      + field("output_compression", "50") + file("image[]", "image-1.png", "image/png", Self.png)
      + file("image[]", "image-2.jpg", "image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0])
      + file("mask", "mask.png", "image/png", Self.png) + Array("--\(boundary)--\r\n".utf8)
    #expect(first.body == expected)
    #expect(warnings.isEmpty)
    #expect(try await sent(request).0.body == first.body)
    var other = request
    other.prompt = "add rain"
    #expect(try await sent(other).0.headers["content-type"] != type)
  }

  @Test func `new pictures from others are an edit, too`() async throws {
    let (request, _) = try await sent(
      ImageRequest(
        model: "work/gpt-image-2", prompt: "x", inputs: [.media(Media(bytes: Self.png))]))
    #expect(request.url.hasSuffix("/images/edits"))
    #expect(String(decoding: request.body, as: UTF8.self).contains("name=\"image\"; filename"))
  }

  @Test func `a variation takes a picture and no words`() async throws {
    let (request, warnings) = try await sent(
      ImageRequest(
        model: "work/dall-e-2", task: .variation, prompt: "ignored",
        inputs: [.media(Media(bytes: Self.png)), .media(Media(bytes: Self.png))]))
    #expect(request.url == "https://api.openai.com/v1/images/variations")
    #expect(!String(decoding: request.body, as: UTF8.self).contains("ignored"))
    #expect(warnings == [.droppedParameter, .droppedPart])
  }

  @Test(arguments: [
    ("gpt-image-2", ImageRequest.Task.variation, [Part.media(Media(bytes: png))]),
    ("dall-e-3", .edit, [.media(Media(bytes: png))]),
    ("gpt-image-2", .edit, [.media(Media(url: "https://example.com/a.png", mime: "image/png"))]),
  ])
  func `what a painter cannot do is refused before the call`(
    model: String, task: ImageRequest.Task, inputs: [Part]
  ) async throws {
    let transport = ScriptedTransport(body: Self.answer)
    let error = await #expect(throws: SwitchboardError.self) {
      try await paint(
        ImageRequest(
          model: ModelReference(vendor: "work", model: model), task: task, prompt: "x",
          inputs: inputs), transport)
    }
    #expect(error?.kind == .unsupported)
    #expect(transport.requests.isEmpty)
  }

  @Test func `an edit without a picture is a false request`() async throws {
    let error = await #expect(throws: SwitchboardError.self) {
      try await paint(
        ImageRequest(model: "work/gpt-image-2", task: .edit, prompt: "x"),
        ScriptedTransport(body: Self.answer))
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `a strict request fails where a word would be lost`() async throws {
    let transport = ScriptedTransport(body: Self.answer)
    let error = await #expect(throws: SwitchboardError.self) {
      try await paint(
        ImageRequest(model: "work/gpt-image-2", prompt: "x", seed: 1, strict: true), transport)
    }
    #expect(error?.kind == .unsupported)
    #expect(transport.requests.isEmpty)
  }

  @Test func `pictures come as bytes with their usage`() async throws {
    let reply = try await paint(
      ImageRequest(id: "a", model: "work/gpt-image-2", prompt: "x"),
      ScriptedTransport(body: Self.answer))
    #expect(reply.images == [.media(Media(bytes: Self.png))])
    #expect(reply.id == "a")
    #expect(reply.usage?.input == 10 && reply.usage?.output == 4160)
    #expect(reply.origin == Origin(vendor: "work", kind: "openai", model: "gpt-image-2"))
  }

  /// What the vendor says of the tokens beside their sums, and how well the cost is known.
  static let details: [(String, Cost.Quality)] = [
    (#""input_tokens_details":{"image_tokens":0,"text_tokens":10}"#, .exact),
    (#""input_tokens_details":{"image_tokens":4,"text_tokens":6}"#, .estimated),
    (
      #""input_tokens_details":{"image_tokens":0},"output_tokens_details":{"text_tokens":9}"#,
      .estimated
    ), (#""x":1"#, .estimated),
  ]

  @Test(arguments: details)
  func `a cost is exact where all that was used has its price`(
    details: String, quality: Cost.Quality
  ) async throws {
    let answer = """
      {"data":[{"b64_json":"iVBORw0KGgo="}],\
      "usage":{"input_tokens":10,"output_tokens":1000,\(details)}}
      """
    for (model, cost) in [
      ("gpt-image-1", USD("0.04005").map { Cost(usd: $0, quality: quality) }),
      ("gpt-image-9", nil),
    ] {
      let reply = try await paint(
        ImageRequest(model: ModelReference(vendor: "work", model: model), prompt: "x"),
        ScriptedTransport(body: answer))
      #expect(reply.cost == cost)
    }
  }

  @Test func `pictures by address stay addresses and rewritten words are told`() async throws {
    let reply = try await paint(
      ImageRequest(model: "work/dall-e-3", prompt: "x"),
      ScriptedTransport(
        body: """
          {"created":1,"data":[{"url":"https://example.com/1.png","revised_prompt":"A tall x"}]}
          """))
    #expect(
      reply.images == [.media(Media(url: "https://example.com/1.png", mime: "image/png"))])
    #expect(reply.revisedPrompt == "A tall x")
    #expect(reply.usage == nil)
  }

  @Test(arguments: [
    (200, "{\"created\":1,\"data\":[]}", SwitchboardError.Kind.decoding),
    (200, "{\"created\":1,\"data\":[{\"b64_json\":\"!\"}]}", .decoding), (200, "figs", .decoding),
    (200, "{\"error\":{\"message\":\"No.\",\"code\":\"moderation_blocked\"}}", .contentFilter),
    (
      400, "{\"error\":{\"message\":\"No.\",\"type\":\"image_generation_user_error\"}}",
      .invalidRequest
    ), (429, "{\"error\":{\"message\":\"Wait.\",\"code\":\"rate_limit_exceeded\"}}", .rateLimited),
  ])
  func `an answer without pictures is a failure`(
    status: Int, body: String, kind: SwitchboardError.Kind
  ) async throws {
    let error = try #require(
      await #expect(throws: SwitchboardError.self) {
        try await paint(
          ImageRequest(model: "work/gpt-image-2", prompt: "x"),
          ScriptedTransport(status: status, headers: ["x-request-id": "req_1"], body: body))
      })
    #expect(error.kind == kind)
    #expect(error.vendor == "work" && error.model == "gpt-image-2")
  }
}
