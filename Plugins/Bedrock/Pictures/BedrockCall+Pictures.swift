import SwitchboardCore
import SwitchboardWire

extension BedrockCall {
  /// The pictures of a request.
  func images(
    for request: ImageRequest, kind: VendorKind, model: ModelDescriptor
  ) async throws -> ImageReply {
    let start = ContinuousClock.now
    do {
      let pictures = try PictureRequest(request, kind: kind, model: model)
      let (head, body) = try await transport.whole(
        self.request(pictures.body, operation: "invoke", deadlines: request.deadlines),
        limit: ReplyLimits.media.bodyBytes)
      guard (200..<300).contains(head.status) else {
        var error = BedrockFailures.failure(head, body, secrets: door.secrets())
        error.requestID = head.headers["x-amzn-requestid"]
        door.learn(from: &error, head: head)
        throw error
      }
      var reply = try Self.reply(body, origin: origin, secrets: door.secrets())
      reply.id = request.id
      reply.warnings = pictures.warnings + reply.warnings
      reply.timing = Timing(total: ContinuousClock.now - start)
      return reply
    } catch var error as SwitchboardError {
      error.vendor = origin.vendor
      error.model = origin.model
      throw error
    }
  }

  /// Reads an answer, whose `error` says why pictures were held back, all or some.
  static func reply(_ body: [UInt8], origin: Origin, secrets: [Secret]) throws -> ImageReply {
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
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
