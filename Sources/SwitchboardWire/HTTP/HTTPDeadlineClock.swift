package import SwitchboardCore

/// Decides which deadline of a call has passed, and when to look again.
///
/// A pure value: its owner tells it what has happened and what time it is.
package struct HTTPDeadlineClock: Sendable {
  /// What the clock says.
  package enum Verdict: Sendable, Equatable {
    /// The deadline of this phase has passed.
    case passed(SwitchboardError.Phase)

    /// None has; nothing can pass before this instant unless ``hasContent`` changes.
    case look(at: ContinuousClock.Instant)
  }

  /// Whether the connection stands.
  package var isConnected = false

  /// Whether the first byte of the body has arrived.
  package var hasContent = false

  private let connect: ContinuousClock.Instant
  private let firstToken: ContinuousClock.Instant
  private var total: ContinuousClock.Instant
  private let idle: Duration
  private var isReleased = false

  /// Starts the clock of one call.
  package init(_ deadlines: Deadlines, start: ContinuousClock.Instant) {
    connect = start + Self.bounded(deadlines.connect)
    firstToken = start + Self.bounded(deadlines.firstToken)
    total = start + Self.bounded(deadlines.total)
    idle = Self.bounded(deadlines.idle)
  }

  /// Notes that the reader has all it wants: from now on the rest has a second to end.
  package mutating func release(at now: ContinuousClock.Instant) {
    total = min(total, now + .seconds(1))
    isReleased = true
  }

  /// Which deadline has passed, the earliest when there are several.
  ///
  /// A deadline of zero or less has passed before the call starts.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - silentSince: Since when the reader waits in vain; `nil` while it does not wait, so that the
  ///     idle clock stands still. A wait that starts later cannot run out before a full
  ///     ``SwitchboardCore/Deadlines/idle`` has gone by, which is why looking that seldom is exact.
  /// - Returns: The deadline that has passed, or when to look again.
  package func verdict(
    at now: ContinuousClock.Instant, silentSince: ContinuousClock.Instant?
  ) -> Verdict {
    var next = total
    var phase = SwitchboardError.Phase.total
    func consider(_ instant: ContinuousClock.Instant, _ candidate: SwitchboardError.Phase) {
      if instant <= next { (next, phase) = (instant, candidate) }
    }
    if idle <= .zero { consider(now, .idle) }
    if isReleased { return total <= now ? .passed(.total) : .look(at: total) }
    if hasContent {
      if let silentSince { consider(silentSince + idle, .idle) }
    } else {
      consider(firstToken, .firstToken)
      if !isConnected { consider(connect, .connect) }
    }
    if next <= now { return .passed(phase) }
    if hasContent, silentSince == nil { next = min(next, now + max(idle, Self.shortestLook)) }
    return .look(at: next)
  }

  /// Keeps sums with an instant far from overflow.
  private static func bounded(_ duration: Duration) -> Duration {
    min(max(duration, .zero), .seconds(3_000_000_000))
  }

  /// Keeps a tiny idle deadline from turning into a busy loop while the reader is away.
  private static let shortestLook = Duration.milliseconds(5)
}

extension SwitchboardError {
  /// A deadline that passed, in one sentence.
  package static func timeout(
    _ phase: Phase, _ deadlines: Deadlines, at origin: HTTPOrigin
  ) -> SwitchboardError {
    let message =
      switch phase {
      case .connect:
        "No connection to \(origin) within \(deadlines.connect); check the network or raise the "
          + "connect deadline."
      case .firstToken:
        "\(origin) sent no content within \(deadlines.firstToken); try again or raise the "
          + "firstToken deadline."
      case .idle:
        "\(origin) fell silent for \(deadlines.idle) in the middle of its answer; try again or "
          + "raise the idle deadline."
      case .total:
        "The call to \(origin) was not over within \(deadlines.total); raise the total deadline."
      }
    return SwitchboardError(.timeout, message, phase: phase)
  }
}
