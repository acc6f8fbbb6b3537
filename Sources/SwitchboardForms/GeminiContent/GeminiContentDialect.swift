/// How one model differs in what it takes of the Gemini form.
///
/// The form is one (ai.google.dev/api/generate-content); what is refused and what is demanded changed
/// from one generation of models to the next.
public struct GeminiContentDialect: Sendable, Hashable {
  /// How a model is told how much to think (ai.google.dev/gemini-api/docs/thinking).
  public enum Thinking: Sendable, Hashable {
    /// `thinkingBudget`: a number of tokens in a range, or 0 where thinking can be turned off.
    case budget(ClosedRange<Int>, canBeOff: Bool)
    /// `thinkingLevel`: one of these words, from little to much.
    case level([String])
    /// Not at all.
    case none
  }

  /// How the model is told how much to think.
  public var thinking: Thinking

  /// Whether the first call of a turn must carry a thought signature, also when it is not the
  /// model's own (ai.google.dev/gemini-api/docs/thought-signatures).
  public var demandsSignatures: Bool

  /// Whether results of tools may hold media
  /// (ai.google.dev/gemini-api/docs/function-calling, "Multimodal function responses").
  public var takesMediaInResults: Bool

  /// Whether the last words must be the user's
  /// (ai.google.dev/gemini-api/docs/whats-new-gemini-3.6, "Prefilled model turns").
  public var endsWithUser: Bool

  /// Whether tools and a form for the answer may be asked for together
  /// (ai.google.dev/gemini-api/docs/structured-output, "Structured outputs with tools").
  public var takesFormatBesideTools: Bool

  /// Creates a dialect; the defaults are those of the newest models.
  public init(
    thinking: Thinking = .level(["low", "medium", "high"]), demandsSignatures: Bool = true,
    takesMediaInResults: Bool = true, endsWithUser: Bool = true,
    takesFormatBesideTools: Bool = true
  ) {
    self.thinking = thinking
    self.demandsSignatures = demandsSignatures
    self.takesMediaInResults = takesMediaInResults
    self.endsWithUser = endsWithUser
    self.takesFormatBesideTools = takesFormatBesideTools
  }

  /// Which names of tools are taken: a letter or `_` first, then letters, digits and `_ . : -`, 128
  /// in all (ai.google.dev/api/caching, "FunctionDeclaration").
  static let toolNames = ToolNames.Rule(others: "_.:-", length: 128, startsWithLetter: true)

  /// The most texts that may end an answer (ai.google.dev/api/generate-content, "stopSequences").
  static let stopCount = 5

  /// The largest request, in bytes of its JSON: 20 MB
  /// (ai.google.dev/gemini-api/docs/image-understanding, "Passing inline image data").
  public static let requestBytes = 20 << 20
}
