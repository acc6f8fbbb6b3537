public import SwitchboardCore

/// How one vendor's Responses differ from OpenAI's.
///
/// The form is OpenAI's (platform.openai.com/docs/api-reference/responses); servers that took it
/// over lack some of it.
public struct OpenAIResponsesDialect: Sendable, Hashable {
  /// Whether the vendor hands out its thinking encrypted when `include` asks for it.
  ///
  /// Only so can it go on with its own thoughts, since nothing is stored there.
  public var encryptsReasoning: Bool

  /// The word for the least that the model can think; `nil` when it can do without.
  public var leastEffort: String?

  /// Options beyond OpenAI's own, with the names of their members.
  public var extraParameters: [ChatParameter: String]

  /// Options that the vendor refuses for all its models.
  public var refuses: Set<ChatParameter>

  /// Which call ids the vendor allows.
  public var callIDs: CallIDs.Rule

  /// Whether the vendor can be given documents.
  public var takesDocuments: Bool

  /// The smallest number that `max_output_tokens` may hold.
  public var leastOutputTokens: Int

  /// Where the vendor says what an answer cost; `nil` when it does not.
  public var reportedCost: ReportedCost?

  /// Creates a dialect; the defaults are what most vendors take.
  public init(
    encryptsReasoning: Bool = false, leastEffort: String? = nil,
    extraParameters: [ChatParameter: String] = [:], refuses: Set<ChatParameter> = [],
    callIDs: CallIDs.Rule = CallIDs.Rule(others: "_-", lengths: 1...64),
    takesDocuments: Bool = true, leastOutputTokens: Int = 1, reportedCost: ReportedCost? = nil
  ) {
    self.encryptsReasoning = encryptsReasoning
    self.leastEffort = leastEffort
    self.extraParameters = extraParameters
    self.refuses = refuses
    self.callIDs = callIDs
    self.takesDocuments = takesDocuments
    self.leastOutputTokens = leastOutputTokens
    self.reportedCost = reportedCost
  }

  /// OpenAI's own, which refuses `max_output_tokens` below 16.
  public static let openAI = OpenAIResponsesDialect(
    encryptsReasoning: true, leastOutputTokens: 16)
}
