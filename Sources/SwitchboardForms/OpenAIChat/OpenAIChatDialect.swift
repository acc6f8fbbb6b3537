public import SwitchboardCore

/// How one vendor's chat completions differ from OpenAI's.
///
/// The form is OpenAI's (platform.openai.com/docs/api-reference/chat); the vendors that took it over
/// changed some words.
public struct OpenAIChatDialect: Sendable, Hashable {
  /// How a vendor is told how much to think.
  public enum ReasoningField: Sendable, Hashable {
    /// `reasoning_effort` with a word.
    case effort
    /// OpenRouter's `reasoning` object with a word or a number of tokens.
    case object
    /// Not at all.
    case none
  }

  /// The member that holds the longest answer.
  public var maxTokens: String

  /// Whether the vendor sends usage in a stream only when `stream_options` asks for it.
  public var asksForUsage: Bool

  /// Options beyond OpenAI's own, with the names of their members.
  public var extraParameters: [ChatParameter: String]

  /// Options of OpenAI's own that the vendor refuses for all its models.
  public var refuses: Set<ChatParameter>

  /// The member that holds the seed.
  public var seed: String

  /// How the vendor is told how much to think.
  public var reasoning: ReasoningField

  /// The word for the least that the model can think; `nil` when it can do without.
  public var leastEffort: String?

  /// Which tool-call ids the vendor allows.
  public var callIDs: CallIDs.Rule

  /// The word that demands a tool call.
  public var requiredTool: String

  /// The most texts that may end an answer.
  public var stopCount: Int

  /// Whether the vendor can be given documents.
  public var takesDocuments: Bool

  /// Whether instructions may stand behind the first words of the user.
  public var takesLaterSystem: Bool

  /// Where the vendor says what an answer cost; `nil` when it does not.
  public var reportedCost: ReportedCost?

  /// Creates a dialect; the defaults are what most vendors take.
  public init(
    maxTokens: String = "max_tokens", asksForUsage: Bool = true,
    extraParameters: [ChatParameter: String] = [:], refuses: Set<ChatParameter> = [],
    seed: String = "seed", reasoning: ReasoningField = .effort,
    leastEffort: String? = nil,
    callIDs: CallIDs.Rule = CallIDs.Rule(others: "_-", lengths: 1...64),
    requiredTool: String = "required", stopCount: Int = 4, takesDocuments: Bool = true,
    takesLaterSystem: Bool = true, reportedCost: ReportedCost? = nil
  ) {
    self.maxTokens = maxTokens
    self.asksForUsage = asksForUsage
    self.extraParameters = extraParameters
    self.refuses = refuses
    self.seed = seed
    self.reasoning = reasoning
    self.leastEffort = leastEffort
    self.callIDs = callIDs
    self.requiredTool = requiredTool
    self.stopCount = stopCount
    self.takesDocuments = takesDocuments
    self.takesLaterSystem = takesLaterSystem
    self.reportedCost = reportedCost
  }

  /// OpenAI's own: `max_tokens` is deprecated there, and ids have at most 40 characters.
  public static let openAI = OpenAIChatDialect(
    maxTokens: "max_completion_tokens", callIDs: CallIDs.Rule(others: "_-", lengths: 1...40))
}
