import SwitchboardEvaluation

extension Evaluation.Judgement {
  /// What the judge said, in words.
  func words(_ variants: [Evaluation.Variant]) -> String {
    let (one, other) = (variants[first].name, variants[second].name)
    let said =
      switch verdict {
      case .first: "\(one) is better than \(other)"
      case .second: "\(other) is better than \(one)"
      case .tie: "\(one) and \(other) are as good"
      case .inconsistent: "\(one) or \(other), by the order in which they were shown: a tie"
      case .nonsense: "no verdict on \(one) and \(other)"
      }
    return "\(judge): \(said)" + (reason.map { ". \($0)" } ?? "")
  }
}
