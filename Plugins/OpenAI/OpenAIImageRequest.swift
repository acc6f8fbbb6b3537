import SwitchboardCore
import SwitchboardWire

/// A request for pictures as OpenAI takes it (platform.openai.com/docs/api-reference/images).
///
/// New pictures are asked for in JSON; where pictures are sent along, in a form with files.
struct OpenAIImageRequest {
  /// What is appended to the vendor's base address.
  let operation: String
  let contentType: String
  let body: [UInt8]
  let warnings: [Warning]

  /// Which of the two lines of painters a model belongs to.
  private enum Line { case gpt, dallE2, dallE3 }

  init(_ request: ImageRequest, kind: VendorKind, model: ModelDescriptor) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let line: Line =
      model.model.hasPrefix("dall-e-2") ? .dallE2 : model.model.hasPrefix("dall-e") ? .dallE3 : .gpt
    let fields = try Self.fields(request, line, &negotiation)
      .merging(request.vendorOptions[kind] ?? .missing)

    let isPlain = request.task == .generate && request.inputs.isEmpty && request.mask == nil
    if isPlain {
      operation = "images/generations"
      contentType = "application/json"
      body = fields.encoded()
    } else {
      if request.task == .variation, line != .dallE2 {
        throw Self.unsupported("'\(model.model)' makes no variations; ask it for an edit.", model)
      }
      if line == .dallE3 { throw Self.unsupported("'\(model.model)' changes no pictures.", model) }
      operation = request.task == .variation ? "images/variations" : "images/edits"
      var form = MultipartForm()
      for (name, value) in fields.members {
        form.add(name, value.string ?? value.text)
      }
      try Self.addPictures(of: request, line, to: &form, &negotiation)
      (contentType, body) = form.encoded()
    }
    warnings = negotiation.warnings
  }

  private static func fields(
    _ request: ImageRequest, _ line: Line, _ negotiation: inout Negotiation
  ) throws -> JSON {
    var count = request.count
    let most = line == .dallE3 ? 1 : 10
    if count > most {
      try negotiation.warn(
        .clampedParameter, "\(count) pictures were asked for; \(most) is the most at a time.")
      count = most
    }
    var quality = request.quality
    if line == .dallE2, quality != nil {
      try drop("quality", &negotiation)
      quality = nil
    }
    if line != .gpt, let format = request.format, format != "png" {
      try drop("format", &negotiation)
    }
    if request.negativePrompt != nil { try drop("negativePrompt", &negotiation) }
    if request.seed != nil { try drop("seed", &negotiation) }
    if request.guidance != nil { try drop("guidance", &negotiation) }
    var prompt: String? = request.prompt
    if request.task == .variation {
      if !request.prompt.isEmpty { try drop("prompt", &negotiation) }
      prompt = nil
    }
    return .object([
      ("model", JSON(negotiation.model.model)), ("prompt", JSON(optional: prompt)),
      ("n", count > 1 ? JSON(count) : .missing),
      ("size", JSON(optional: request.size?.description)), ("quality", JSON(optional: quality)),
      ("output_format", line == .gpt ? JSON(optional: request.format) : .missing),
      // The older painters give addresses that expire unless told not to; the newer refuse the word.
      ("response_format", line == .gpt ? .missing : "b64_json"),
    ])
  }

  private static func addPictures(
    of request: ImageRequest, _ line: Line, to form: inout MultipartForm,
    _ negotiation: inout Negotiation
  ) throws {
    var pictures: [(Media, [UInt8])] = []
    for part in request.inputs { pictures.append(try picture(part, negotiation.model)) }
    if pictures.isEmpty {
      throw SwitchboardError(.invalidRequest, "Changing a picture needs one in 'inputs'.")
    }
    if line == .dallE2, pictures.count > 1 {
      try negotiation.warn(
        .droppedPart, "'\(negotiation.model.model)' takes one picture; the first was sent.")
      pictures = [pictures[0]]
    }
    let name = pictures.count == 1 ? "image" : "image[]"
    for (number, (media, bytes)) in pictures.enumerated() {
      form.add(name, file: file("image-\(number + 1)", media), mime: media.mime, bytes)
    }
    guard let mask = request.mask else { return }
    if request.task == .variation {
      try negotiation.warn(.droppedPart, "A variation takes no mask; it was left out.")
    } else {
      let (media, bytes) = try picture(mask, negotiation.model)
      form.add("mask", file: file("mask", media), mime: media.mime, bytes)
    }
  }

  private static func picture(
    _ part: Part, _ model: ModelDescriptor
  ) throws -> (Media, [UInt8]) {
    guard case .media(let media) = part.content, media.family == .image else {
      throw SwitchboardError(.invalidRequest, "The pictures to start from must be pictures.")
    }
    guard let bytes = media.bytes else {
      throw unsupported("A picture to start from must be sent as bytes, not as an address.", model)
    }
    return (media, bytes)
  }

  /// The vendor reads the kind of a file from its name, too.
  private static func file(_ name: String, _ media: Media) -> String {
    let type = media.mime.dropFirst("image/".count)
    return "\(name).\(type == "jpeg" ? "jpg" : type)"
  }

  private static func drop(_ option: String, _ negotiation: inout Negotiation) throws {
    try negotiation.warn(
      .droppedParameter,
      "Option '\(option)' is not taken by '\(negotiation.model.model)' and was left out.")
  }

  private static func unsupported(
    _ message: String, _ model: ModelDescriptor
  ) -> SwitchboardError {
    SwitchboardError(.unsupported, message, model: model.model)
  }
}
