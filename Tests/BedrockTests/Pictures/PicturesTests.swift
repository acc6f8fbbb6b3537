import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct PicturesTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let picture = Part.media(Media(bytes: png))
  static let titan = "amazon.titan-image-generator-v2:0"
  static let answer = #"{"images":["iVBORw0KGgo="],"error":null}"#

  static func paint(
    _ request: ImageRequest, model: String = titan, answer: String = answer, status: Int = 200
  ) async throws -> (body: String, reply: ImageReply) {
    var request = request
    request.model = ModelReference(vendor: "aws", model: model)
    let transport = ScriptedTransport(answer, status: status)
    let reply = try await Vendor.make(transport).images(for: request)
    #expect(transport.requests[0].url.hasSuffix("/invoke"))
    return (String(decoding: transport.requests[0].body, as: UTF8.self), reply)
  }

  /// What is asked, the body, and the warnings.
  static let requests: [(ImageRequest, String, [Warning.Code])] = [
    (
      ImageRequest(
        prompt: "a lighthouse", count: 1, size: ImageRequest.Size(width: 512, height: 512), seed: 0,
        guidance: 10),
      #"""
      {"taskType":"TEXT_IMAGE","textToImageParams":{"text":"a lighthouse"},\#
      "imageGenerationConfig":{"numberOfImages":1,"width":512,"height":512,"cfgScale":10.0,\#
      "seed":0}}
      """#, []
    ),
    (
      ImageRequest(
        prompt: "a cat", negativePrompt: "dogs", count: 9, guidance: 0.5, quality: "premium",
        format: "png"),
      #"""
      {"taskType":"TEXT_IMAGE","textToImageParams":{"text":"a cat","negativeText":"dogs"},\#
      "imageGenerationConfig":{"numberOfImages":5,"quality":"premium","cfgScale":1.1}}
      """#, [.clampedParameter, .clampedParameter]
    ),
    (
      ImageRequest(prompt: "a cat", quality: "hd", format: "jpeg"),
      #"""
      {"taskType":"TEXT_IMAGE","textToImageParams":{"text":"a cat"},\#
      "imageGenerationConfig":{"numberOfImages":1}}
      """#, [.droppedParameter, .droppedParameter]
    ),
    (
      ImageRequest(task: .variation, prompt: "", inputs: [picture, picture]),
      #"""
      {"taskType":"IMAGE_VARIATION","imageVariationParams":{"images":["iVBORw0KGgo=",\#
      "iVBORw0KGgo="]},"imageGenerationConfig":{"numberOfImages":1}}
      """#, []
    ),
    (
      ImageRequest(task: .edit, prompt: "a hat", inputs: [picture], mask: picture),
      #"""
      {"taskType":"INPAINTING","inPaintingParams":{"text":"a hat","image":"iVBORw0KGgo=",\#
      "maskImage":"iVBORw0KGgo="},"imageGenerationConfig":{"numberOfImages":1}}
      """#, []
    ),
    (
      ImageRequest(
        task: .edit, prompt: "a hat", inputs: [picture],
        vendorOptions: ["bedrock": ["inPaintingParams": ["maskPrompt": "head"]]]),
      #"""
      {"taskType":"INPAINTING","inPaintingParams":{"text":"a hat","image":"iVBORw0KGgo=",\#
      "maskPrompt":"head"},"imageGenerationConfig":{"numberOfImages":1}}
      """#, []
    ),
    (
      ImageRequest(task: .edit, prompt: "a hat", inputs: [picture]),
      #"""
      {"taskType":"IMAGE_VARIATION","imageVariationParams":{"text":"a hat",\#
      "images":["iVBORw0KGgo="]},"imageGenerationConfig":{"numberOfImages":1}}
      """#, [.translatedParameter]
    ),
  ]

  @Test(arguments: requests)
  func `pictures are asked for`(
    request: ImageRequest, body: String, warned: [Warning.Code]
  ) async throws {
    let painted = try await Self.paint(request)
    #expect(painted.body == body)
    #expect(painted.reply.warnings.map(\.code) == warned)
    #expect(painted.reply.images == [Self.picture])
    #expect(painted.reply.origin.model == Self.titan)
  }

  /// An answer, its status, and the kind of failure.
  static let failures: [(String, Int, SwitchboardError.Kind)] = [
    (#"{"images":[],"error":"Blocked by our filters."}"#, 200, .contentFilter),
    (#"{"images":[""],"error":null}"#, 200, .decoding),
    (#"{"message":"This request has been blocked by our content filters."}"#, 400, .contentFilter),
    ("<html>", 200, .decoding), (#"{"message":"no"}"#, 500, .server),
  ]

  @Test(arguments: failures)
  func `no pictures are a failure`(
    answer: String, status: Int, kind: SwitchboardError.Kind
  ) async {
    await #expect {
      try await Self.paint(ImageRequest(prompt: "a"), answer: answer, status: status)
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == kind && failure?.vendor == "aws" && failure?.model == Self.titan
    }
  }

  @Test func `pictures that were held back are spoken of`() async throws {
    let painted = try await Self.paint(
      ImageRequest(prompt: "a", count: 2),
      answer: #"{"images":["iVBORw0KGgo="],"error":"One was blocked."}"#)
    #expect(painted.reply.warnings.map(\.code) == [.droppedPart])
  }

  @Test func `other models are not asked`() async {
    for model in ["stability.sd3-5-large-v1:0", "amazon.nova-pro-v1:0"] {
      await #expect {
        try await Self.paint(ImageRequest(prompt: "a"), model: model)
      } throws: { error in
        (error as? SwitchboardError)?.kind == .unsupported
      }
    }
  }

  @Test func `an edit needs a picture, and its bytes`() async {
    await #expect {
      try await Self.paint(ImageRequest(task: .edit, prompt: "a"))
    } throws: { error in
      (error as? SwitchboardError)?.kind == .invalidRequest
    }
    let far = Part.media(Media(url: "https://example.com/a.png", mime: "image/png"))
    await #expect {
      try await Self.paint(ImageRequest(task: .variation, prompt: "", inputs: [far]))
    } throws: { error in
      (error as? SwitchboardError)?.kind == .unsupported
    }
  }
}
