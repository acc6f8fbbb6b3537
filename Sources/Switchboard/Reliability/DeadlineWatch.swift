import SwitchboardCore

/// Ends an answer whose vendor is silent for too long.
///
/// It watches any vendor alike, whatever its bytes travel over. Only content counts as life: pings
/// put a deadline off, but not beyond three times its length. While nobody waits for the answer the
/// clock stands still: a slow reader is not the vendor's fault.
final class DeadlineWatch: Sendable {
  private struct State {
    var lastContent: Duration
    var lastLife: Duration
    var hasContent = false
    /// When the reader went away with what it had; `nil` while it waits.
    var leftAt: Duration?
    var passed: SwitchboardError.Phase?
    var isOver = false
    var task: Task<Void, Never>?
  }

  private let deadlines: Deadlines
  private let end: Duration
  private let time: Timekeeper
  private let state: Locked<State>

  /// Begins to watch a call that starts now.
  ///
  /// - Parameters:
  ///   - source: What is cancelled when a deadline passes; not held.
  ///   - deadlines: The deadlines for content.
  ///   - end: When the whole request must be over.
  ///   - time: The clock.
  init(_ source: any EventSource, deadlines: Deadlines, end: Duration, time: Timekeeper) {
    self.deadlines = deadlines
    self.end = end
    self.time = time
    let now = time.now()
    self.state = Locked(State(lastContent: now, lastLife: now))
    let task = Task { [weak self, weak source, time] in
      while let wait = self?.timeLeft() {
        if wait <= .zero {
          source?.cancel()
          return
        }
        do { try await time.sleep(wait) } catch { return }
      }
    }
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// Which deadline has passed; `nil` while none has.
  var passed: SwitchboardError.Phase? { state.withLock { $0.passed } }

  /// The reader waits again.
  func readerWaits() {
    state.withLock { state in
      guard let leftAt = state.leftAt else { return }
      let pause = time.now() - leftAt
      state.lastContent += pause
      state.lastLife += pause
      state.leftAt = nil
    }
  }

  /// The reader got something and will not wait for a while.
  func readerLeaves(withContent: Bool) {
    let now = time.now()
    state.withLock { state in
      state.lastLife = now
      if withContent {
        state.lastContent = now
        state.hasContent = true
      }
      state.leftAt = now
    }
  }

  /// The answer has ended.
  func stop() {
    let task = state.withLock { state in
      state.isOver = true
      return state.task
    }
    task?.cancel()
  }

  /// The time until the next deadline could pass; zero or less when one has.
  private func timeLeft() -> Duration? {
    let now = time.now()
    return state.withLock { state in
      if state.isOver { return nil }
      let limit = state.hasContent ? deadlines.idle : deadlines.firstToken
      if end <= now {
        state.passed = .total
        return .zero
      }
      // The clock of the vendor's silence stands still while the reader is away.
      if state.leftAt != nil { return min(limit, end - now) }
      let due = min(state.lastLife + limit, state.lastContent + limit * 3)
      if due <= now {
        state.passed = state.hasContent ? .idle : .firstToken
        return .zero
      }
      return min(due, end) - now
    }
  }
}
