import SwitchboardCore
import SwitchboardWire

/// Pictures of the Imagen models, through `predict` (ai.google.dev/gemini-api/docs/imagen and
/// cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api).
struct ImagenImages {
  let endpoint: GeminiEndpoint
  let model: ModelDescriptor

  /// The most pictures of one call.
  private static let mostPictures = 4

  func images(for request: ImageRequest) async throws -> ImageReply {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let body = try body(for: request, &negotiation)
    let answer = try await endpoint.answer(
      "\(endpoint.address(of: model.model)):predict", body: body, model: model.model,
      deadlines: request.deadlines.untilWhole)
    return try reply(to: request, answer, &negotiation)
  }

  private func body(for request: ImageRequest, _ negotiation: inout Negotiation) throws -> JSON {
    if request.task != .generate || !request.inputs.isEmpty || request.mask != nil {
      throw SwitchboardError(
        .unsupported,
        "'\(model.model)' makes pictures from words alone; nothing was sent.",
        vendor: endpoint.id, model: model.model)
    }
    let count = min(request.count, Self.mostPictures)
    if count < request.count {
      try negotiation.warn(
        .clampedParameter,
        "\(request.count) pictures were asked for; a call makes at most \(count).")
    }
    var parameters: [(String, JSON)] = [("sampleCount", JSON(count)), ("includeRaiReason", true)]
    if let size = request.size {
      let size = try GeminiImageSize(
        size, ratios: GeminiImageSize.imagenRatios,
        words: GeminiImageSize.words(of: model.model), &negotiation)
      parameters.append(("aspectRatio", JSON(size.ratio)))
      parameters.append(("sampleImageSize", JSON(optional: size.word)))
    }
    parameters.append(("guidanceScale", JSON(optional: request.guidance)))
    if let format = request.format {
      parameters.append(("outputOptions", ["mimeType": JSON("image/\(format)")]))
    }
    // Vertex AI alone takes these; a seed is of use only without a watermark.
    if endpoint.kind == "vertex" {
      parameters.append(("negativePrompt", JSON(optional: request.negativePrompt)))
      parameters.append(("seed", JSON(optional: request.seed)))
      if request.seed != nil { parameters.append(("addWatermark", false)) }
    } else {
      try leaveOut("negativePrompt", request.negativePrompt, &negotiation)
      try leaveOut("seed", request.seed, &negotiation)
    }
    try leaveOut("quality", request.quality, &negotiation)
    let body: JSON = [
      "instances": [["prompt": JSON(request.prompt)]], "parameters": .object(parameters),
    ]
    return body.merging(request.vendorOptions[endpoint.kind] ?? .missing)
  }

  private func leaveOut(
    _ name: String, _ value: Any?, _ negotiation: inout Negotiation
  ) throws {
    if value == nil { return }
    try negotiation.warn(
      .droppedParameter, "'\(name)' is not taken by '\(model.model)' and was left out.")
  }

  /// Pictures that the filter kept back stand among the others with their reason, or are missing.
  private func reply(
    to request: ImageRequest, _ answer: JSON, _ negotiation: inout Negotiation
  ) throws -> ImageReply {
    var images: [Part] = []
    var reason: String?
    var revised: String?
    for prediction in answer["predictions"].elements {
      revised = revised ?? prediction["prompt"].string
      let mime = prediction["mimeType"].string ?? "image/png"
      if let text = prediction["bytesBase64Encoded"].string, let bytes = Base64.decode(text) {
        images.append(.media(Media(bytes: bytes, mime: mime)))
      } else if let address = prediction["gcsUri"].string {
        images.append(.media(Media(url: address, mime: mime)))
      }
      reason = reason ?? prediction["raiFilteredReason"].string
    }
    var warnings = negotiation.warnings
    if images.isEmpty {
      throw SwitchboardError(
        .contentFilter,
        reason ?? "The vendor returned no picture, as it does when its filter keeps all back.",
        vendor: endpoint.id, model: model.model)
    }
    if let reason { warnings.append(Warning(.droppedPart, reason)) }
    return ImageReply(
      id: request.id, images: images, revisedPrompt: revised,
      origin: Origin(vendor: endpoint.id, kind: endpoint.kind, model: model.model),
      warnings: warnings)
  }
}
