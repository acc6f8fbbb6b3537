/// How a platform's Messages API differs from the vendor's own.
///
/// The form is Anthropic's (platform.claude.com/docs/en/api/messages); the clouds that serve the
/// same models leave some of it out.
public struct AnthropicMessagesDialect: Sendable, Hashable {
  /// Whether media may be given by address; Amazon Bedrock and Google Cloud take bytes alone
  /// (platform.claude.com/docs/en/build-with-claude/vision).
  public var takesAddresses: Bool

  /// Whether instructions may stand between the turns, for the models that know them
  /// (platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages).
  public var takesSystemBetweenTurns: Bool

  /// Whether the first turn must be the user's.
  public var startsWithUser: Bool

  /// Creates a dialect; the defaults are the vendor's own.
  public init(
    takesAddresses: Bool = true, takesSystemBetweenTurns: Bool = true, startsWithUser: Bool = false
  ) {
    self.takesAddresses = takesAddresses
    self.takesSystemBetweenTurns = takesSystemBetweenTurns
    self.startsWithUser = startsWithUser
  }
}
