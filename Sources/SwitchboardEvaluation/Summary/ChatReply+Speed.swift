public import SwitchboardCore

extension ChatReply {
  /// All tokens that were generated, thinking among them, by the seconds from the call to its end;
  /// `nil` where one of the two is unknown.
  ///
  /// The time to the first token counts, since a model that thinks generates before its first content.
  public var tokensPerSecond: Double? {
    guard let output = usage?.output, let total = timing?.total, total > .zero else { return nil }
    return Double(output) / total.seconds
  }
}
