import SwitchboardCore

/// A key that costs something to read: read once for all who ask, on a thread of its own, and kept for
/// a while.
///
/// Without it a hundred requests would run a password manager a hundred times. It is read anew from
/// time to time, because what commands print is often a token that expires.
final class KeptKey: Sendable {
  private typealias Waiter = CheckedContinuation<Secret, any Error>

  private enum Phase {
    case idle
    case reading([Int: Waiter])
    case kept(Result<Secret, SwitchboardError>, until: ContinuousClock.Instant)
  }

  private enum Turn {
    case done(Result<Secret, SwitchboardError>)
    case reads
    case waits
  }

  private let state = Locked((phase: Phase.idle, number: 0))
  private let lifetime: Duration
  private let fetch: @Sendable () throws(SwitchboardError) -> Secret

  /// Prepares a key; nothing is read yet.
  ///
  /// - Parameters:
  ///   - lifetime: How long it is kept.
  ///   - fetch: Reads it; may block.
  init(
    lifetime: Duration, fetch: @escaping @Sendable () throws(SwitchboardError) -> Secret
  ) {
    self.lifetime = lifetime
    self.fetch = fetch
  }

  /// The key, read when it was not or too long ago.
  ///
  /// - Throws: What reading it threw; `CancellationError` as soon as the task is cancelled, while
  ///   the key is read to its end for the others.
  func secret() async throws -> Secret {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        enter(waiter, number)
        // Who was cancelled before has not been found by the handler.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
  }

  private func enter(_ waiter: Waiter, _ number: Int) {
    let turn: Turn = state.withLock { state in
      switch state.phase {
      case .kept(let result, let end) where ContinuousClock.now < end:
        return .done(result)
      case .reading(var waiters):
        waiters[number] = waiter
        state.phase = .reading(waiters)
        return .waits
      case .idle, .kept:
        state.phase = .reading([number: waiter])
        return .reads
      }
    }
    switch turn {
    case .done(let result): waiter.resume(with: result)
    case .waits: break
    case .reads:
      if let code = BlockingCall.start({ self.read() }) {
        end(.failure(BlockingCall.noThread(code)))
      }
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard case .reading(var waiters) = state.phase else { return nil }
      let waiter = waiters.removeValue(forKey: number)
      state.phase = .reading(waiters)
      return waiter
    }
    waiter?.resume(throwing: CancellationError())
  }

  private func read() {
    do throws(SwitchboardError) {
      end(.success(try fetch()))
    } catch {
      end(.failure(error))
    }
  }

  private func end(_ result: Result<Secret, SwitchboardError>) {
    var lifetime = lifetime
    // Long enough for those who wait now, and short enough for who mends it and tries again.
    if case .failure = result { lifetime = .seconds(1) }
    let end = ContinuousClock.now + lifetime
    let waiters = state.withLock { state -> [Int: Waiter] in
      defer { state.phase = .kept(result, until: end) }
      if case .reading(let waiters) = state.phase { return waiters }
      return [:]
    }
    for waiter in waiters.values { waiter.resume(with: result) }
  }
}
