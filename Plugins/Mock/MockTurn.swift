import SwitchboardCore
import SwitchboardSamples

/// A request as the mock understands it: checked against the model, and read.
struct MockTurn {
  let request: ChatRequest
  let model: MockModel
  let origin: Origin
  /// The newest text of the user.
  let prompt: String
  /// The instructions in force.
  let system: String?
  /// Results of tools, when they are the newest of the conversation.
  let results: [ToolResult]
  /// The media of the newest message of the user.
  let media: [Media]
  let inputTokens: Int
  /// The most tokens that the answer may have.
  let outputLimit: Int
  let warnings: [Warning]
  /// Depends on the seed, the model and the request.
  let random: SeededRandom

  /// Reads and checks a request.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError``, as the model would refuse the request.
  init(_ request: ChatRequest, vendor: VendorID, seed: Int) throws {
    let model = try MockModel.named(request.model)
    if !model.facts.answersWithText {
      throw SwitchboardError(
        .unsupported, "Model '\(model.name)' makes pictures only; ask it for images.")
    }
    self.request = request
    self.model = model
    let newestUser = request.messages.last { $0.role == .user }
    prompt = newestUser?.text ?? ""
    system = request.messages.last { $0.role == .system }?.text ?? request.system
    results = request.messages.last?.toolResults ?? []
    random = SeededRandom(seed: seed, model: model.name, request)
    origin = model.origin(of: vendor, random)

    let shown = request.messages.filter { $0.role == .user || $0.role == .tool }
      .flatMap(\.media)
    try Self.check(request, shown.filter { $0.bytes != nil }, model.facts)
    var negotiation = Negotiation(isStrict: request.strict, model: model.facts)
    for url in shown.compactMap(\.url) {
      try negotiation.warn(
        .droppedPart, "The mock fetches nothing, so the media at \(url) were left out.")
    }
    media = newestUser?.media.filter { $0.bytes != nil } ?? []
    outputLimit = try Self.negotiate(request, &negotiation)
    warnings = negotiation.warnings

    inputTokens = TokenRule.count(request)
    if let window = model.facts.window, inputTokens >= window {
      throw SwitchboardError(
        .contextLength,
        """
        The conversation has \(inputTokens) tokens, and '\(model.name)' holds \(window) with its \
        answer.
        """, status: 400, code: "context_length_exceeded")
    }
  }
}

extension MockTurn {
  /// What a script may ask about it.
  var question: MockQuestion {
    MockQuestion(
      model: model.name, prompt: prompt, turn: request.messages.count { $0.role == .user },
      isAfterTools: !results.isEmpty)
  }

  /// The most tokens that the answer may have, after all options were looked at.
  private static func negotiate(
    _ request: ChatRequest, _ negotiation: inout Negotiation
  ) throws -> Int {
    let options = request.options
    _ = try negotiation.accept(.temperature, options.temperature)
    _ = try negotiation.accept(.topP, options.topP)
    _ = try negotiation.accept(.topK, options.topK)
    _ = try negotiation.accept(.countPenalty, options.countPenalty)
    let model = negotiation.model
    if !(request.reasoning?.isOff ?? true), model.support(for: .reasoning) != .yes {
      try negotiation.warn(
        .droppedParameter, "Model '\(model.model)' does not think, so 'reasoning' was left out.")
    }
    let most = model.maxOutput ?? .max
    guard let wanted = options.maxOutputTokens, wanted > most else {
      return options.maxOutputTokens ?? most
    }
    try negotiation.warn(
      .clampedParameter,
      "Option 'maxOutputTokens' was brought from \(wanted) to the \(most) of '\(model.model)'.")
    return most
  }

  private static func check(
    _ request: ChatRequest, _ media: [Media], _ model: ModelDescriptor
  ) throws {
    var needed: [(Ability, String)] = []
    if !request.tools.isEmpty { needed.append((.tools, "call tools")) }
    if request.output != nil { needed.append((.structuredOutput, "answer in JSON")) }
    needed += request.require.map { ($0, "do '\($0.rawValue)'") }
    needed += media.map { ($0.family.input, "take \($0.mime)") }
    for (ability, words) in needed where model.support(for: ability) != .yes {
      throw SwitchboardError(.unsupported, "Model '\(model.model)' cannot \(words).")
    }
    switch request.toolChoice {
    case .named(let name) where !request.tools.contains { $0.name == name }:
      throw MockModel.refusal(
        "The request wants the tool '\(name)' called and does not declare it.")
    case .required where request.tools.isEmpty:
      throw MockModel.refusal("The request wants a tool called and declares none.")
    default: break
    }
    if let objection = model.objections(to: media, sent: MockModel.delivery).first {
      throw SwitchboardError(
        objection.kind == .type ? .unsupported : .invalidRequest,
        "Model '\(model.model)' cannot be shown this. \(objection.message)",
        status: objection.kind == .total ? 413 : 400)
    }
  }
}
