import SwitchboardCore
import SwitchboardSamples

/// A request for pictures: checked, and painted.
struct MockStudio {
  private let request: ImageRequest
  private let size: ImageRequest.Size
  private let input: Media?
  private let warnings: [Warning]
  private let origin: Origin
  private let random: SeededRandom

  /// Checks a request.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` or `unsupported`.
  init(_ request: ImageRequest, model: MockModel, vendor: VendorID, seed: Int) throws {
    guard model.facts.support(for: .imageOutput) == .yes else {
      throw SwitchboardError(
        .unsupported, "Model '\(model.name)' makes no pictures; 'painter' does.")
    }
    guard 1...10 ~= request.count else {
      throw MockModel.refusal("The mock makes 1 to 10 pictures, not \(request.count).")
    }
    let input = request.inputs.lazy.compactMap(Self.media).first { $0.bytes != nil }
    if request.task != .generate && input == nil {
      throw MockModel.refusal(
        "The task '\(request.task.rawValue)' needs the bytes of a picture as input.")
    }
    var negotiation = Negotiation(isStrict: request.strict, model: model.facts)
    if let format = request.format, format != "png" {
      try negotiation.warn(
        .droppedParameter, "The mock makes PNG files only, so the format '\(format)' was left out.")
    }
    let unheeded = [("guidance", request.guidance != nil), ("quality", request.quality != nil)]
    for (name, isGiven) in unheeded where isGiven {
      try negotiation.warn(
        .droppedParameter, "The mock paints without '\(name)', which was left out.")
    }
    var size = request.size ?? ImageRequest.Size(width: 512, height: 512)
    if request.task != .generate, let width = input?.width, let height = input?.height {
      let own = ImageRequest.Size(width: width, height: height)
      if let asked = request.size, asked != own {
        try negotiation.warn(
          .droppedParameter, "The picture keeps its size of \(own); \(asked) was left out.")
      }
      size = own
    }
    let most = Picture.longestSide
    guard 1...most ~= size.width, 1...most ~= size.height else {
      throw MockModel.refusal(
        "The mock paints at least 1 and at most \(most) pixels along a side, not \(size).")
    }
    self.request = request
    self.size = size
    self.input = input
    warnings = negotiation.warnings

    random = SeededRandom(seed: seed, request, varying: request.task == .variation ? input : nil)
    origin = model.origin(of: vendor, random)
  }

  /// Paints the pictures.
  @concurrent func paint() async throws -> ImageReply {
    var warnings = [Warning(.mock, "The mock vendor drew this; no model was asked.")]
    warnings += self.warnings
    var retouch: Retouch?
    if request.task == .edit, let input {
      let mask = request.mask.flatMap(Self.media)
      retouch = Retouch(input, mask: mask, width: size.width, height: size.height)
      warnings += retouch?.notes.map { Warning(.mock, $0) } ?? []
    }
    var random = self.random
    var images: [Part] = []
    for _ in 0..<request.count {
      try Task.checkCancellation()
      let picture = Painter(
        prompt: request.prompt, without: request.negativePrompt ?? "", random: random
      ).paint(width: size.width, height: size.height)
      images.append(.media(Media(bytes: PNG.write(retouch?.apply(to: picture) ?? picture))))
      _ = random.next()
    }
    return ImageReply(
      id: request.id, images: images, origin: origin,
      usage: Usage(input: TokenRule.count(request.prompt)), warnings: warnings)
  }

  private static func media(_ part: Part) -> Media? {
    if case .media(let media) = part.content { media } else { nil }
  }
}
