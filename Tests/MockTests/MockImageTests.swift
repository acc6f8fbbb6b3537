import SwitchboardCore
import SwitchboardMock
import SwitchboardSamples
import Testing

@Suite struct MockImageTests {
  func request(_ prompt: String, change: (inout ImageRequest) -> Void = { _ in }) -> ImageRequest {
    var request = ImageRequest(
      model: "mock/painter", prompt: prompt, size: .init(width: 64, height: 48))
    change(&request)
    return request
  }

  func paint(_ request: ImageRequest) async throws -> Picture {
    let reply = try await MockProvider().images(for: request)
    return try PNG.read(#require(reply.images.first?.bytes))
  }

  func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> [Int] {
    let place = 3 * (y * picture.width + x)
    return picture.rgb[place..<place + 3].map { Int($0) }
  }

  @Test func `a picture has the size asked, or 512 pixels a side`() async throws {
    for (size, width, height) in [
      (nil, 512, 512), (ImageRequest.Size(width: 1, height: 1), 1, 1),
      (.init(width: 300, height: 7), 300, 7),
    ] {
      let reply = try await MockProvider().images(for: request("x") { $0.size = size })
      guard case .media(let media) = reply.images.first?.content else {
        Issue.record("no picture")
        return
      }
      #expect(media.mime == "image/png" && media.width == width && media.height == height)
      #expect(reply.warnings.map(\.code) == [.mock])
      #expect(reply.origin.reference == "mock/painter")
    }
  }

  static let primaries: [(String, Int)] = [("red", 0), ("green", 1), ("blue", 2)]

  @Test(arguments: primaries)
  func `the colour of the prompt dominates`(word: String, channel: Int) async throws {
    for shape in ["square", "circle", "triangle", "squares in a row", "house"] {
      let picture = try await paint(request("A \(word) \(shape), please"))
      let middle = pixel(picture, 32, 24)
      #expect(middle[channel] == middle.max() && middle[channel] > 150, "\(shape)")
      var sums = [0, 0, 0]
      for (index, byte) in picture.rgb.enumerated() { sums[index % 3] += Int(byte) }
      #expect(sums[channel] == sums.max(), "\(shape)")
    }
  }

  @Test func `a second colour is the ground's`() async throws {
    let picture = try await paint(request("a red circle on blue"))
    #expect(pixel(picture, 32, 24)[0] > 200)
    #expect(pixel(picture, 0, 0)[2] > 200 && pixel(picture, 63, 47)[2] > 200)
  }

  @Test func `shapes differ, and so do prompts, seeds and models of vendors`() async throws {
    var pictures: Set<[UInt8]> = []
    let prompts = ["square", "circle", "triangle", "stripes", "chess", "sky", "a cat", "a dog"]
    for prompt in prompts { pictures.insert(try await paint(request("red \(prompt)")).rgb) }
    for seed in 1...3 {
      pictures.insert(try await paint(request("red square") { $0.seed = seed }).rgb)
    }
    #expect(pictures.count == 11)
    let again = try await paint(request("red square"))
    #expect(pictures.contains(again.rgb))
  }

  @Test func `several pictures are variations of one`() async throws {
    let reply = try await MockProvider().images(for: request("a tree") { $0.count = 4 })
    #expect(Set(reply.images.map(\.bytes)).count == 4)
  }

  @Test func `unwanted words are left out`() async throws {
    let picture = try await paint(request("red or blue square") { $0.negativePrompt = "red" })
    #expect(pixel(picture, 32, 24)[2] > 150)
  }

  @Test func `an edit changes what the mask lets it change`() async throws {
    let base = try await MockProvider().images(for: request("white square on white"))
    var mask = [UInt8](repeating: 0, count: 64 * 48 * 3)
    for row in 0..<48 { for column in 0..<96 { mask[row * 192 + column] = 255 } }
    let picture = try await paint(
      request("green stripes") {
        $0.task = .edit
        $0.inputs = base.images
        $0.mask = .media(Media(bytes: PNG.write(Picture(width: 64, height: 48, rgb: mask))))
      })
    let white = try PNG.read(#require(base.images[0].bytes))
    for x in [32, 40, 63] { #expect(pixel(picture, x, 20) == pixel(white, x, 20)) }
    #expect((0..<32).contains { pixel(picture, $0, 20) != pixel(white, $0, 20) })
  }

  @Test func `without a mask the middle changes`() async throws {
    let base = try await MockProvider().images(for: request("white square on white"))
    let picture = try await paint(
      request("red square") { ($0.task, $0.inputs, $0.size) = (.edit, base.images, nil) })
    #expect(picture.width == 64 && picture.height == 48)
    #expect(pixel(picture, 0, 0)[1] > 200 && pixel(picture, 32, 24)[1] < 80)
  }

  @Test func `an input that cannot be read is painted over, with a word about it`() async throws {
    let gif = Array("GIF89a".utf8) + [20, 0, 10, 0] + [UInt8](repeating: 0, count: 20)
    let reply = try await MockProvider().images(
      for: request("red square") {
        ($0.task, $0.inputs, $0.size) = (.edit, [.media(Media(bytes: gif))], nil)
      })
    #expect(reply.warnings.count == 2)
    #expect(reply.images[0].bytes.flatMap(ImageDimensions.read)?.width == 20)
  }

  @Test func `a variation depends on its input`() async throws {
    let one = try await MockProvider().images(for: request("red square")).images
    let other = try await MockProvider().images(for: request("blue square")).images
    var pictures: Set<[UInt8]> = []
    for input in [one, other] {
      pictures.insert(
        try await paint(request("a hill") { ($0.task, $0.inputs) = (.variation, input) }).rgb)
    }
    #expect(pictures.count == 2)
  }

  static let refusals: [(ImageRequest, SwitchboardError.Kind, String)] = [
    (ImageRequest(model: "mock/small", prompt: "x"), .unsupported, "makes no pictures"),
    (ImageRequest(model: "mock/no", prompt: "x"), .notFound, "no model 'no'"),
    (ImageRequest(prompt: "x"), .invalidRequest, "names no model"),
    (ImageRequest(model: "mock/painter", prompt: "x", count: 11), .invalidRequest, "not 11"),
    (ImageRequest(model: "mock/painter", prompt: "x", count: 0), .invalidRequest, "1 to 10"),
    (
      ImageRequest(model: "mock/painter", prompt: "x", size: .init(width: 2_049, height: 8)),
      .invalidRequest, "at most 2048 pixels along a side, not 2049x8"
    ),
    (
      ImageRequest(model: "mock/painter", prompt: "x", size: .init(width: 0, height: 8)),
      .invalidRequest, "at least 1"
    ),
    (ImageRequest(model: "mock/painter", task: .edit, prompt: "x"), .invalidRequest, "as input"),
    (
      ImageRequest(model: "mock/painter", prompt: "x", format: "webp", strict: true), .unsupported,
      "'webp'"
    ),
    (
      ImageRequest(model: "mock/painter", prompt: "x", guidance: 3, strict: true), .unsupported,
      "'guidance'"
    ),
  ]

  @Test(arguments: refusals)
  func `what the painter cannot do is refused`(
    request: ImageRequest, kind: SwitchboardError.Kind, words: String
  ) async throws {
    let error = await #expect(throws: SwitchboardError.self) {
      try await MockProvider().images(for: request)
    }
    #expect(error?.kind == kind && error?.vendor == "mock")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `what it leaves out is a warning`() async throws {
    let reply = try await MockProvider().images(
      for: request("x") { ($0.format, $0.quality, $0.guidance) = ("jpeg", "high", 2) })
    #expect(
      reply.warnings.map(\.code) == [
        .mock, .droppedParameter, .droppedParameter, .droppedParameter,
      ])
  }
}
