import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardGemini

struct GeminiImagesTests {
  private static let gif = Base64.encode(Array("GIF89a".utf8))

  private static func painted(_ reason: String = "STOP") -> String {
    #"""
    {"candidates":[{"content":{"parts":[{"text":"Here."},
    {"inlineData":{"mimeType":"image/gif","data":"\#(gif)"}}]},"finishReason":"\#(reason)"}],
    "usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":10,"totalTokenCount":14}}
    """#
  }

  private func paint(
    _ transport: ScriptedTransport, kind: VendorKind = "gemini",
    model: String = "gemini-3.1-flash-image",
    _ change: (inout ImageRequest) -> Void = { _ in }
  ) async throws -> ImageReply {
    let vendor = try GeminiProvider(
      configuration: VendorConfiguration(
        id: "work", kind: kind, keys: KeyRing(Secret("test-key-0000")), baseURL: "https://a.example"
      ),
      transport: transport)
    var request = ImageRequest(
      model: ModelReference(vendor: "work", model: model), prompt: "a lighthouse")
    change(&request)
    return try await vendor.images(for: request)
  }

  @Test func `a picture is asked for like an answer`() async throws {
    let transport = ScriptedTransport(body: Self.painted())
    let reply = try await paint(transport)
    #expect(
      transport.requests.map(\.url) == [
        "https://a.example/models/gemini-3.1-flash-image:generateContent"
      ])
    #expect(
      try transport.lastBody().text == #"""
        {"contents":[{"role":"user","parts":[{"text":"a lighthouse"}]}],\#
        "generationConfig":{"responseModalities":["TEXT","IMAGE"]}}
        """#)
    #expect(reply.images.count == 1)
    #expect(reply.usage?.output == 10)
    #expect(reply.warnings.isEmpty)
  }

  @Test func `size, seed, negative prompt and count are said as the vendor takes them`()
    async throws
  {
    let transport = ScriptedTransport(body: Self.painted())
    let reply = try await paint(transport) {
      $0.count = 3
      $0.size = ImageRequest.Size(width: 1920, height: 1080)
      $0.seed = 7
      $0.negativePrompt = "boats"
      $0.guidance = 3
    }
    #expect(transport.requests.count == 3)
    #expect(
      try transport.lastBody().text == #"""
        {"contents":[{"role":"user","parts":[{"text":"a lighthouse\n\nDo not show: boats"}]}],\#
        "generationConfig":{"seed":7,"responseModalities":["TEXT","IMAGE"],\#
        "imageConfig":{"aspectRatio":"16:9","imageSize":"1K"}}}
        """#)
    #expect(reply.images.count == 3)
    #expect(reply.usage?.input == 12)
    #expect(
      reply.warnings.map(\.code) == [.translatedParameter, .droppedParameter, .translatedParameter])
  }

  @Test func `a picture is changed by words beside it`() async throws {
    let transport = ScriptedTransport(body: Self.painted())
    let picture = Part.media(Media(bytes: Array("GIF89a".utf8)))
    _ = try await paint(transport) {
      $0.task = .edit
      $0.inputs = [picture]
    }
    #expect(
      try transport.lastBody()["contents"][0]["parts"].text == #"""
        [{"inlineData":{"mimeType":"image/gif","data":"\#(Self.gif)"}},{"text":"a lighthouse"}]
        """#)
    let reply = try await paint(transport) {
      $0.task = .variation
      $0.prompt = ""
      $0.inputs = [picture]
    }
    #expect(reply.warnings.map(\.code) == [.defaultInserted])
    await #expect(throws: SwitchboardError.self) { try await paint(transport) { $0.task = .edit } }
    await #expect(throws: SwitchboardError.self) { try await paint(transport) { $0.count = -1 } }
  }

  @Test(arguments: [
    (
      #"{"candidates":[{"finishReason":"IMAGE_SAFETY","finishMessage":"Not that."}]}"#,
      SwitchboardError.Kind.contentFilter, "Not that."
    ),
    (
      #"{"candidates":[{"finishReason":"NO_IMAGE"}]}"#, .server,
      "The model made no picture (NO_IMAGE)."
    ),
    (
      #"{"candidates":[{"content":{"parts":[{"text":"I cannot."}]},"finishReason":"STOP"}]}"#,
      .server,
      "I cannot."
    ),
    (
      #"{"promptFeedback":{"blockReason":"OTHER"}}"#, .contentFilter,
      "The vendor's filter stopped the prompt (OTHER)."
    ),
  ])
  func `no picture is a failure that says why`(
    body: String, kind: SwitchboardError.Kind, message: String
  ) async throws {
    await #expect {
      try await paint(ScriptedTransport(body: body))
    } throws: { error in
      (error as? SwitchboardError)?.kind == kind && (error as? SwitchboardError)?.message == message
    }
  }

  @Test func `a strict request is refused where it would warn`() async throws {
    let transport = ScriptedTransport(body: Self.painted())
    await #expect {
      try await paint(transport) {
        $0.strict = true
        $0.guidance = 3
      }
    } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
    #expect(transport.requests.isEmpty)
  }
}

struct ImagenImagesTests {
  private static let gif = Base64.encode(Array("GIF89a".utf8))

  private func paint(
    _ transport: ScriptedTransport, kind: VendorKind = "gemini",
    _ change: (inout ImageRequest) -> Void = { _ in }
  ) async throws -> ImageReply {
    let vendor = try GeminiProvider(
      configuration: VendorConfiguration(
        id: "work", kind: kind, keys: KeyRing(Secret("test-key-0000")), baseURL: "https://a.example"
      ),
      transport: transport)
    var request = ImageRequest(
      model: ModelReference(vendor: "work", model: "imagen-4.0-generate-001"),
      prompt: "a lighthouse")
    change(&request)
    return try await vendor.images(for: request)
  }

  @Test func `Imagen predicts`() async throws {
    let transport = ScriptedTransport(
      body: #"""
        {"predictions":[{"mimeType":"image/png","bytesBase64Encoded":"\#(Self.gif)","prompt":"A lighthouse."},
        {"mimeType":"image/jpeg","gcsUri":"gs://b/1.jpg"},{"raiFilteredReason":"One was filtered."}]}
        """#)
    let reply = try await paint(transport) {
      $0.count = 9
      $0.size = ImageRequest.Size(width: 1024, height: 1024)
      $0.seed = 1
    }
    #expect(
      transport.requests.map(\.url) == ["https://a.example/models/imagen-4.0-generate-001:predict"])
    #expect(
      try transport.lastBody().text == #"""
        {"instances":[{"prompt":"a lighthouse"}],"parameters":{"sampleCount":4,\#
        "includeRaiReason":true,"aspectRatio":"1:1","sampleImageSize":"1K"}}
        """#)
    #expect(reply.images.count == 2)
    #expect(
      reply.images.last == .media(Media(url: "gs://b/1.jpg", mime: "image/jpeg")))
    #expect(reply.revisedPrompt == "A lighthouse.")
    #expect(reply.warnings.map(\.code) == [.clampedParameter, .droppedParameter, .droppedPart])
  }

  @Test func `Vertex AI takes more`() async throws {
    let transport = ScriptedTransport(
      body: #"{"predictions":[{"bytesBase64Encoded":"\#(Self.gif)"}]}"#)
    let reply = try await paint(transport, kind: "vertex") {
      $0.seed = 1
      $0.negativePrompt = "boats"
      $0.guidance = 2.5
      $0.format = "jpeg"
    }
    #expect(
      try transport.lastBody()["parameters"].text == #"""
        {"sampleCount":1,"includeRaiReason":true,"guidanceScale":2.5,\#
        "outputOptions":{"mimeType":"image/jpeg"},"negativePrompt":"boats","seed":1,\#
        "addWatermark":false}
        """#)
    #expect(reply.warnings.isEmpty)
  }

  @Test(arguments: [
    "{}", #"{"predictions":[]}"#, #"{"predictions":[{"raiFilteredReason":"Filtered."}]}"#,
    #"{"predictions":[{"bytesBase64Encoded":"?"},7]}"#,
  ])
  func `pictures that were all kept back are a failure`(body: String) async throws {
    await #expect {
      try await paint(ScriptedTransport(body: body))
    } throws: { error in
      (error as? SwitchboardError)?.kind == .contentFilter
    }
  }

  @Test func `Imagen starts from words alone`() async throws {
    let transport = ScriptedTransport(body: "{}")
    await #expect {
      try await paint(transport) { $0.inputs = [.media(Media(bytes: Array("GIF89a".utf8)))] }
    } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
    #expect(transport.requests.isEmpty)
  }
}
