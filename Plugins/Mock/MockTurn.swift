import SwitchboardCore

/// A request as the mock understands it: checked against the model, and read.
struct MockTurn {
  let request: ChatRequest
  let model: ModelDescriptor
  let origin: Origin
  /// The newest text of the user.
  let prompt: String
  /// The instructions in force.
  let system: String?
  /// 1 for the first message of the user, and so on.
  let number: Int
  /// Results of tools, when they are the newest of the conversation.
  let results: [ToolResult]
  /// The media of the newest message of the user.
  let media: [Media]
  let inputTokens: Int
  /// The most tokens that the answer may have.
  let outputLimit: Int
  let warnings: [Warning]
  /// Depends on the seed, the model and the request.
  let random: MockRandom

  /// Reads and checks a request.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError``, as the model would refuse the request.
  init(_ request: ChatRequest, vendor: VendorID, seed: Int) throws {
    let model = try MockModels.descriptor(of: request.model, vendor: vendor)
    if !model.answersWithText {
      throw SwitchboardError(
        .unsupported, "Model '\(model.model)' makes pictures only; ask it for images.")
    }
    self.request = request
    self.model = model
    let newestUser = request.messages.last { $0.role == .user }
    prompt = newestUser?.text ?? ""
    system =
      request.messages.last { $0.role == .system }?.text ?? request.system
    number = request.messages.count { $0.role == .user }
    results = request.messages.last.map(Self.results) ?? []

    var random = MockRandom(seed: seed)
    random.mix(model.model)
    random.mix(request.system ?? "", upTo: 64)
    for message in request.messages {
      random.mix(UInt64(message.parts.count))
      random.mix(message.text, upTo: 64)
    }
    for result in results { random.mix(result.text) }
    random.mix(prompt)
    random.mix(UInt64(bitPattern: Int64(request.options.seed ?? 0)))
    random.mix((request.options.temperature ?? 0).bitPattern)
    self.random = random
    origin = Origin(
      vendor: vendor, kind: MockProvider.mockKind, model: model.model, responseModel: model.model,
      responseID: "mock-\(random.hex)")

    try Self.checkAbilities(request, model)
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let sent = try Self.media(of: request, &negotiation)
    try Self.check(sent, against: model)
    media = newestUser.map(Self.media) ?? []
    outputLimit = try Self.negotiate(request, &negotiation)
    warnings = negotiation.warnings

    inputTokens = MockText.tokens(of: request)
    if let window = model.window, inputTokens >= window {
      throw SwitchboardError(
        .contextLength,
        """
        The conversation has \(inputTokens) tokens, and '\(model.model)' holds \(window) with its \
        answer.
        """, status: 400, code: "context_length_exceeded")
    }
  }

  /// The most tokens that the answer may have, after all options were looked at.
  private static func negotiate(
    _ request: ChatRequest, _ negotiation: inout Negotiation
  ) throws -> Int {
    let options = request.options
    try _ = negotiation.accept(.temperature, options.temperature)
    try _ = negotiation.accept(.topP, options.topP)
    try _ = negotiation.accept(.topK, options.topK)
    try _ = negotiation.accept(.countPenalty, options.countPenalty)
    let model = negotiation.model
    if request.wantsReasoning && model.support(for: .reasoning) != .yes {
      try negotiation.warn(
        .droppedParameter, "Model '\(model.model)' does not think, so 'reasoning' was left out.")
    }
    let most = model.maxOutput ?? .max
    guard let wanted = options.maxOutputTokens else { return most }
    if wanted > most {
      try negotiation.warn(
        .clampedParameter,
        "Option 'maxOutputTokens' was brought from \(wanted) to the \(most) of '\(model.model)'.")
    }
    return min(wanted, most)
  }

  private static func results(of message: Message) -> [ToolResult] {
    message.parts.compactMap { part in
      if case .toolResult(let result) = part.content { result } else { nil }
    }
  }

  private static func media(of message: Message) -> [Media] {
    message.parts.flatMap { part -> [Media] in
      switch part.content {
      case .media(let media): media.bytes == nil ? [] : [media]
      case .toolResult(let result):
        result.content.compactMap {
          if case .media(let media) = $0.content, media.bytes != nil { media } else { nil }
        }
      default: []
      }
    }
  }
}

extension MockTurn {
  private static func checkAbilities(_ request: ChatRequest, _ model: ModelDescriptor) throws {
    var needed: [(Ability, String)] = []
    if !request.tools.isEmpty { needed.append((.tools, "call tools")) }
    if request.output != nil { needed.append((.structuredOutput, "answer in JSON")) }
    for ability in request.require { needed.append((ability, "do '\(ability.rawValue)'")) }
    for (ability, words) in needed where model.support(for: ability) != .yes {
      throw SwitchboardError(.unsupported, "Model '\(model.model)' cannot \(words).")
    }
    switch request.toolChoice {
    case .named(let name) where !request.tools.contains { $0.name == name }:
      throw SwitchboardError(
        .invalidRequest, "The request wants the tool '\(name)' called and does not declare it.",
        status: 400)
    case .required where request.tools.isEmpty:
      throw SwitchboardError(
        .invalidRequest, "The request wants a tool called and declares none.", status: 400)
    default: break
    }
  }

  /// The media of a request that can be sent; addresses cannot.
  private static func media(
    of request: ChatRequest, _ negotiation: inout Negotiation
  ) throws -> [Media] {
    var found: [Media] = []
    for message in request.messages where message.role == .user || message.role == .tool {
      for part in message.parts {
        if case .media(let media) = part.content, let url = media.url {
          try negotiation.warn(
            .droppedPart, "The mock fetches nothing, so the media at \(url) were left out.")
        }
      }
      found += media(of: message)
    }
    return found
  }

  private static func check(_ media: [Media], against model: ModelDescriptor) throws {
    var counts: [String: Int] = [:]
    let total = media.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    if total > MockProvider.mostMediaBytes {
      throw SwitchboardError(
        .invalidRequest,
        "The mock takes at most \(MockProvider.mostMediaBytes) bytes of media, not \(total).",
        status: 413)
    }
    for item in media {
      guard model.support(for: item.family.input) == .yes,
        let limit = model.inputs.first(where: { $0.matches(item.mime) })
      else {
        throw SwitchboardError(.unsupported, "Model '\(model.model)' does not take \(item.mime).")
      }
      // The limit on pictures holds for all of their types together.
      counts[item.family.rawValue, default: 0] += 1
      let size = item.bytes?.count ?? 0
      let side = max(item.width ?? 0, item.height ?? 0)
      var complaint: String?
      if let most = limit.count, counts[item.family.rawValue, default: 0] > most {
        complaint = "at most \(most) pieces of \(item.mime) a request"
      } else if let most = limit.bytes, size > most {
        complaint = "at most \(most) bytes of \(item.mime) a piece, not \(size)"
      } else if let most = limit.side, side > most {
        complaint = "at most \(most) pixels along a side, not \(side)"
      }
      if let complaint {
        throw SwitchboardError(
          .invalidRequest, "Model '\(model.model)' takes \(complaint).", status: 400)
      }
    }
  }
}

extension ChatRequest {
  /// Whether the request asks for thinking.
  var wantsReasoning: Bool {
    switch reasoning {
    case nil, .effort(.none), .budget(tokens: 0): false
    default: true
    }
  }
}
