import SwitchboardCore

/// Writes what a Converse request holds beside its messages.
struct ConverseFields {
  private(set) var negotiation: Negotiation
  /// `inferenceConfig`.
  private(set) var inference: JSON = [:]
  /// `additionalModelRequestFields`.
  private(set) var additional: JSON = [:]
  /// `outputConfig`.
  private(set) var output: JSON = [:]

  private let id: BedrockModelID
  private let traits: ConverseTraits
  /// What cannot be said to a model that thinks.
  private var unsaid: Set<String> = []
  private var leastTopP = 0.0

  init(id: BedrockModelID, traits: ConverseTraits, negotiation: Negotiation) {
    self.id = id
    self.traits = traits
    self.negotiation = negotiation
  }

  // MARK: - Thinking

  /// How much to think; sampling is added after it, since thinking bounds it.
  mutating func addThinking(_ request: ChatRequest, _ messages: [JSON]) throws {
    let wish = request.reasoning
    switch traits.thinking {
    case .claude(let traits):
      try addClaude(wish, traits, request, messages)
    case .none:
      guard let wish, !wish.isOff else { return }
      try negotiation.warn(
        .droppedParameter, "'\(id.id)' cannot be told how much to think; the wish was left out.")
    case .nova:
      guard let wish else { return }
      let level = try level(wish)
      if level == .none {
        additional["reasoningConfig"] = ["type": "disabled"]
        return
      }
      additional["reasoningConfig"] = [
        "type": "enabled", "maxReasoningEffort": JSON(level.rawValue),
      ]
      // Amazon Nova 2 Developer Guide, "Extended thinking": these are left to the model then.
      if level == .high { unsaid = ["maxTokens", "temperature", "topP"] }
    case .effort:
      guard let wish else { return }
      var level = try level(wish)
      if level == .none {
        level = .low
        try negotiation.warn(
          .translatedParameter, "'\(id.id)' always thinks; it was asked for the effort 'low'.")
      }
      additional["reasoning_effort"] = JSON(level.rawValue)
    }
  }

  private mutating func addClaude(
    _ wish: ReasoningEffort?, _ traits: AnthropicModelTraits, _ request: ChatRequest,
    _ messages: [JSON]
  ) throws {
    var thinking = AnthropicThinking(traits)
    if let wish {
      let setting = AnthropicThinking.Setting(
        room: request.options.maxOutputTokens ?? negotiation.model.maxOutput ?? .max,
        isForced: Self.isForced(request), lacksThinking: Self.lacksThinking(messages))
      try thinking.take(wish, in: setting, &negotiation)
    }
    additional["thinking"] = thinking.config
    output["effort"] = JSON(optional: thinking.effort)
    if thinking.isOn { unsaid = ["temperature", "topK"] }
    leastTopP = thinking.isOn ? 0.95 : 0
  }

  private static func isForced(_ request: ChatRequest) -> Bool {
    switch request.toolChoice {
    case .required, .named: !request.tools.isEmpty
    case .auto, .some(.none), nil: false
    }
  }

  /// Whether the results that are last answer calls of a turn that did not begin with thinking.
  private static func lacksThinking(_ messages: [JSON]) -> Bool {
    messages.count > 1 && messages.last?["content"][0]["toolResult"].exists == true
      && !messages[messages.count - 2]["content"][0]["reasoningContent"].exists
  }

  private mutating func level(_ wish: ReasoningEffort) throws -> ReasoningEffort.Level {
    switch wish {
    case .effort(let level): return level
    case .budget(let tokens):
      let level: ReasoningEffort.Level =
        tokens <= 0 ? .none : tokens <= 2048 ? .low : tokens <= 8192 ? .medium : .high
      try negotiation.warn(
        .translatedParameter,
        "A budget of \(tokens) tokens of thinking was sent as the effort '\(level.rawValue)'.")
      return level
    }
  }

  // MARK: - Sampling

  /// Bedrock API Reference, InferenceConfiguration: temperature and top-p lie between 0 and 1.
  mutating func add(_ options: ChatOptions) throws {
    inference["maxTokens"] = JSON(
      optional: try say("maxTokens", options.maxOutputTokens.map { max($0, 1) }))
    let isClaude = id.publisher == "anthropic"
    // 1 is Claude's default of both: models that refuse them take it unsaid.
    let temperature = isClaude && options.temperature == 1 ? nil : options.temperature
    var topP = isClaude && options.topP == 1 ? nil : options.topP
    if isClaude, topP != nil, temperature != nil {
      topP = nil
      try negotiation.warn(
        .droppedParameter, "Option 'topP' was left out: Claude takes it or 'temperature'.")
    }
    if let value = topP, value < leastTopP {
      topP = nil
      try negotiation.warn(
        .droppedParameter, "Option 'topP' was left out: with thinking it must be 0.95 or more.")
    }
    try addBounded(.temperature, temperature)
    try addBounded(.topP, topP)
    try addStop(options.stop, isClaude)
    try addition(.topK, options.topK.map { JSON($0) })
    try addition(.seed, options.seed.map { JSON($0) })
    func penalty(_ value: Double?) -> JSON? {
      // A penalty of 0 is none.
      guard let value, value != 0 else { return Optional.none }
      return JSON(value)
    }
    try addition(.frequencyPenalty, penalty(options.frequencyPenalty))
    try addition(.presencePenalty, penalty(options.presencePenalty))
    try addition(.countPenalty, penalty(options.countPenalty))
  }

  private mutating func addBounded(_ parameter: ChatParameter, _ value: Double?) throws {
    guard let value = try say(parameter.rawValue, negotiation.accept(parameter, value)) else {
      return
    }
    let bounded = value.isNaN ? 0 : min(max(value, 0), 1)
    if bounded != value {
      try negotiation.warn(
        .clampedParameter,
        "Option '\(parameter.rawValue)' was brought from \(value) to \(bounded).")
    }
    inference[parameter.rawValue] = JSON(bounded)
  }

  /// The value of an option, or `nil` with a warning when it must be left to a model that thinks.
  private mutating func say<Value>(_ name: String, _ value: Value?) throws -> Value? {
    guard value != nil, unsaid.contains(name) else { return value }
    try negotiation.warn(
      .droppedParameter, "Option '\(name)' was left out: it cannot be combined with thinking.")
    return nil
  }

  /// Claude refuses texts of white space alone (platform.claude.com/docs/en/api/messages).
  private mutating func addStop(_ stop: [String], _ isClaude: Bool) throws {
    guard let texts = try negotiation.accept(.stop, stop.isEmpty ? nil : stop) else { return }
    let sent = texts.filter { isClaude ? !ConverseMessages.isBlank($0) : !$0.isEmpty }
    if sent.count < texts.count {
      try negotiation.warn(
        .droppedParameter,
        "A text that ends the answer was left out: the model takes none of white space alone.")
    }
    if !sent.isEmpty { inference["stopSequences"] = .array(sent.map { JSON($0) }) }
  }

  private mutating func addition(_ parameter: ChatParameter, _ value: JSON?) throws {
    if parameter == .topK, id.base.hasPrefix("amazon.nova") {
      // Amazon Nova User Guide, "Complete request schema".
      if let value { additional["inferenceConfig"] = ["topK": value] }
    } else if let name = traits.additional[parameter.rawValue] {
      let value = try say(parameter.rawValue, negotiation.accept(parameter, value))
      additional[name] = value ?? .missing
    } else {
      try negotiation.refuse(parameter, value)
    }
  }

  // MARK: - Form of the answer

  /// Bedrock API Reference, OutputConfig; the schema travels as text.
  mutating func add(_ format: OutputFormat, system: inout [JSON]) throws {
    guard let schema = format.schema, !negotiation.model.cannot.contains(.structuredOutput) else {
      let schema = format.schema.map { " of this JSON Schema:\n\($0.text)" } ?? "."
      try negotiation.warn(
        .translatedParameter, "The form of the answer was asked for in words.")
      return system.append(["text": JSON("Answer with a JSON value alone\(schema)")])
    }
    var rewriter = AnthropicSchema()
    let sent = id.publisher == "anthropic" ? rewriter.rewrite(schema) : schema
    if !rewriter.losses.isEmpty {
      try negotiation.warn(
        .schemaChanged, "The vendor does not hold to: \(rewriter.losses.joined(separator: ", ")).")
    }
    output["textFormat"] = [
      "type": "json_schema",
      "structure": [
        "jsonSchema": ["schema": JSON(sent.text), "name": JSON(format.name ?? "answer")]
      ],
    ]
  }

  // MARK: - Tools

  /// `toolConfig` must stand wherever tool blocks do: tools that only the history knows are declared
  /// by name.
  mutating func tools(
    _ request: ChatRequest, _ names: ToolNames, _ messages: [JSON]
  ) throws -> JSON {
    var called: [String] = []
    for message in messages {
      for block in message["content"].elements {
        guard let name = block["toolUse"]["name"].string, !called.contains(name) else { continue }
        called.append(name)
      }
    }
    if request.toolChoice == ToolChoice.none, called.isEmpty { return .missing }
    var tools = request.tools.map { tool -> JSON in
      let description = tool.description.flatMap { $0.isEmpty ? nil : $0 }
      return Self.tool(names.name(for: tool.name), description, tool.parameters)
    }
    let declared = Set(request.tools.map { names.name(for: $0.name) })
    for name in called where !declared.contains(name) {
      tools.append(Self.tool(name, nil, ["type": "object", "properties": [:]]))
    }
    if tools.isEmpty { return .missing }
    return .object([("tools", .array(tools)), ("toolChoice", try choice(request, names))])
  }

  private mutating func choice(_ request: ChatRequest, _ names: ToolNames) throws -> JSON {
    let canForce: Bool
    if case .claude(let traits) = traits.thinking {
      canForce = traits.canForceTools
    } else {
      canForce = !negotiation.model.cannot.contains(.toolChoice)
    }
    switch request.toolChoice {
    // Not every model takes the field, and this is what it does unasked.
    case nil, .auto: return .missing
    case .some(.none):
      try negotiation.warn(
        .droppedParameter, "Converse cannot be told to call no tool; the wish was left out.")
      return .missing
    case .required, .named:
      guard canForce else {
        try negotiation.warn(
          .droppedParameter, "'\(id.id)' cannot be made to call a tool; the demand was left out.")
        return .missing
      }
      if case .named(let tool) = request.toolChoice {
        return ["tool": ["name": JSON(names.name(for: tool))]]
      }
      return ["any": [:]]
    }
  }

  private static func tool(_ name: String, _ description: String?, _ schema: JSON) -> JSON {
    var schema = schema.kind == .object ? schema : [:]
    if !schema["type"].exists { schema["type"] = "object" }
    return [
      "toolSpec": .object([
        ("name", JSON(name)), ("description", JSON(optional: description)),
        ("inputSchema", ["json": schema]),
      ])
    ]
  }
}
