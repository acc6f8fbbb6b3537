public import SwitchboardCore

/// A request in the form of OpenAI's chat completions.
public struct OpenAIChatRequest: Sendable {
  /// The body of the request.
  public let body: JSON

  /// What changed on the way.
  public let warnings: [Warning]

  /// The names under which the tools were sent.
  public let toolNames: ToolNames

  /// The number from which ids are made for calls that come without one.
  public let turn: Int

  /// Where the vendor says what an answer cost.
  let reportedCost: ReportedCost?

  /// Writes a request.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - origin: The entry and model that are asked.
  ///   - model: What is known of the model.
  ///   - dialect: How the vendor differs.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when the request is strict
  ///   and something would be lost.
  public init(
    _ request: ChatRequest, origin: Origin, model: ModelDescriptor, dialect: OpenAIChatDialect
  ) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let toolNames = try ToolNames(
      for: request, rule: ToolNames.Rule(length: 64), negotiation: &negotiation)
    var messages = OpenAIChatMessages(
      origin: origin, toolNames: toolNames,
      callIDs: CallIDs(for: request.messages, rule: dialect.callIDs),
      dialect: dialect, negotiation: negotiation)
    if let system = request.system, !system.isEmpty { messages.addSystem(system) }
    for message in request.messages { try messages.add(message) }
    let written = try messages.finished()
    negotiation = messages.negotiation

    var members: [(String, JSON)] = [
      ("model", JSON(origin.model)), ("messages", .array(written)),
    ]
    if !request.tools.isEmpty {
      members.append(("tools", .array(request.tools.map { Self.tool($0, toolNames) })))
      members.append(("tool_choice", Self.choice(request.toolChoice, toolNames, dialect)))
    }
    if let output = request.output { members.append(("response_format", Self.format(output))) }
    members += try Self.options(request.options, dialect, &negotiation)
    members += try Self.reasoning(request.reasoning, dialect, &negotiation)
    if request.stream {
      members.append(("stream", true))
      if dialect.asksForUsage {
        members.append(("stream_options", ["include_usage": true]))
      }
    }
    var body = JSON.object(members)
    if let kind = origin.kind, let extra = request.vendorOptions[kind] {
      body = body.merging(extra)
    }
    self.body = body
    self.warnings = negotiation.warnings
    self.toolNames = toolNames
    self.reportedCost = dialect.reportedCost
    self.turn = request.messages.count { $0.role == .assistant }
  }

  private static func tool(_ tool: ToolDefinition, _ names: ToolNames) -> JSON {
    [
      "type": "function",
      "function": .object([
        ("name", JSON(names.name(for: tool.name))),
        ("description", JSON(optional: tool.description)),
        ("parameters", tool.parameters),
      ]),
    ]
  }

  private static func choice(
    _ choice: ToolChoice?, _ names: ToolNames, _ dialect: OpenAIChatDialect
  ) -> JSON {
    switch choice {
    case nil: .missing
    case .auto: "auto"
    case .some(.none): "none"
    case .required: JSON(dialect.requiredTool)
    case .named(let name):
      ["type": "function", "function": ["name": JSON(names.name(for: name))]]
    }
  }

  private static func format(_ output: OutputFormat) -> JSON {
    guard let schema = output.schema else { return ["type": "json_object"] }
    return [
      "type": "json_schema",
      "json_schema": .object([
        ("name", JSON(output.name ?? "answer")), ("schema", schema),
        ("strict", StrictSchema.fits(schema) ? true : .missing),
      ]),
    ]
  }

  private static func options(
    _ options: ChatOptions, _ dialect: OpenAIChatDialect, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    func add(_ name: String, _ value: JSON?) { members.append((name, value ?? .missing)) }
    add(dialect.maxTokens, options.maxOutputTokens.map { JSON($0) })
    let doubles: [(ChatParameter, String, Double?)] = [
      (.temperature, "temperature", options.temperature), (.topP, "top_p", options.topP),
      (.frequencyPenalty, "frequency_penalty", options.frequencyPenalty),
      (.presencePenalty, "presence_penalty", options.presencePenalty),
    ]
    for (parameter, name, value) in doubles {
      if dialect.refuses.contains(parameter) {
        try negotiation.refuse(parameter, value)
      } else {
        add(name, try negotiation.accept(parameter, value).map { JSON($0) })
      }
    }
    if dialect.refuses.contains(.seed) {
      try negotiation.refuse(.seed, options.seed)
    } else {
      add(dialect.seed, try negotiation.accept(.seed, options.seed).map { JSON($0) })
    }
    let stop = try negotiation.accept(.stop, options.stop.isEmpty ? nil : options.stop)
    if let stop, stop.count > dialect.stopCount {
      try negotiation.warn(
        .clampedParameter,
        "Only the first \(dialect.stopCount) of \(stop.count) stop texts were sent.")
    }
    add("stop", stop.map { .array($0.prefix(dialect.stopCount).map { JSON($0) }) })
    if let name = dialect.extraParameters[.topK] {
      add(name, try negotiation.accept(.topK, options.topK).map { JSON($0) })
    } else {
      try negotiation.refuse(.topK, options.topK)
    }
    try negotiation.refuse(.countPenalty, options.countPenalty)
    return members
  }

  private static func reasoning(
    _ reasoning: ReasoningEffort?, _ dialect: OpenAIChatDialect, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    guard let reasoning else { return [] }
    if dialect.reasoning == .none || negotiation.model.cannot.contains(.reasoning) {
      if reasoning == .effort(.none) { return [] }
      try negotiation.warn(
        .droppedParameter,
        "'\(negotiation.model.model)' cannot be told how much to think; the wish was left out.")
      return []
    }
    switch (dialect.reasoning, reasoning) {
    case (.object, .effort(let level)):
      return [("reasoning", ["effort": JSON(level.rawValue)])]
    case (.object, .budget(let tokens)):
      return [("reasoning", ["max_tokens": JSON(tokens)])]
    default:
      let word = try reasoning.openAIEffort(least: dialect.leastEffort, &negotiation)
      return [("reasoning_effort", JSON(word))]
    }
  }
}
