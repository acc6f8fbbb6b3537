import SwitchboardCore
import SwitchboardForms

/// A request for pictures in the form of Titan Image Generator and Nova Canvas (Bedrock User Guide,
/// "Amazon Titan Image Generator G1 models"; Amazon Nova User Guide, "Request and response
/// structure").
struct PictureRequest: Sendable {
  let body: JSON
  let warnings: [Warning]

  /// Writes a request.
  ///
  /// - Throws: ``SwitchboardError`` of kind `unsupported` for a model of another form, or when the
  ///   request is strict and something would be lost; of kind `invalidRequest` when a picture lacks.
  init(_ request: ImageRequest, kind: VendorKind, model: ModelDescriptor) throws {
    let base = BedrockModelID(model.model).base
    guard base.hasPrefix("amazon.titan-image") || base.hasPrefix("amazon.nova-canvas") else {
      throw SwitchboardError(
        .unsupported,
        "'\(model.model)' is not asked for pictures here; 'amazon.nova-canvas-v1:0' and "
          + "'amazon.titan-image-generator-v2:0' are.", model: model.model)
    }
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let extra = request.vendorOptions[kind] ?? .missing
    let task = try Self.task(request, extra, &negotiation)
    let configuration = try Self.configuration(request, &negotiation)
    if let format = request.format, format != "png" {
      try negotiation.warn(
        .droppedParameter, "The model makes PNG alone; the form '\(format)' was left out.")
    }
    self.body = JSON.object(task + [("imageGenerationConfig", configuration)]).merging(extra)
    self.warnings = negotiation.warnings
  }

  private static func task(
    _ request: ImageRequest, _ extra: JSON, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    let text: [(String, JSON)] = [
      ("text", request.prompt.isEmpty ? .missing : JSON(request.prompt)),
      ("negativeText", JSON(optional: request.negativePrompt)),
    ]
    if request.task == .generate {
      return [("taskType", "TEXT_IMAGE"), ("textToImageParams", .object(text))]
    }
    let pictures = try request.inputs.map { try bytes($0, negotiation.model) }
    guard let first = pictures.first else {
      throw SwitchboardError(
        .invalidRequest, "The task '\(request.task.rawValue)' needs a picture in 'inputs'.",
        model: negotiation.model.model)
    }
    let inside = extra["inPaintingParams"]
    if request.task == .edit, request.mask != nil || inside.exists {
      if pictures.count > 1 {
        try negotiation.warn(.droppedPart, "Only the first picture is changed.")
      }
      let mask = try request.mask.map { try bytes($0, negotiation.model) }
      return [
        ("taskType", "INPAINTING"),
        (
          "inPaintingParams",
          .object(text + [("image", first), ("maskImage", mask ?? .missing)])
        ),
      ]
    }
    if request.task == .edit {
      try negotiation.warn(
        .translatedParameter,
        "Without a mask the model cannot change a picture; a variation of it was asked for.")
    }
    return [
      ("taskType", "IMAGE_VARIATION"),
      ("imageVariationParams", .object(text + [("images", .array(pictures))])),
    ]
  }

  private static func bytes(_ part: Part, _ model: ModelDescriptor) throws -> JSON {
    guard case .media(let media) = part.content, media.family == .image, let bytes = media.bytes
    else {
      throw SwitchboardError(
        .unsupported, "The model takes pictures by their bytes alone.", model: model.model)
    }
    return JSON(Base64.encode(bytes))
  }

  /// Up to five pictures, and 1.1 to 10 for how closely to follow the words.
  private static func configuration(
    _ request: ImageRequest, _ negotiation: inout Negotiation
  ) throws -> JSON {
    let count = min(max(request.count, 1), 5)
    if count != request.count {
      try negotiation.warn(
        .clampedParameter, "The number of pictures was brought from \(request.count) to \(count).")
    }
    var guidance = request.guidance
    if let wished = guidance {
      let bounded = wished.isNaN ? 8 : min(max(wished, 1.1), 10)
      guidance = bounded
      if bounded != wished {
        try negotiation.warn(
          .clampedParameter, "Option 'guidance' was brought from \(wished) to \(bounded).")
      }
    }
    var quality = request.quality
    if let word = quality, word != "standard", word != "premium" {
      quality = nil
      try negotiation.warn(
        .droppedParameter, "Quality is 'standard' or 'premium' here; '\(word)' was left out.")
    }
    return .object([
      ("numberOfImages", JSON(count)), ("quality", JSON(optional: quality)),
      ("width", JSON(optional: request.size?.width)),
      ("height", JSON(optional: request.size?.height)), ("cfgScale", JSON(optional: guidance)),
      ("seed", JSON(optional: request.seed)),
    ])
  }
}
