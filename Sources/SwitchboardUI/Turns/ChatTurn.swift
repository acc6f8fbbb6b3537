public import Switchboard
public import SwitchboardCore

/// What is told of the last turn: who answered, and what it took.
public struct ChatTurn: Sendable {
  /// Who answered; `nil` when nobody did.
  public var origin: Origin?

  /// Why the answer ended; `nil` for pictures and for what did not end well.
  public var finish: FinishReason?

  /// The tokens; `nil` when the vendor said nothing.
  public var usage: Usage?

  /// What the answer cost; failed calls before it stand in ``attempts``.
  public var cost: Cost

  /// What changed on the way.
  public var warnings: [Warning]

  /// How long it took.
  public var timing: Timing?

  /// The words that a vendor of pictures painted from, when it rewrote them.
  public var revisedPrompt: String?

  /// Who was considered, and why one was chosen; `nil` when that is not known.
  public var decision: Decision?

  /// Every call that was made.
  public var attempts: [Attempt]

  init(_ answer: RoutedReply) {
    origin = answer.reply.origin
    finish = answer.reply.finish
    usage = answer.reply.usage
    cost = answer.reply.cost ?? .unknown
    warnings = answer.reply.warnings
    timing = answer.reply.timing
    decision = answer.decision
    attempts = answer.attempts
  }

  init(_ answer: RoutedImages) {
    origin = answer.reply.origin
    usage = answer.reply.usage
    cost = answer.reply.cost ?? .unknown
    warnings = answer.reply.warnings
    timing = answer.reply.timing
    revisedPrompt = answer.reply.revisedPrompt
    decision = answer.decision
    attempts = answer.attempts
  }

  /// A turn that did not end well.
  init(decision: Decision?, attempts: [Attempt]) {
    let last = attempts.last
    origin = last?.origin
    usage = last?.usage
    cost = last?.cost ?? .unknown
    warnings = []
    timing = last?.timing
    self.decision = decision
    self.attempts = attempts
  }
}
