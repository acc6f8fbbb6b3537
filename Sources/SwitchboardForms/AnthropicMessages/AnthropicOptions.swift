import SwitchboardCore

/// Writes the members of a request beside its messages.
struct AnthropicOptions {
  /// The members so far.
  private(set) var members: [(String, JSON)] = []
  var negotiation: Negotiation

  /// The longest answer that is asked for where neither the request nor the facts say one.
  private static let usualOutput = 8192

  private let request: ChatRequest
  private let traits: AnthropicModelTraits
  private let toolNames: ToolNames
  private var thinking: AnthropicThinking
  private var format: JSON?

  init(
    _ request: ChatRequest, _ traits: AnthropicModelTraits, _ toolNames: ToolNames,
    _ negotiation: Negotiation
  ) {
    self.request = request
    self.traits = traits
    self.toolNames = toolNames
    self.negotiation = negotiation
    self.thinking = AnthropicThinking(traits)
  }

  /// Whether the model thinks in this answer because the request says so.
  var isThinking: Bool { thinking.config["type"].string.map { $0 != "disabled" } ?? false }

  /// The longest answer, which the vendor demands.
  ///
  /// The model's own bound changes nothing of what is asked, so it goes unsaid; any other number
  /// cuts answers short.
  mutating func addOutputRoom() throws -> Int {
    let most = negotiation.model.maxOutput
    guard let wished = request.options.maxOutputTokens else {
      if let most { return most }
      let thought = AnthropicThinking.budget(of: request.reasoning)
      let room = Self.usualOutput + thought
      try negotiation.warn(
        .defaultInserted,
        "The longest answer was set to \(room) tokens: the vendor demands a number, and how much "
          + "'\(negotiation.model.model)' can write is not known.")
      return room
    }
    guard let most, wished > most else { return wished }
    try negotiation.warn(
      .clampedParameter,
      "The longest answer was brought from \(wished) to \(most) tokens, the most that "
        + "'\(negotiation.model.model)' writes.")
    return most
  }

  /// The form of the answer; `nil` for none and for any JSON, which only words can ask for.
  mutating func addFormat() throws -> JSON? {
    guard let output = request.output else { return nil }
    guard let schema = output.schema, schema.kind == .object else {
      try negotiation.warn(
        .translatedParameter,
        "This vendor cannot be held to JSON without a schema; the model was asked for it in words.")
      return nil
    }
    var dialect = AnthropicSchema()
    let written = dialect.rewrite(schema)
    if !dialect.losses.isEmpty {
      let some = dialect.losses.prefix(8).joined(separator: ", ")
      try negotiation.warn(
        .schemaChanged,
        "The schema was rewritten, since this vendor does not hold its models to \(some)"
          + "\(dialect.losses.count > 8 ? " and others" : "").")
    }
    format = ["type": "json_schema", "schema": written]
    return format
  }

  /// The tools and the choice among them.
  mutating func addTools() throws {
    if request.tools.isEmpty { return }
    var tools: [JSON] = []
    for tool in request.tools {
      var dialect = AnthropicSchema()
      let schema = dialect.rewrite(parameters: tool.parameters)
      if !dialect.losses.isEmpty {
        try negotiation.warn(
          .schemaChanged,
          "The parameters of tool '\(tool.name)' were rewritten: this vendor takes no "
            + "\(dialect.losses.joined(separator: ", ")) at their top.")
      }
      tools.append(
        .object([
          ("name", JSON(toolNames.name(for: tool.name))),
          ("description", JSON(optional: tool.description)), ("input_schema", schema),
        ]))
    }
    members.append(("tools", .array(tools)))
    if request.toolChoice == nil { return }
    if isForced, !traits.canForceTools {
      try negotiation.warn(
        .translatedParameter,
        "'\(negotiation.model.model)' cannot be made to call a tool; it was left to choose.")
      members.append(("tool_choice", ["type": "auto"]))
      return
    }
    switch request.toolChoice {
    case .auto: members.append(("tool_choice", ["type": "auto"]))
    case .some(.none): members.append(("tool_choice", ["type": "none"]))
    case .required: members.append(("tool_choice", ["type": "any"]))
    case .named(let name):
      members.append(
        ("tool_choice", ["type": "tool", "name": JSON(toolNames.name(for: name))]))
    case nil: break
    }
  }

  /// How much to think, and with it the effort and the form of the answer.
  mutating func addThinking(room: Int, lacksThinking: Bool) throws {
    if let wish = request.reasoning {
      let setting = AnthropicThinking.Setting(
        room: room, isForced: isForced && traits.canForceTools, lacksThinking: lacksThinking)
      try thinking.take(wish, in: setting, &negotiation)
    }
    members.append(("thinking", thinking.config))
    let config = JSON.object([
      ("effort", JSON(optional: thinking.effort)), ("format", format ?? .missing),
    ])
    if config.count > 0 { members.append(("output_config", config)) }
  }

  private var isForced: Bool {
    if request.tools.isEmpty { return false }
    switch request.toolChoice {
    case .required, .named: return true
    case .auto, .some(.none), nil: return false
    }
  }

  /// The numbers that steer the choice of words.
  mutating func addSampling() throws {
    let options = request.options
    // 1 is the vendor's default of both: models that refuse them take it, and it says nothing.
    let temperature = try restrained(options.temperature == 1 ? nil : options.temperature)
    members.append(("temperature", JSON(optional: temperature)))
    var topP = options.topP == 1 ? nil : options.topP
    if topP != nil, temperature != nil {
      try negotiation.warn(
        .droppedParameter, "Option 'topP' was left out: this vendor takes it or 'temperature'.")
      topP = nil
    }
    if let value = topP, value < 0.95, thinking.isOn, !negotiation.model.rejects.contains(.topP) {
      topP = nil
      try negotiation.warn(
        .droppedParameter, "Option 'topP' was left out: with thinking it must be 0.95 or more.")
    }
    members.append(("top_p", JSON(optional: try negotiation.accept(.topP, topP))))
    var topK = try negotiation.accept(.topK, options.topK)
    if topK != nil, thinking.isOn {
      topK = nil
      try negotiation.warn(
        .droppedParameter, "Option 'topK' was left out: it cannot be combined with thinking.")
    }
    members.append(("top_k", JSON(optional: topK)))
    try addStop()
    try negotiation.refuse(.seed, options.seed)
    // A penalty of 0 is none.
    try negotiation.refuse(
      .frequencyPenalty, options.frequencyPenalty == 0 ? nil : options.frequencyPenalty)
    try negotiation.refuse(
      .presencePenalty, options.presencePenalty == 0 ? nil : options.presencePenalty)
    try negotiation.refuse(.countPenalty, options.countPenalty == 0 ? nil : options.countPenalty)
  }

  /// The temperature that is sent: 0 to 1, and not with thinking.
  private mutating func restrained(_ value: Double?) throws -> Double? {
    guard let value = try negotiation.accept(.temperature, value) else { return nil }
    if thinking.isOn {
      try negotiation.warn(
        .droppedParameter,
        "Option 'temperature' was left out: it cannot be combined with thinking.")
      return nil
    }
    let bounded = min(max(value, 0), 1)
    if bounded != value {
      try negotiation.warn(
        .clampedParameter, "Option 'temperature' was brought from \(value) to \(bounded).")
    }
    return bounded
  }

  /// Texts of white space alone are refused by the vendor.
  private mutating func addStop() throws {
    guard
      let texts = try negotiation.accept(
        .stop, request.options.stop.isEmpty ? nil : request.options.stop)
    else { return }
    let sent = texts.filter { !AnthropicText.isBlank($0) }
    if sent.count < texts.count {
      try negotiation.warn(
        .droppedParameter,
        "A text that ends the answer was left out: this vendor takes none of white space alone.")
    }
    if !sent.isEmpty { members.append(("stop_sequences", .array(sent.map { JSON($0) }))) }
  }
}
