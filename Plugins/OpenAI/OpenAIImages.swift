import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// One call for pictures: sends the request, reads the pictures.
struct OpenAIImages {
  let baseURL: String
  let origin: Origin
  let kind: VendorKind
  let model: ModelDescriptor
  let headers: @Sendable () throws -> HTTPFields
  let secrets: @Sendable () -> [Secret]

  /// Ten pictures of the largest size, as base64.
  private static let limit = 256 << 20

  func reply(to request: ImageRequest, _ transport: any HTTPTransport) async throws -> ImageReply {
    let written = try OpenAIImageRequest(request, kind: kind, model: model)
    var fields = try headers()
    fields["content-type"] = written.contentType
    var deadlines = request.deadlines
    // A picture comes whole: nothing is heard of it until it is done.
    deadlines.firstToken = max(deadlines.firstToken, deadlines.total)
    deadlines.idle = max(deadlines.idle, deadlines.total)
    do {
      let (head, body) = try await transport.whole(
        HTTPRequest(
          url: "\(baseURL)/\(written.operation)", headers: fields, body: written.body,
          deadlines: deadlines),
        limit: Self.limit)
      var reply = try read(head, body)
      reply.id = request.id
      reply.warnings = written.warnings
      return reply
    } catch var error as SwitchboardError {
      error.vendor = origin.vendor
      error.model = origin.model
      throw error
    }
  }

  private func read(_ head: HTTPResponseHead, _ body: [UInt8]) throws -> ImageReply {
    guard (200..<300).contains(head.status) else {
      throw failure(OpenAIFailures.report(body), head)
    }
    let json: JSON
    do {
      json = try JSON(parsing: body, limits: .media)
    } catch {
      throw SwitchboardError(
        .decoding, "The vendor's answer is not JSON: \(error)", underlying: error)
    }
    if !json["error"].isNull { throw failure(OpenAIFailures.report(json), head) }
    let mime = "image/\(json["output_format"].string ?? "png")"
    let rows = json["data"].elements
    let images = try rows.compactMap { try Self.picture($0, mime) }
    if images.isEmpty {
      throw SwitchboardError(.decoding, "The vendor's answer holds no picture.")
    }
    return ImageReply(
      images: images, revisedPrompt: rows.lazy.compactMap { $0["revised_prompt"].string }.first,
      origin: origin, usage: Self.usage(json["usage"]))
  }

  private static func picture(_ row: JSON, _ mime: String) throws -> Part? {
    if let text = row["b64_json"].string {
      guard let bytes = Base64.decode(text), !bytes.isEmpty else {
        throw SwitchboardError(.decoding, "The vendor sent a picture that is not base64.")
      }
      return .media(Media(bytes: bytes, mime: mime))
    }
    return row["url"].string.map { .media(Media(url: $0, mime: mime)) }
  }

  private static func usage(_ json: JSON) -> Usage? {
    guard json.kind == .object else { return nil }
    return Usage(
      input: json["input_tokens"].int,
      cachedInput: json["input_tokens_details"]["cached_tokens"].int,
      output: json["output_tokens"].int, raw: json)
  }

  private func failure(_ report: FailureReport, _ head: HTTPResponseHead) -> SwitchboardError {
    var failure = OpenAIFailureTable.table.failure(
      report, head: head, now: SystemTime.now(), secrets: secrets())
    failure.requestID = head.headers["x-request-id"]
    return failure
  }
}
