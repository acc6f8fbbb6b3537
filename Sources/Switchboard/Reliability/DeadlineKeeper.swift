import SwitchboardCore

/// Looks at the clock for all calls of a router, with one task that sleeps until the next deadline.
///
/// A task for each call would cost more than the rest of routing, and its timer would stay in memory
/// until the deadline, long after the call. A watch that is going on moves its deadline all the time,
/// so the task rarely finds anything to do.
final class DeadlineKeeper: Sendable {
  private struct State {
    var watches: [ObjectIdentifier: DeadlineWatch] = [:]
    /// Until when the task sleeps; `nil` while there is none.
    var wakesAt: Duration?
    var task: Task<Void, Never>?
  }

  let time: Timekeeper
  private let state = Locked(State())

  init(_ time: Timekeeper) {
    self.time = time
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// Takes up a watch whose first deadline is at a time.
  func begin(_ watch: DeadlineWatch, until due: Duration) {
    let late = state.withLock { state -> Task<Void, Never>? in
      state.watches[ObjectIdentifier(watch)] = watch
      if let wakesAt = state.wakesAt, wakesAt <= due { return nil }
      let late = state.task
      state.wakesAt = due
      state.task = Task { [weak self, time] in
        while !Task.isCancelled, let wait = self?.sweep() {
          do { try await time.sleep(wait) } catch { return }
        }
      }
      return late
    }
    late?.cancel()
  }

  /// Lets go of a watch; the task sleeps on, for the next ones.
  func end(_ watch: DeadlineWatch) {
    // What is dropped is dropped outside of the lock.
    _ = state.withLock { $0.watches.removeValue(forKey: ObjectIdentifier(watch)) }
  }

  /// Ends what is over its time.
  ///
  /// - Returns: How long nothing can pass; `nil` when there is nothing to wait for.
  private func sweep() -> Duration? {
    let now = time.now()
    let (passed, next) = state.withLock { state in
      var passed: [DeadlineWatch] = []
      var next: Duration?
      for watch in state.watches.values {
        if let due = watch.due(at: now) {
          next = min(due, next ?? due)
        } else {
          passed.append(watch)
        }
      }
      for watch in passed { state.watches[ObjectIdentifier(watch)] = nil }
      state.wakesAt = next
      return (passed, next)
    }
    for watch in passed { watch.expire() }
    return next.map { $0 - now }
  }
}
