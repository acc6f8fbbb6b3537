import SwitchboardCore

extension Usage {
  /// What an answer that broke off has used, reckoned where the vendor had not counted yet.
  ///
  /// Vendors count at the end; what they say at the start is the prompt and next to nothing generated,
  /// which must not pass for the whole.
  ///
  /// - Parameters:
  ///   - counted: What the vendor said until then.
  ///   - sent: The prompt tokens as they were reckoned.
  ///   - message: What had come of the answer.
  ///   - profile: How the model's tokens are reckoned.
  /// - Returns: The usage, estimated.
  static func unfinished(
    _ counted: Usage?, sent: Int, message: Message, profile: TokenProfile?
  ) -> Usage {
    let profile = profile ?? .unknown
    var usage = counted ?? Usage()
    usage.input = usage.input ?? sent
    // The frame of a message is no part of an answer.
    let said = PromptMeasure(of: message).tokens(profile) - profile.perMessage
    usage.output = max(usage.output ?? 0, said)
    usage.source = .estimated
    usage.reportedCost = nil
    return usage
  }
}
