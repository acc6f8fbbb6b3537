import Switchboard
import SwitchboardCore

/// How a piece of work ended.
struct ChatOutcome: Sendable {
  /// What is told of the turn; `nil` when nobody was asked.
  var turn: ChatTurn?

  /// What went wrong.
  var failure: SwitchboardError?

  /// Whether a whole answer came.
  var isWhole = false

  /// Whether it could not be stored, or not be found again.
  var isUnsaved = false

  /// The conversation afterwards; `nil` when it could not be read.
  var view: ConversationSnapshot?

  /// Notes what went wrong first; being stopped is no failure.
  mutating func note(_ error: any Error) {
    if failure != nil || error is CancellationError { return }
    failure =
      error as? SwitchboardError
      ?? SwitchboardError(.server, String(describing: error), underlying: error)
  }
}
