import SwitchboardCore

extension Usage {
  /// What an answer that broke off has used, reckoned where the vendor had not counted yet.
  ///
  /// Vendors count at the end; what they say at the start is the prompt and next to nothing generated,
  /// which must not pass for the whole.
  ///
  /// - Parameters:
  ///   - counted: What the vendor said until then.
  ///   - request: What was asked.
  ///   - facts: What is known of the model.
  ///   - message: What had come of the answer.
  /// - Returns: The usage, estimated.
  static func unfinished(
    _ counted: Usage?, of request: ChatRequest, _ facts: ModelDescriptor, message: Message
  ) -> Usage {
    var usage = counted ?? Usage()
    let estimator = TokenEstimator()
    usage.input = usage.input ?? estimator.input(of: request, for: facts)
    // What was generated has no frame yet, as a message of a prompt has.
    let frame = estimator.message(Message(role: .assistant, parts: []), profile: facts.tokens)
    let generated = estimator.message(message, profile: facts.tokens) - frame
    usage.output = max(usage.output ?? 0, generated)
    usage.source = .estimated
    usage.reportedCost = nil
    return usage
  }
}
