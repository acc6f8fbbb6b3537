import SwitchboardCore

/// A request for pictures: checked, and painted.
struct MockStudio {
  private let request: ImageRequest
  private let size: ImageRequest.Size
  private let input: Media?
  private let warnings: [Warning]
  private let origin: Origin
  private let random: MockRandom
  private static let most = 10

  /// Checks a request.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` or `unsupported`.
  init(_ request: ImageRequest, model: ModelDescriptor, vendor: VendorID, seed: Int) throws {
    guard model.support(for: .imageOutput) == .yes else {
      throw SwitchboardError(
        .unsupported, "Model '\(model.model)' makes no pictures; 'painter' does.")
    }
    func refusal(_ message: String) -> SwitchboardError {
      SwitchboardError(.invalidRequest, message, status: 400)
    }
    guard 1...Self.most ~= request.count else {
      throw refusal("The mock makes 1 to \(Self.most) pictures at a time, not \(request.count).")
    }
    let input = request.inputs.lazy.compactMap(Self.media).first
    if request.task != .generate && input == nil {
      throw refusal("The task '\(request.task.rawValue)' needs the bytes of a picture as input.")
    }

    var negotiation = Negotiation(isStrict: request.strict, model: model)
    if let format = request.format, format != "png" {
      try negotiation.warn(
        .droppedParameter, "The mock makes PNG files only, so the format '\(format)' was left out.")
    }
    for (name, isGiven) in [
      ("guidance", request.guidance != nil), ("quality", request.quality != nil),
    ] where isGiven {
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
    guard max(size.width, size.height) <= MockPainter.longestSide else {
      throw refusal(
        "The mock paints at most \(MockPainter.longestSide) pixels along a side, not \(size).")
    }
    self.request = request
    self.size = size
    self.input = input
    warnings = negotiation.warnings

    var random = MockRandom(seed: seed)
    random.mix(request.prompt)
    random.mix(UInt64(bitPattern: Int64(request.seed ?? 0)))
    if let bytes = input?.bytes, request.task == .variation {
      for byte in bytes.suffix(1_024) { random.mix(UInt64(byte)) }
    }
    self.random = random
    origin = Origin(
      vendor: vendor, kind: MockProvider.mockKind, model: model.model, responseModel: model.model,
      responseID: "mock-\(random.hex)")
  }

  /// Paints the pictures.
  @concurrent func paint() async throws -> ImageReply {
    var warnings = [Warning(.mock, "The mock vendor drew this; no model was asked.")]
    warnings += self.warnings
    let base = request.task == .edit ? input?.bytes.flatMap { PNGReader.read($0) } : nil
    if request.task == .edit && base == nil {
      warnings.append(
        Warning(.mock, "The mock reads plain PNG files only and painted over the whole input."))
    }
    var random = self.random
    var images: [Part] = []
    for _ in 0..<request.count {
      try Task.checkCancellation()
      let painter = MockPainter(
        prompt: request.prompt, without: request.negativePrompt ?? "", random: random)
      var pixels = painter.pixels(width: size.width, height: size.height)
      if let base { keep(base, in: &pixels, &warnings) }
      let file = PNGWriter.encode(width: size.width, height: size.height, rgb: pixels)
      images.append(.media(Media(bytes: file, mime: "image/png")))
      _ = random.next()
    }
    return ImageReply(
      id: request.id, images: images, origin: origin,
      usage: Usage(input: MockText.tokens(of: request.prompt)), warnings: warnings)
  }

  /// Lays the old picture over the new one, except where the mask lets it change.
  ///
  /// Without a mask the middle half changes, so that the old picture can still be seen.
  private func keep(_ base: PNGReader.Picture, in pixels: inout [UInt8], _ notes: inout [Warning]) {
    var mask = request.mask.flatMap(Self.media)?.bytes.flatMap { PNGReader.read($0) }
    if let read = mask, read.width != size.width || read.height != size.height { mask = nil }
    if request.mask != nil && mask == nil {
      let note = Warning(
        .mock, "The mask is no plain PNG file of the input's size; the middle was changed.")
      if !notes.contains(note) { notes.append(note) }
    }
    for row in 0..<size.height {
      for column in 0..<size.width {
        let place = row * size.width + column
        let isMiddle =
          abs(2 * column - size.width) < size.width / 2
          && abs(2 * row - size.height) < size.height / 2
        if mask?.allows(place) ?? isMiddle { continue }
        for channel in 0..<3 { pixels[3 * place + channel] = base.rgb[3 * place + channel] }
      }
    }
  }

  private static func media(_ part: Part) -> Media? {
    guard case .media(let media) = part.content, media.bytes != nil else { return nil }
    return media
  }
}
