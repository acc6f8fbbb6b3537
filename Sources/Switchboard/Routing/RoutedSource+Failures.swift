import SwitchboardCore

extension RoutedSource {
  /// A failure as the reader is told of it: with the target, and the deadline that passed.
  static func failure(
    _ error: any Error, phase: SwitchboardError.Phase?, _ target: Router.Target,
    _ deadlines: Deadlines
  ) -> SwitchboardError {
    var failure: SwitchboardError
    if let phase {
      failure = SwitchboardError(.timeout, sentence(phase, deadlines), phase: phase)
    } else if let violation = error as? StreamGrammar.Violation {
      failure = SwitchboardError(
        .decoding, "The vendor's answer is out of order: \(violation.description)",
        underlying: error)
    } else {
      failure =
        error as? SwitchboardError
        ?? SwitchboardError(.server, String(describing: error), underlying: error)
    }
    failure.vendor = failure.vendor ?? target.provider.id
    failure.model = failure.model ?? target.reference.model
    return failure
  }

  private static func sentence(_ phase: SwitchboardError.Phase, _ deadlines: Deadlines) -> String {
    switch phase {
    case .connect: "No connection within \(deadlines.connect)."
    case .firstToken: "The vendor sent no content within \(deadlines.firstToken)."
    case .idle: "The vendor fell silent for \(deadlines.idle)."
    case .total: "The answer was not whole within \(deadlines.total)."
    }
  }
}
