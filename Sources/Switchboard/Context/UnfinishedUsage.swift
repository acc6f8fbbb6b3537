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
  ///   - message: What had come of the answer.
  /// - Returns: The usage, estimated.
  static func unfinished(
    _ counted: Usage?, of request: ChatRequest, message: Message
  ) -> Usage {
    var usage = counted ?? Usage()
    usage.input = usage.input ?? TokenEstimate.input(of: request)
    usage.output = max(usage.output ?? 0, TokenEstimate.parts(message.parts))
    usage.source = .estimated
    usage.reportedCost = nil
    return usage
  }
}
