import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// Pictures of the models that paint while they talk
/// (ai.google.dev/gemini-api/docs/image-generation).
///
/// A call makes one picture, so several are several calls at a time.
struct GeminiImages {
  let call: GeminiContentCall
  let transport: any HTTPTransport

  /// The most calls for one request.
  private static let mostCalls = 8

  func images(for request: ImageRequest) async throws -> ImageReply {
    var negotiation = Negotiation(isStrict: request.strict, model: call.model)
    guard request.count > 0 else {
      throw SwitchboardError(.invalidRequest, "A request must ask for at least one picture.")
    }
    let count = min(request.count, Self.mostCalls)
    if count < request.count {
      try negotiation.warn(
        .clampedParameter, "\(request.count) pictures were asked for; at most \(count) are made.")
    }
    let chat = try chat(for: request, &negotiation)
    let replies = try await replies(to: chat, count: count)
    var warnings = negotiation.warnings
    for warning in replies.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return ImageReply(
      id: request.id, images: try replies.flatMap(pictures),
      origin: replies.first?.origin ?? call.origin,
      usage: replies.reduce(nil) { Self.sum($0, $1.usage) }, warnings: warnings)
  }

  /// The request as one turn of a conversation.
  private func chat(
    for request: ImageRequest, _ negotiation: inout Negotiation
  ) throws -> ChatRequest {
    if request.task != .generate, request.inputs.isEmpty {
      throw SwitchboardError(
        .invalidRequest, "Task '\(request.task.rawValue)' needs a picture in 'inputs'.")
    }
    var prompt = request.prompt
    if prompt.isEmpty, request.task == .variation {
      prompt = "Make a variation of this picture."
      try negotiation.warn(.defaultInserted, "The words '\(prompt)' were sent with the picture.")
    }
    if let unwanted = request.negativePrompt, !unwanted.isEmpty {
      prompt += "\n\nDo not show: \(unwanted)"
      try negotiation.warn(
        .translatedParameter, "'negativePrompt' was sent at the end of the prompt.")
    }
    let others: [(String, Bool)] = [
      ("mask", request.mask != nil), ("guidance", request.guidance != nil),
      ("quality", request.quality != nil), ("format", request.format != nil),
    ]
    for (name, isGiven) in others where isGiven {
      try negotiation.warn(
        .droppedParameter, "'\(name)' is not taken by '\(call.model.model)' and was left out.")
    }
    var config: [(String, JSON)] = [("responseModalities", ["TEXT", "IMAGE"])]
    if let size = request.size {
      let size = try GeminiImageSize(
        size, ratios: GeminiImageSize.ratios,
        words: GeminiImageSize.words(of: call.model.model), &negotiation)
      config.append(
        (
          "imageConfig",
          .object([("aspectRatio", JSON(size.ratio)), ("imageSize", JSON(optional: size.word))])
        ))
    }
    var options: [VendorKind: JSON] = [:]
    if let kind = call.origin.kind {
      options[kind] = JSON.object([("generationConfig", .object(config))])
        .merging(request.vendorOptions[kind] ?? .missing)
    }
    return ChatRequest(
      model: request.model, messages: [.user(request.inputs + [.text(prompt)])],
      options: ChatOptions(seed: request.seed), stream: false, strict: request.strict,
      vendorOptions: options, deadlines: request.deadlines.untilWhole)
  }

  private func replies(to chat: ChatRequest, count: Int) async throws -> [ChatReply] {
    try await withThrowingTaskGroup(of: ChatReply.self) { group in
      for _ in 0..<count {
        group.addTask { try await reply(to: chat) }
      }
      // The requests are equal, so the answers have no order.
      var replies: [ChatReply] = []
      for try await reply in group { replies.append(reply) }
      return replies
    }
  }

  private func reply(to chat: ChatRequest) async throws -> ChatReply {
    var accumulator = ReplyAccumulator()
    for try await event in call.events(for: chat, transport: transport) { accumulator.add(event) }
    return try accumulator.reply()
  }

  /// The pictures of an answer; one without is a failure that says why.
  private func pictures(in reply: ChatReply) throws -> [Part] {
    let pictures = reply.message.parts.filter {
      if case .media(let media) = $0.content { media.family == .image } else { false }
    }
    if !pictures.isEmpty { return pictures }
    let isFiltered = reply.finish.kind == .contentFilter
    let words = reply.finish.message ?? (reply.text.isEmpty ? nil : reply.text)
    throw SwitchboardError(
      isFiltered ? .contentFilter : .server,
      words ?? "The model made no picture (\(reply.finish.raw ?? "it does not say why")).",
      vendor: call.origin.vendor, model: call.origin.model, code: reply.finish.raw)
  }

  private static func sum(_ a: Usage?, _ b: Usage?) -> Usage? {
    guard let a, let b else { return a ?? b }
    func add(_ x: Int?, _ y: Int?) -> Int? { x == nil && y == nil ? nil : (x ?? 0) + (y ?? 0) }
    return Usage(
      input: add(a.input, b.input), cachedInput: add(a.cachedInput, b.cachedInput),
      output: add(a.output, b.output), reasoning: add(a.reasoning, b.reasoning), raw: b.raw)
  }
}
