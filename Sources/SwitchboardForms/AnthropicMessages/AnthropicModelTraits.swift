/// What a model of the form must be told, or cannot be told, read from its name on 2026-11-30.
///
/// The clouds serve the same models under longer names (`us.anthropic.claude-opus-4-8`,
/// `claude-haiku-4-5@20251001`), so the name is looked for inside the id. Sources, all under
/// platform.claude.com/docs/en: build-with-claude/thinking-troubleshooting (which thinking a model
/// rejects), build-with-claude/effort, build-with-claude/mid-conversation-system-messages,
/// models/opus-5-5/whats-new-opus-5-5, models/sonnet-5-5/whats-new-sonnet-5-5,
/// models/haiku-5-5/whats-new-haiku-5-5.
struct AnthropicModelTraits: Sendable, Hashable {
  /// How a model is told to think.
  enum Thinking: Sendable, Hashable {
    /// It does not think.
    case none
    /// With a number of tokens.
    case budget
    /// With a number of tokens or by itself.
    case either
    /// By itself alone, steered by `effort`.
    case adaptive
  }

  /// How a model is told not to think.
  enum Quiet: Sendable, Hashable {
    /// It does not think unless it is told to.
    case unasked
    /// `thinking.type` is `disabled`.
    case disabled
    /// `thinking.type` is `between_tools`: short notes between calls remain.
    case betweenTools
    /// It always thinks.
    case never
  }

  var thinking: Thinking
  var quiet: Quiet
  /// Whether `role: system` may stand between the turns.
  var takesSystem = false
  /// Whether a tool call can be demanded.
  var canForceTools = true
  /// Whether it goes on from an assistant's unfinished turn.
  var continuesAssistant = false
  /// Whether its thinking is of use to the account alone that it was made for.
  var bindsThinkingToAccount = false

  /// Whether it thinks when nothing is said of thinking.
  var thinksUnasked: Bool { thinking != .none && quiet != .unasked }

  init(
    _ thinking: Thinking, _ quiet: Quiet, takesSystem: Bool = false, canForceTools: Bool = true,
    continuesAssistant: Bool = false, bindsThinkingToAccount: Bool = false
  ) {
    self.thinking = thinking
    self.quiet = quiet
    self.takesSystem = takesSystem
    self.canForceTools = canForceTools
    self.continuesAssistant = continuesAssistant
    self.bindsThinkingToAccount = bindsThinkingToAccount
  }

  /// The traits of a model; the longest name that fits holds.
  ///
  /// A Claude that is not listed is taken for a new one, whatever else speaks the form for an old
  /// one.
  init(of model: String) {
    guard let start = model.firstRange(of: "claude-")?.lowerBound else {
      self.init(.budget, .unasked, continuesAssistant: true)
      return
    }
    let name = String(model[start...].map { $0 == "." ? "-" : $0 })
    let row = Self.table.filter { name.hasPrefix($0.name) }.max { $0.name.count < $1.name.count }
    self = row?.traits ?? Self(.adaptive, .never)
  }

  private static let always = Self(.adaptive, .never, takesSystem: true)
  private static let latest = Self(.adaptive, .never, takesSystem: true, canForceTools: false)
  private static let first = Self(.budget, .unasked, continuesAssistant: true)

  private static let table: [(name: String, traits: Self)] = [
    ("claude-fable-5", always), ("claude-fable-5-1", latest), ("claude-fable-5-2", latest),
    ("claude-mythos-5", always), ("claude-mythos-5-1", latest), ("claude-mythos-5-2", latest),
    ("claude-mythos-preview", Self(.either, .never)),
    ("claude-opus-5", Self(.adaptive, .disabled, takesSystem: true)),
    ("claude-opus-5-5", latest),
    ("claude-sonnet-5", Self(.adaptive, .disabled, takesSystem: true)),
    (
      "claude-sonnet-5-5",
      Self(
        .adaptive, .betweenTools, takesSystem: true, canForceTools: false,
        bindsThinkingToAccount: true)
    ),
    (
      "claude-haiku-5-5",
      Self(.adaptive, .disabled, takesSystem: true, bindsThinkingToAccount: true)
    ),
    ("claude-opus-4-8", Self(.adaptive, .unasked, takesSystem: true)),
    ("claude-opus-4-7", Self(.adaptive, .unasked)),
    ("claude-opus-4-6", Self(.either, .unasked)),
    ("claude-sonnet-4-6", Self(.either, .unasked)),
    ("claude-opus-4", first), ("claude-sonnet-4", first), ("claude-haiku-4", first),
    ("claude-3-7", first),
    ("claude-3", Self(.none, .unasked, continuesAssistant: true)),
    ("claude-2", Self(.none, .unasked, continuesAssistant: true)),
    ("claude-instant", Self(.none, .unasked, continuesAssistant: true)),
  ]
}
