import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// One call for pictures: sends the request, reads the pictures.
struct OpenAIImages {
  let baseURL: String
  let origin: Origin
  let kind: VendorKind
  let model: ModelDescriptor
  let headers: @Sendable () async throws -> HTTPFields
  let secrets: @Sendable () -> [Secret]

  /// Ten pictures of the largest size, as base64.
  private static let limit = 256 << 20

  func reply(to request: ImageRequest, _ transport: any HTTPTransport) async throws -> ImageReply {
    let call = WholeCall(vendor: origin.vendor, model: origin.model, secrets: secrets) {
      head, body in failure(OpenAIFailures.report(body), head)
    }
    var warnings: [Warning] = []
    var reply = try await call.answer(over: transport, limit: Self.limit) {
      let written = try OpenAIImageRequest(request, kind: kind, model: model)
      warnings = written.warnings
      var fields = try await headers()
      fields["content-type"] = written.contentType
      return HTTPRequest(
        url: "\(baseURL)/\(written.operation)", headers: fields, body: written.body,
        deadlines: request.deadlines.untilWhole)
    } read: {
      try read($0)
    }
    reply.id = request.id
    reply.warnings = warnings
    reply.cost = reply.usage.flatMap(cost)
    return reply
  }

  private func read(_ body: [UInt8]) throws -> ImageReply {
    let json = try JSON(parsing: body, limits: .media)
    if !json["error"].isNull { throw failure(OpenAIFailures.report(json), nil) }
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

  /// The table knows what words cost that are read and pictures that are made; pictures that are read
  /// and words that are written cost otherwise.
  private func cost(of usage: Usage) -> Cost? {
    guard var cost = model.prices?.cost(of: usage), cost.usd != nil else { return nil }
    let read = usage.raw?["input_tokens_details"]["image_tokens"].int
    let written = usage.raw?["output_tokens_details"]["text_tokens"].int ?? 0
    if read != 0 || written != 0 { cost.quality = .estimated }
    return cost
  }

  private func failure(_ report: FailureReport, _ head: HTTPResponseHead?) -> SwitchboardError {
    OpenAIFailureTable.table.failure(
      report, head: head, now: SystemTime.now(), secrets: secrets())
  }
}
