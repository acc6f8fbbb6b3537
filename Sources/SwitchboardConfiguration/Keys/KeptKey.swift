import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A key that costs something to read: read once for all who ask, and kept for a while.
///
/// Without it a hundred requests would run a password manager a hundred times. It is read anew from
/// time to time, because what commands print is often a token that expires.
final class KeptKey: Sendable {
  private enum State {
    case idle
    case reading
    case kept(Result<Secret, SwitchboardError>, until: ContinuousClock.Instant)
  }

  private enum Turn {
    case mine
    case others
    case done(Result<Secret, SwitchboardError>)
  }

  private let state = Locked(State.idle)
  private let lifetime: Duration
  private let fetch: @Sendable () throws(SwitchboardError) -> Secret

  /// Prepares a key; nothing is read yet.
  init(
    lifetime: Duration, fetch: @escaping @Sendable () throws(SwitchboardError) -> Secret
  ) {
    self.lifetime = lifetime
    self.fetch = fetch
  }

  /// The key, read when it was not or too long ago.
  func secret() throws(SwitchboardError) -> Secret {
    while true {
      let turn: Turn = state.withLock { state in
        switch state {
        case .reading: return .others
        case .kept(let result, let end) where ContinuousClock.now < end: return .done(result)
        case .idle, .kept:
          state = .reading
          return .mine
        }
      }
      switch turn {
      case .done(let result): return try result.get()
      case .mine: return try read().get()
      case .others: poll(nil, 0, 5)
      }
    }
  }

  private func read() -> Result<Secret, SwitchboardError> {
    let result: Result<Secret, SwitchboardError>
    do throws(SwitchboardError) {
      result = .success(try fetch())
    } catch {
      result = .failure(error)
    }
    var lifetime = lifetime
    // Long enough for those who wait now, and short enough for who mends it and tries again.
    if case .failure = result { lifetime = .seconds(1) }
    let end = ContinuousClock.now + lifetime
    state.withLock { $0 = .kept(result, until: end) }
    return result
  }
}
