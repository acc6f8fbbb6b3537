public import SwitchboardCore

/// What becomes of a conversation that is longer than a model's window.
public struct ContextPolicy: Hashable, Sendable {
  /// What is left out.
  public enum Strategy: Hashable, Sendable {
    /// The oldest turns, as many as must.
    case dropOldest
    /// All but the newest turns, the one that is to be answered among them; at least 1. When these
    /// are still too long, the oldest of them too.
    case slidingTurns(Int)
    /// The oldest turns; a summary that the caller has stands for them.
    case summarise
    /// Nothing: what does not fit is refused.
    case fail
  }

  /// What is left out.
  public var strategy: Strategy

  /// The tokens that are kept free for an answer whose length the request leaves open; at least 1.
  ///
  /// The request's own wish wins, and the model's longest answer caps both.
  public var reserveOutput: Int

  /// The model that writes summaries, for the strategy `summarise`; `nil` lets the program choose.
  public var summaryModel: ModelReference?

  /// One part in so many is added to an estimated prompt before anything is left out of it: the room
  /// for what an estimate misses, and for what servers add of their own.
  ///
  /// The margin only decides how much history stays. It never shortens the answer, and never refuses
  /// what must stay.
  public static let marginDivisor = 20

  /// Creates a policy.
  public init(
    strategy: Strategy = .dropOldest, reserveOutput: Int = 1024,
    summaryModel: ModelReference? = nil
  ) {
    self.strategy = strategy
    self.reserveOutput = max(1, reserveOutput)
    self.summaryModel = summaryModel
  }
}
