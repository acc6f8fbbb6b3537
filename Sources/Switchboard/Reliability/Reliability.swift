public import SwitchboardCore

/// How hard a request is tried, and for how long.
public struct Reliability: Sendable, Hashable {
  /// The most calls to one target, the first among them; at least 1.
  public var attemptsPerTarget: Int

  /// The most targets of a route that are called; at least 1.
  public var targets: Int

  /// The most calls of one request, over all targets; at least 1.
  public var calls: Int

  /// How long a request may take, retries and waits among it.
  public var deadlines: Deadlines

  /// Creates a policy; the defaults are those of the configuration file.
  public init(
    attemptsPerTarget: Int = 2, targets: Int = 3, calls: Int = 4,
    deadlines: Deadlines = Deadlines()
  ) {
    self.attemptsPerTarget = max(1, attemptsPerTarget)
    self.targets = max(1, targets)
    self.calls = max(1, calls)
    self.deadlines = deadlines
  }
}
