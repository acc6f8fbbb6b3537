import SwitchboardCore

/// How a request tells the model to think: `thinking`, and `output_config.effort`
/// (platform.claude.com/docs/en/build-with-claude/thinking, …/extended-thinking, …/effort).
struct AnthropicThinking {
  /// The member `thinking`; missing leaves the model its default.
  private(set) var config: JSON = .missing

  /// The word of `output_config.effort`.
  private(set) var effort: String?

  /// Whether the model thinks in this answer; sampling is then restricted.
  private(set) var isOn: Bool

  /// The fewest tokens of a budget.
  static let least = 1024

  private let traits: AnthropicModelTraits

  init(_ traits: AnthropicModelTraits) {
    self.traits = traits
    self.isOn = traits.thinksUnasked
  }

  /// The tokens that a wish needs beside the answer.
  static func budget(of wish: ReasoningEffort?) -> Int {
    switch wish {
    case .budget(let tokens): max(0, tokens)
    case .effort(.low): 2048
    case .effort(.medium): 8192
    case .effort(.high): 16_384
    case .effort(.none), nil: 0
    }
  }

  /// What of a request bears on thinking.
  struct Setting {
    /// The longest answer, thinking included.
    var room: Int
    /// Whether a tool call is demanded.
    var isForced: Bool
    /// Whether the model is in the middle of calls that it began without thinking.
    var lacksThinking: Bool
  }

  /// Takes the caller's wish.
  mutating func take(
    _ wish: ReasoningEffort, in setting: Setting, _ negotiation: inout Negotiation
  ) throws {
    let budget = Self.budget(of: wish)
    if budget == 0 { return try turnOff(&negotiation) }
    guard traits.thinking != .none, !negotiation.model.cannot.contains(.reasoning) else {
      return try negotiation.warn(
        .droppedParameter,
        "'\(negotiation.model.model)' does not think; the wish for it was left out.")
    }
    let isBudget: Bool
    switch (traits.thinking, wish) {
    case (.budget, .effort(let level)):
      isBudget = true
      try negotiation.warn(
        .translatedParameter,
        "The effort '\(level.rawValue)' was sent as a budget of \(budget) tokens of thinking.")
    case (.budget, .budget), (.either, .budget):
      isBudget = true
    case (.adaptive, .budget):
      isBudget = false
      effort = budget <= 2048 ? "low" : budget <= 8192 ? "medium" : "high"
      try negotiation.warn(
        .translatedParameter,
        "A budget of \(budget) tokens of thinking was sent as the effort '\(effort ?? "")'.")
    case (_, .effort(let level)):
      isBudget = false
      effort = level.rawValue
    case (.none, .budget):
      isBudget = false
    }
    if setting.isForced {
      // Those that think unasked do what they do; `thinking` beside a demanded call is refused.
      if traits.thinksUnasked { return }
      return try negotiation.warn(
        .droppedParameter,
        "Thinking was not asked for: a model of this vendor that must call a tool does not think.")
    }
    if isBudget {
      try setBudget(budget, in: setting, &negotiation)
    } else {
      // Newer models leave the words of their thinking out unless they are asked for them.
      config = ["type": "adaptive", "display": "summarized"]
      isOn = true
    }
  }

  private mutating func setBudget(
    _ wished: Int, in setting: Setting, _ negotiation: inout Negotiation
  ) throws {
    // "Expected `thinking`, but found `tool_use`": a turn is thought through from its start.
    if setting.lacksThinking {
      return try negotiation.warn(
        .droppedParameter,
        "Thinking was not asked for: the calls that are being answered were made without it.")
    }
    let room = setting.room
    guard room > Self.least else {
      return try negotiation.warn(
        .droppedParameter,
        "Thinking was not asked for: it needs more than \(Self.least) tokens of output, and "
          + "\(room) are allowed.")
    }
    let budget = min(max(wished, Self.least), room - 1)
    if budget != wished {
      try negotiation.warn(
        .clampedParameter,
        "The budget of \(wished) tokens of thinking was brought to \(budget): it must be at least "
          + "\(Self.least) and less than the \(room) tokens of output.")
    }
    config = ["type": "enabled", "budget_tokens": JSON(budget)]
    isOn = true
  }

  private mutating func turnOff(_ negotiation: inout Negotiation) throws {
    switch traits.quiet {
    case _ where traits.thinking == .none: break
    case .unasked: break
    case .disabled: config = ["type": "disabled"]
    case .betweenTools: config = ["type": "between_tools"]
    case .never:
      effort = "low"
      return try negotiation.warn(
        .translatedParameter,
        "'\(negotiation.model.model)' always thinks; it was asked for the effort 'low'.")
    }
    isOn = false
  }
}
