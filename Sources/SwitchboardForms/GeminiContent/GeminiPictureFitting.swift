public import SwitchboardCore

/// Holds requests to the size that the vendor takes.
///
/// All inline media of a request count together, as base64 and with everything else in it. What is
/// too large is refused before the call, or, when there is something that makes pictures smaller,
/// sent smaller with a warning.
public struct GeminiPictureFitting: Sendable {
  /// Makes a picture smaller.
  ///
  /// It is handed the picture and the most bytes that it may have, and returns `nil` when it cannot.
  public typealias Resizer = @Sendable (_ picture: Media, _ bytes: Int) throws -> Media?

  private let resizer: Resizer?
  private let limit: Int

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - resizer: Makes pictures smaller; `nil` refuses what is too large.
  ///   - limit: The largest request in bytes.
  public init(resizer: Resizer?, limit: Int = GeminiContentDialect.requestBytes) {
    self.resizer = resizer
    self.limit = limit
  }

  /// Writes a request that fits.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when it does not.
  public func write(
    _ request: ChatRequest, origin: Origin, model: ModelDescriptor, dialect: GeminiContentDialect
  ) throws -> (chat: GeminiContentRequest, body: [UInt8]) {
    let chat = try GeminiContentRequest(request, origin: origin, model: model, dialect: dialect)
    let body = chat.body.encoded()
    if body.count <= limit { return (chat, body) }
    guard let resizer else { throw tooLarge(body.count) }
    var fitting = request
    var pictures = 0
    for message in request.messages { Self.visit(message.parts) { pictures += $0 } }
    let room = limit - (body.count - pictures)
    guard pictures > 0, room > 0 else { throw tooLarge(body.count) }
    // A little less than the share of each, because base64 rounds up.
    let share = Double(room) / Double(pictures) * 0.98
    for index in fitting.messages.indices {
      fitting.messages[index].parts = try fitting.messages[index].parts.map {
        try Self.smaller($0, share, resizer)
      }
    }
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    try negotiation.warn(
      .clampedParameter,
      "Pictures were sent smaller: a request may have \(megabytes) MB and this one has more.")
    let second = try GeminiContentRequest(
      fitting, origin: origin, model: model, dialect: dialect, after: negotiation)
    let smaller = second.body.encoded()
    if smaller.count > limit { throw tooLarge(smaller.count) }
    return (second, smaller)
  }

  private var megabytes: Int { max(1, limit >> 20) }

  private func tooLarge(_ count: Int) -> SwitchboardError {
    SwitchboardError(
      .unsupported,
      """
      The request has \((count + (1 << 20) - 1) >> 20) MB with its media; the vendor takes \
      \(megabytes) MB in all. Send smaller media, or give their address. Nothing was sent.
      """)
  }

  /// Counts the base64 characters of pictures, those in results of tools among them.
  private static func visit(_ parts: [Part], _ count: (Int) -> Void) {
    for part in parts {
      switch part.content {
      case .media(let media) where media.family == .image:
        if let bytes = media.bytes { count(Base64.encodedCount(bytes.count)) }
      case .toolResult(let result): visit(result.content, count)
      default: break
      }
    }
  }

  private static func smaller(_ part: Part, _ share: Double, _ resizer: Resizer) throws -> Part {
    switch part.content {
    case .media(let media) where media.family == .image:
      guard let bytes = media.bytes,
        let other = try resizer(media, Int(Double(bytes.count) * share))
      else { return part }
      return Part(.media(other), vendorData: part.vendorData)
    case .toolResult(var result):
      result.content = try result.content.map { try smaller($0, share, resizer) }
      return Part(.toolResult(result), vendorData: part.vendorData)
    default:
      return part
    }
  }
}
