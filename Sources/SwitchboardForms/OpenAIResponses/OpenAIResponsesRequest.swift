public import SwitchboardCore

/// A request in the form of OpenAI's Responses.
///
/// The conversation travels with every request and nothing is kept at the vendor (`store: false`);
/// thinking comes back encrypted and is sent again.
public struct OpenAIResponsesRequest: Sendable {
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
    _ request: ChatRequest, origin: Origin, model: ModelDescriptor,
    dialect: OpenAIResponsesDialect
  ) throws {
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    let toolNames = try ToolNames(
      for: request, rule: ToolNames.Rule(length: 64), negotiation: &negotiation)
    var input = OpenAIResponsesInput(
      origin: origin, toolNames: toolNames,
      callIDs: CallIDs(for: request.messages, rule: dialect.callIDs),
      takesDocuments: dialect.takesDocuments, negotiation: negotiation)
    for message in request.messages { try input.add(message) }
    let items = try input.finished()
    negotiation = input.negotiation

    var members: [(String, JSON)] = [
      ("model", JSON(origin.model)),
      ("instructions", request.system.map { $0.isEmpty ? .missing : JSON($0) } ?? .missing),
      ("input", .array(items)),
    ]
    if !request.tools.isEmpty {
      members.append(("tools", .array(request.tools.map { Self.tool($0, toolNames) })))
      members.append(("tool_choice", Self.choice(request.toolChoice, toolNames)))
    }
    if let output = request.output { members.append(("text", ["format": Self.format(output)])) }
    members += try Self.options(request.options, dialect, &negotiation)
    members.append(("reasoning", try Self.reasoning(request.reasoning, dialect, &negotiation)))
    if dialect.encryptsReasoning, !negotiation.model.cannot.contains(.reasoning) {
      members.append(("include", ["reasoning.encrypted_content"]))
    }
    members.append(("store", false))
    if request.stream { members.append(("stream", true)) }
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

  /// `strict` must be said: the vendor would otherwise demand every property of every tool.
  private static func tool(_ tool: ToolDefinition, _ names: ToolNames) -> JSON {
    .object([
      ("type", "function"), ("name", JSON(names.name(for: tool.name))),
      ("description", JSON(optional: tool.description)), ("parameters", tool.parameters),
      ("strict", false),
    ])
  }

  private static func choice(_ choice: ToolChoice?, _ names: ToolNames) -> JSON {
    switch choice {
    case nil: .missing
    case .auto: "auto"
    case .some(.none): "none"
    case .required: "required"
    case .named(let name): ["type": "function", "name": JSON(names.name(for: name))]
    }
  }

  private static func format(_ output: OutputFormat) -> JSON {
    guard let schema = output.schema else { return ["type": "json_object"] }
    return .object([
      ("type", "json_schema"), ("name", JSON(name(output.name))), ("schema", schema),
      ("strict", StrictSchema.fits(schema) ? true : .missing),
    ])
  }

  /// A format's name has letters, digits, `_` and `-`, and at most 64 of them.
  private static func name(_ name: String?) -> String {
    var result = ""
    for scalar in (name ?? "").unicodeScalars.prefix(64) {
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
      result.unicodeScalars.append(isPlain ? scalar : "_")
    }
    return result.isEmpty ? "answer" : result
  }

  /// The form knows a longest answer, temperature and top-p; the rest is a vendor's own.
  private static func options(
    _ options: ChatOptions, _ dialect: OpenAIResponsesDialect, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let tokens = options.maxOutputTokens {
      let least = dialect.leastOutputTokens
      if tokens < least {
        try negotiation.warn(
          .clampedParameter,
          "The longest answer of \(tokens) tokens became \(least), the least that is taken.")
      }
      members.append(("max_output_tokens", JSON(max(tokens, least))))
    }
    let own: [ChatParameter: String] = [.temperature: "temperature", .topP: "top_p"]
    let names = own.merging(dialect.extraParameters) { _, extra in extra }
    let stop = options.stop.isEmpty ? [] : [JSON.array(options.stop.map { JSON($0) })]
    let values: [(ChatParameter, JSON?)] = [
      (.temperature, options.temperature.map { JSON($0) }), (.topP, options.topP.map { JSON($0) }),
      (.topK, options.topK.map { JSON($0) }), (.stop, stop.first),
      (.seed, options.seed.map { JSON($0) }),
      (.frequencyPenalty, options.frequencyPenalty.map { JSON($0) }),
      (.presencePenalty, options.presencePenalty.map { JSON($0) }),
      (.countPenalty, options.countPenalty.map { JSON($0) }),
    ]
    for (parameter, value) in values {
      if let name = names[parameter], !dialect.refuses.contains(parameter) {
        members.append((name, try negotiation.accept(parameter, value) ?? .missing))
      } else {
        try negotiation.refuse(parameter, value)
      }
    }
    return members
  }

  private static func reasoning(
    _ reasoning: ReasoningEffort?, _ dialect: OpenAIResponsesDialect,
    _ negotiation: inout Negotiation
  ) throws -> JSON {
    guard let reasoning else { return .missing }
    if negotiation.model.cannot.contains(.reasoning) {
      if reasoning == .effort(.none) { return .missing }
      try negotiation.warn(
        .droppedParameter,
        "'\(negotiation.model.model)' cannot be told how much to think; the wish was left out.")
      return .missing
    }
    let word = try reasoning.openAIEffort(least: dialect.leastEffort, &negotiation)
    return ["effort": JSON(word)]
  }
}
