/// The record of one call to a vendor, however it ended.
public struct Attempt: Sendable {
  /// How a call ended.
  public enum Outcome: String, Hashable, Sendable {
    /// With a whole answer.
    case reply
    /// With a failure.
    case failed
    /// By the caller's wish.
    case cancelled
    /// Another call was quicker.
    case hedgeLost
  }

  /// 1 for the first call of a request.
  public var number: Int

  /// Who was asked.
  public var origin: Origin

  /// How it ended.
  public var outcome: Outcome

  /// Why it failed.
  public var error: SwitchboardError?

  /// The tokens, where known.
  public var usage: Usage?

  /// What it cost.
  public var cost: Cost?

  /// How long it took.
  public var timing: Timing

  /// When it started, in seconds since 1970 (UTC).
  public var startedAt: Double

  /// Creates a record.
  public init(
    number: Int, origin: Origin, outcome: Outcome, error: SwitchboardError? = nil,
    usage: Usage? = nil, cost: Cost? = nil, timing: Timing, startedAt: Double
  ) {
    self.number = number
    self.origin = origin
    self.outcome = outcome
    self.error = error
    self.usage = usage
    self.cost = cost
    self.timing = timing
    self.startedAt = startedAt
  }
}
