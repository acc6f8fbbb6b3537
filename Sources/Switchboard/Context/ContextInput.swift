public import SwitchboardCore

/// What a conversation knows beside its request, for who plans what is sent of it.
public struct ContextInput: Sendable {
  /// The messages that every plan keeps, by their places in the request.
  ///
  /// A message of the user stays alone; any other stays with the whole turn that it belongs to, since
  /// it cannot stand without it.
  public var pinned: Set<Int>

  /// The summaries that exist of the beginning.
  public var summaries: [ContextSummary]

  /// What is left out; `nil` is the router's own policy.
  public var policy: ContextPolicy?

  /// The prompt tokens of the whole request, where its vendor counted them; `nil` estimates.
  public var promptTokens: Int?

  /// What the conversation remembers of earlier plans; `nil` reads everything that is kept anew.
  public var memo: ContextMemo?

  /// Creates an input; without arguments nothing is pinned and there are no summaries.
  public init(
    pinned: Set<Int> = [], summaries: [ContextSummary] = [], policy: ContextPolicy? = nil,
    promptTokens: Int? = nil, memo: ContextMemo? = nil
  ) {
    self.pinned = pinned
    self.summaries = summaries
    self.policy = policy
    self.promptTokens = promptTokens
    self.memo = memo
  }
}

/// A text that can stand for the first messages of a conversation.
public struct ContextSummary: Hashable, Sendable {
  /// How many messages it stands for, counted from the first.
  public var covers: Int

  /// What they said.
  public var text: String

  /// Creates a summary.
  public init(covers: Int, text: String) {
    self.covers = covers
    self.text = text
  }

  /// The message that is sent in place of those it covers.
  ///
  /// It is the user's, which every vendor takes as the first: as instructions it would give what was
  /// only said the weight of what was ordered.
  public var message: Message { .user("<summary>\n\(text)\n</summary>") }
}
