import SwitchboardCore
import SwitchboardForms

/// A request in Ollama's own form (docs.ollama.com/api/chat).
struct OllamaRequest: Sendable {
  let body: JSON
  let warnings: [Warning]
  let toolNames: ToolNames
  /// The number from which ids are made for calls that come without one.
  let turn: Int

  init(_ request: ChatRequest, origin: Origin, model: ModelDescriptor) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    // The server forbids no name; models read the usual ones best.
    let toolNames = try ToolNames(
      for: request, rule: ToolNames.Rule(others: "_-.:/", length: 128), negotiation: &negotiation)
    var messages = OllamaMessages(origin: origin, toolNames: toolNames, negotiation: negotiation)
    if let system = request.system { messages.addSystem(system) }
    for message in request.messages { try messages.add(message) }
    let written = messages.finished()
    negotiation = messages.negotiation

    var members: [(String, JSON)] = [
      ("model", JSON(origin.model)), ("messages", .array(written)),
      ("tools", try Self.tools(request, toolNames, &negotiation)),
      ("format", request.output.map { $0.schema ?? "json" } ?? .missing),
      ("think", try Self.think(request.reasoning, &negotiation)),
    ]
    var options = try Self.options(request.options, &negotiation)
    let prompt = OllamaContext.tokens(of: members.map(\.1), pictures: messages.pictureCount)
    let room = request.options.maxOutputTokens
    if let size = OllamaContext.size(prompt: prompt, output: room, window: model.window) {
      options.append(("num_ctx", JSON(size)))
    }
    let chosen = JSON.object(options)
    members.append(("options", chosen.count == 0 ? .missing : chosen))
    members.append(("stream", JSON(request.stream)))
    var body = JSON.object(members)
    if let kind = origin.kind, let extra = request.vendorOptions[kind] {
      body = body.merging(extra)
    }
    self.body = body
    self.warnings = negotiation.warnings
    self.toolNames = toolNames
    self.turn = request.messages.count { $0.role == .assistant }
  }

  /// Models choose for themselves whether to call a tool; all that can be done is to offer none.
  private static func tools(
    _ request: ChatRequest, _ names: ToolNames, _ negotiation: inout Negotiation
  ) throws -> JSON {
    switch request.toolChoice {
    case .some(.none): return .missing
    case .required, .named:
      try negotiation.warn(
        .droppedParameter,
        "Ollama cannot be told that a tool must be called; the wish was left out.")
    case .auto, nil: break
    }
    if request.tools.isEmpty { return .missing }
    return .array(
      request.tools.map { tool in
        [
          "type": "function",
          "function": .object([
            ("name", JSON(names.name(for: tool.name))),
            ("description", JSON(optional: tool.description)), ("parameters", tool.parameters),
          ]),
        ]
      })
  }

  /// Thinking is on or off; gpt-oss alone takes words, and cannot be kept from thinking
  /// (docs.ollama.com/capabilities/thinking).
  private static func think(
    _ reasoning: ReasoningEffort?, _ negotiation: inout Negotiation
  ) throws -> JSON {
    guard let reasoning else { return .missing }
    let model = negotiation.model
    let wish: ReasoningEffort.Level
    switch reasoning {
    case .effort(let level): wish = level
    case .budget(let tokens):
      wish = tokens == 0 ? .none : tokens <= 2048 ? .low : tokens <= 8192 ? .medium : .high
    }
    if model.cannot.contains(.reasoning) {
      if wish != .none {
        try negotiation.warn(
          .droppedParameter,
          "'\(model.model)' cannot be told how much to think; the wish was left out.")
      }
      return .missing
    }
    let takesWords = model.model.split(separator: "/").last?.hasPrefix("gpt-oss") == true
    let sent: JSON =
      takesWords ? JSON(wish == .none ? "low" : wish.rawValue) : JSON(wish != .none)
    let isExact =
      takesWords
      ? wish != .none && reasoning == .effort(wish)
      : wish == .none || reasoning == .effort(.medium)
    if !isExact {
      try negotiation.warn(
        .translatedParameter,
        "How much '\(model.model)' should think was sent as 'think': \(sent.text).")
    }
    return sent
  }

  /// The names of the parameters of a model file (docs.ollama.com/modelfile).
  private static func options(
    _ options: ChatOptions, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let tokens = options.maxOutputTokens { members.append(("num_predict", JSON(tokens))) }
    let stop = options.stop.isEmpty ? [] : [JSON.array(options.stop.map { JSON($0) })]
    let values: [(ChatParameter, String, JSON?)] = [
      (.temperature, "temperature", options.temperature.map { JSON($0) }),
      (.topP, "top_p", options.topP.map { JSON($0) }),
      (.topK, "top_k", options.topK.map { JSON($0) }),
      (.seed, "seed", options.seed.map { JSON($0) }), (.stop, "stop", stop.first),
      (.frequencyPenalty, "frequency_penalty", options.frequencyPenalty.map { JSON($0) }),
      (.presencePenalty, "presence_penalty", options.presencePenalty.map { JSON($0) }),
    ]
    for (parameter, name, value) in values {
      if let value = try negotiation.accept(parameter, value) { members.append((name, value)) }
    }
    try negotiation.refuse(.countPenalty, options.countPenalty)
    return members
  }
}
