public import SwitchboardCore

/// A request in the form of Anthropic's Messages (platform.claude.com/docs/en/api/messages/create).
public struct AnthropicMessagesRequest: Sendable {
  /// The body of the request.
  public let body: JSON

  /// What changed on the way.
  public let warnings: [Warning]

  /// The names under which the tools were sent.
  public let toolNames: ToolNames

  /// The number from which ids are made for calls that come without one.
  public let turn: Int

  /// Whether thinking that comes back is of use to the same account alone.
  let bindsThinkingToAccount: Bool

  /// Writes a request.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - origin: The entry and model that are asked.
  ///   - model: What is known of the model.
  ///   - dialect: How the platform differs.
  ///   - envelope: The members that lead the body, which platforms write differently: `model`,
  ///     `stream`, `anthropic_version`.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when the request is
  ///   strict and something would be lost; of kind `invalidRequest` when there is nothing to send.
  public init(
    _ request: ChatRequest, origin: Origin, model: ModelDescriptor,
    dialect: AnthropicMessagesDialect = AnthropicMessagesDialect(),
    envelope: [(String, JSON)] = []
  ) throws {
    let traits = AnthropicModelTraits(of: origin.model)
    var negotiation = Negotiation(isStrict: request.strict, model: model)
    // The pattern of names and of ids: the reference of `tools.name` and `tool_use.id`.
    let toolNames = try ToolNames(
      for: request, rule: ToolNames.Rule(length: 128), negotiation: &negotiation)
    var options = AnthropicOptions(request, traits, toolNames, negotiation)
    let room = try options.addOutputRoom()
    let format = try options.addFormat()

    var turns = AnthropicTurns(
      origin: origin, toolNames: toolNames,
      callIDs: CallIDs(for: request.messages, rule: CallIDs.Rule(lengths: 1...256)),
      dialect: dialect, traits: traits, negotiation: options.negotiation)
    if let system = request.system { turns.lead(system) }
    if format == nil, request.output != nil {
      turns.lead("Answer with one JSON value and nothing else.")
    }
    for message in request.messages { try turns.add(message) }
    try turns.close()
    options.negotiation = turns.negotiation
    try options.addTools()
    try options.addThinking(room: room, lacksThinking: turns.lacksThinking)
    try options.addSampling()
    turns.negotiation = options.negotiation
    let canContinue = traits.continuesAssistant && !options.isThinking && format == nil
    try turns.end(canContinue: canContinue)

    var members = envelope
    members.append(("max_tokens", JSON(room)))
    members.append(("system", turns.system))
    members.append(("messages", .array(turns.messages)))
    var body = JSON.object(members + options.members)
    if let kind = origin.kind, let extra = request.vendorOptions[kind] {
      body = body.merging(extra)
    }
    self.body = body
    self.warnings = turns.negotiation.warnings
    self.toolNames = toolNames
    self.turn = request.messages.count { $0.role == .assistant }
    self.bindsThinkingToAccount = traits.bindsThinkingToAccount
  }

  /// Whether the vendor runs tools for this request: what they give back may be large.
  var hasServerTools: Bool {
    body["tools"].elements.contains { ($0["type"].string ?? "custom") != "custom" }
  }
}
