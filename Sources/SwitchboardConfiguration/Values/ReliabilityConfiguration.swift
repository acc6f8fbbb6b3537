public import SwitchboardCore

/// How calls are repeated and how long they may take.
public struct ReliabilityConfiguration: Sendable, Hashable {
  /// The most calls to one candidate for one request.
  public var attemptsPerTarget: Int

  /// The most candidates that are asked for one request.
  public var targets: Int

  /// The most calls for one request, whoever is asked.
  public var calls: Int

  /// How long a call may take.
  public var deadlines: Deadlines

  /// Creates settings; the defaults are those of the configuration file.
  public init(
    attemptsPerTarget: Int = 2, targets: Int = 3, calls: Int = 4,
    deadlines: Deadlines = Deadlines()
  ) {
    self.attemptsPerTarget = attemptsPerTarget
    self.targets = targets
    self.calls = calls
    self.deadlines = deadlines
  }
}
