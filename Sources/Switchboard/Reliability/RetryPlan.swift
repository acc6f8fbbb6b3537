import SwitchboardCore

/// What to do after a failed call: the same target again, the next one, or no more.
///
/// A pure machine: it knows the policy, counts calls and is told the time; it does not wait.
struct RetryPlan {
  /// What comes next.
  enum Step: Equatable {
    /// The same target again, after a wait.
    case again(after: Duration)
    /// The next target, at once.
    case next
    /// No more.
    case stop
  }

  private let reliability: Reliability
  private let fallbackOn: Set<Route.Fallback>
  private let targetCount: Int
  private var calls = 0
  private var callsToTarget = 0
  private var targets = 1

  init(_ reliability: Reliability, fallbackOn: Set<Route.Fallback>, targets: Int) {
    self.reliability = reliability
    self.fallbackOn = fallbackOn
    self.targetCount = targets
  }

  /// The calls that are still allowed.
  var callsLeft: Int { reliability.calls - calls }

  /// The targets that may still be called, the present one among them; at least 1.
  var targetsLeft: Int {
    max(1, min(min(reliability.targets, targetCount) - targets + 1, callsLeft + 1))
  }

  /// Counts a call.
  mutating func began() {
    calls += 1
    callsToTarget += 1
  }

  /// The shortest time in which a call can be of use.
  static let usefulTime = Duration.seconds(1)

  /// The longest wait for a vendor; longer ones are left to another target.
  static let longestWait = Duration.seconds(60)

  /// Decides about what comes next.
  ///
  /// - Parameters:
  ///   - error: Why the call failed.
  ///   - remaining: The time that is left.
  ///   - random: A number from 0 up to 1.
  ///   - pay: Pays for a retry; false when the quota cannot.
  /// - Returns: What to do.
  mutating func after(
    _ error: SwitchboardError, remaining: Duration, random: () -> Double,
    pay: (_ isThrottle: Bool) -> Bool
  ) -> Step {
    guard remaining > .zero, callsLeft > 0, error.phase != .total else {
      return .stop
    }
    if callsToTarget < reliability.attemptsPerTarget, Self.mayRepeat(error) {
      let isThrottle = error.kind == .rateLimited
      let wait = Self.delay(
        callsToTarget - 1, isThrottle: isThrottle, hint: error.retryAfter, random: random)
      if wait <= Self.longestWait, wait + Self.usefulTime <= remaining, pay(isThrottle) {
        return .again(after: wait)
      }
    }
    guard targets < min(reliability.targets, targetCount), mayFallBack(error),
      remaining >= Self.usefulTime
    else { return .stop }
    targets += 1
    callsToTarget = 0
    return .next
  }

  /// Whether the same target may be called again.
  static func mayRepeat(_ error: SwitchboardError) -> Bool {
    switch error.kind {
    case .quota, .permission, .notFound, .unsupported, .contentFilter, .contextLength, .budget,
      .configuration:
      return false
    case .server, .overloaded, .network, .truncated, .rateLimited:
      return error.shouldRetry ?? true
    case .timeout:
      return error.shouldRetry ?? (error.phase == nil || error.phase == .connect)
    default:
      return error.shouldRetry ?? false
    }
  }

  /// Whether another target may be asked instead.
  private func mayFallBack(_ error: SwitchboardError) -> Bool {
    switch error.kind {
    case .contextLength: return fallbackOn.contains(.contextLength)
    case .contentFilter: return fallbackOn.contains(.contentFilter)
    case .invalidRequest, .budget, .configuration: return false
    default: return fallbackOn.contains(.error)
    }
  }

  /// Full jitter below a doubling bound; never before the vendor's own hint.
  static func delay(
    _ retry: Int, isThrottle: Bool, hint: Duration?, random: () -> Double
  ) -> Duration {
    var bound = isThrottle ? 1.0 : 0.05
    for _ in 0..<min(retry, 16) { bound *= 2 }
    let jitter = random() * min(bound, 20)
    guard let hint, hint > .zero else { return .seconds(jitter) }
    let seconds = min(hint.seconds, 31 * 86_400)
    return .seconds(max(jitter, seconds) + random() * min(0.1 * seconds, 1))
  }
}
