import SwitchboardCore
import SwitchboardWire

extension BedrockCall {
  /// The pictures of a request.
  func images(
    for request: ImageRequest, kind: VendorKind, model: ModelDescriptor
  ) async throws -> ImageReply {
    let start = ContinuousClock.now
    let door = door
    let call = WholeCall(vendor: origin.vendor, model: origin.model, secrets: door.secrets) {
      head, body in
      var error = BedrockFailures.failure(head, body, secrets: door.secrets())
      door.learn(from: &error, head: head)
      return error
    }
    var warnings: [Warning] = []
    var reply = try await call.answer(over: transport, limit: ReplyLimits.media.bodyBytes) {
      let pictures = try PictureRequest(request, kind: kind, model: model)
      warnings = pictures.warnings
      return try await self.request(
        pictures.body, operation: "invoke", deadlines: request.deadlines.untilWhole)
    } read: { body in
      try Self.reply(body, origin: origin, secrets: door.secrets())
    }
    reply.id = request.id
    reply.warnings = warnings + reply.warnings
    reply.timing = Timing(total: ContinuousClock.now - start)
    return reply
  }

  /// Reads an answer, whose `error` says why pictures were held back, all or some.
  static func reply(_ body: [UInt8], origin: Origin, secrets: [Secret]) throws -> ImageReply {
    let json = try JSON(parsing: body, limits: .media)
    let images = json["images"].elements.compactMap { image -> Part? in
      guard let text = image.string, let bytes = Base64.decode(text), !bytes.isEmpty else {
        return nil
      }
      return Part(.media(Media(bytes: bytes, mime: "image/png")))
    }
    let complaint = json["error"].string
    if images.isEmpty {
      guard let complaint else {
        throw BedrockFailures.failure(
          body, word: BedrockFailures.word(in: json), secrets: secrets)
      }
      throw SwitchboardError(.contentFilter, complaint)
    }
    var reply = ImageReply(images: images, origin: origin)
    if let complaint {
      reply.warnings.append(
        Warning(.droppedPart, "The vendor held pictures back: \(complaint)"))
    }
    return reply
  }
}
