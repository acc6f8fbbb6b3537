public import SwitchboardCore

/// A request in the Gemini form, with what was lost on the way into it
/// (ai.google.dev/api/generate-content).
public struct GeminiContentRequest: Sendable {
  /// The wire body.
  public let body: JSON

  /// What changed or was left out.
  public let warnings: [Warning]

  /// The names under which the tools were sent.
  public let toolNames: ToolNames

  /// The number from which ids are made for calls that come without one.
  public let turn: Int

  /// Writes a request.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - origin: The entry and model that are asked.
  ///   - model: What is known of the model.
  ///   - dialect: How the model differs.
  ///   - negotiation: What was changed before; `nil` for nothing.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when the request is strict
  ///   and something would be lost, or when a schema cannot be said.
  public init(
    _ request: ChatRequest, origin: Origin, model: ModelDescriptor,
    dialect: GeminiContentDialect, after negotiation: Negotiation? = nil
  ) throws {
    var negotiation = negotiation ?? Negotiation(isStrict: request.strict, model: model)
    let toolNames = try ToolNames(
      for: request, rule: GeminiContentDialect.toolNames, negotiation: &negotiation)

    let takesSystem = !model.cannot.contains(.systemText)
    let leading = takesSystem ? request.messages.prefix { $0.role == .system } : []
    var rest = request.messages[leading.endIndex...]
    var instructions = leading.map(\.text)
    if let system = request.system, !system.isEmpty {
      if takesSystem {
        instructions.insert(system, at: 0)
      } else {
        rest = ([.system(system)] + rest)[...]
      }
    }
    instructions.removeAll { $0.isEmpty }

    var messages = GeminiContentMessages(
      origin: origin, dialect: dialect, toolNames: toolNames, negotiation: negotiation)
    let contents = try messages.write(rest)
    negotiation = messages.negotiation

    var members: [(String, JSON)] = [("contents", contents)]
    if !instructions.isEmpty {
      members.append(
        ("systemInstruction", ["parts": .array(instructions.map { ["text": JSON($0)] })]))
    }
    if !request.tools.isEmpty {
      let declarations = try request.tools.map { try Self.tool($0, toolNames, &negotiation) }
      members.append(("tools", [["functionDeclarations": .array(declarations)]]))
      members.append(("toolConfig", Self.config(request.toolChoice, toolNames)))
    }
    let config = try Self.generation(request, dialect, &negotiation)
    if config.count > 0 { members.append(("generationConfig", config)) }
    var body = JSON.object(members)
    if let kind = origin.kind, let extra = request.vendorOptions[kind] {
      body = body.merging(extra)
    }
    self.body = body
    self.warnings = negotiation.warnings
    self.toolNames = toolNames
    self.turn = request.messages.count { $0.role == .assistant }
  }

  private static func tool(
    _ tool: ToolDefinition, _ names: ToolNames, _ negotiation: inout Negotiation
  ) throws -> JSON {
    let parameters = try GeminiSchema.write(
      tool.parameters.count == 0 ? ["type": "object"] : tool.parameters, of: "tool '\(tool.name)'",
      &negotiation)
    // An object without properties is refused: a tool without parameters has no schema.
    let isEmpty = parameters["type"].string == "OBJECT" && !parameters["properties"].exists
    return .object([
      ("name", JSON(names.name(for: tool.name))),
      ("description", JSON(optional: tool.description)),
      ("parameters", isEmpty ? .missing : parameters),
    ])
  }

  /// ai.google.dev/api/caching, "FunctionCallingConfig".
  private static func config(_ choice: ToolChoice?, _ names: ToolNames) -> JSON {
    let members: [(String, JSON)]
    switch choice {
    case nil: return .missing
    case .auto: members = [("mode", "AUTO")]
    case .some(.none): members = [("mode", "NONE")]
    case .required: members = [("mode", "ANY")]
    case .named(let name):
      members = [("mode", "ANY"), ("allowedFunctionNames", [JSON(names.name(for: name))])]
    }
    return ["functionCallingConfig": .object(members)]
  }

  /// ai.google.dev/api/generate-content, "GenerationConfig".
  private static func generation(
    _ request: ChatRequest, _ dialect: GeminiContentDialect, _ negotiation: inout Negotiation
  ) throws -> JSON {
    let options = request.options
    var members: [(String, JSON)] = [("maxOutputTokens", JSON(optional: options.maxOutputTokens))]
    let doubles: [(ChatParameter, String, Double?)] = [
      (.temperature, "temperature", options.temperature), (.topP, "topP", options.topP),
      (.frequencyPenalty, "frequencyPenalty", options.frequencyPenalty),
      (.presencePenalty, "presencePenalty", options.presencePenalty),
    ]
    for (parameter, name, value) in doubles {
      members.append((name, JSON(optional: try negotiation.accept(parameter, value))))
    }
    members.append(("topK", JSON(optional: try negotiation.accept(.topK, options.topK))))
    members.append(("seed", JSON(optional: try negotiation.accept(.seed, options.seed))))
    try negotiation.refuse(.countPenalty, options.countPenalty)
    let most = GeminiContentDialect.stopCount
    let stop = try negotiation.accept(.stop, options.stop.isEmpty ? nil : options.stop) ?? []
    if stop.count > most {
      try negotiation.warn(
        .clampedParameter, "Only the first \(most) of \(stop.count) stop texts were sent.")
    }
    if !stop.isEmpty {
      members.append(("stopSequences", .array(stop.prefix(most).map { JSON($0) })))
    }
    members += try format(request, dialect, &negotiation)
    if negotiation.model.can.contains(.imageOutput) {
      members.append(("responseModalities", ["TEXT", "IMAGE"]))
    }
    members.append(
      (
        "thinkingConfig",
        try GeminiThinking.config(request.reasoning, dialect.thinking, &negotiation)
      ))
    return .object(members)
  }

  private static func format(
    _ request: ChatRequest, _ dialect: GeminiContentDialect, _ negotiation: inout Negotiation
  ) throws -> [(String, JSON)] {
    guard let output = request.output else { return [] }
    if !request.tools.isEmpty, !dialect.takesFormatBesideTools {
      try negotiation.warn(
        .droppedParameter,
        """
        '\(negotiation.model.model)' does not take tools and a form for its answer together; the \
        form was left out.
        """)
      return []
    }
    var members: [(String, JSON)] = [("responseMimeType", "application/json")]
    if let schema = output.schema {
      members.append(
        ("responseSchema", try GeminiSchema.write(schema, of: "the answer", &negotiation)))
    }
    return members
  }
}
