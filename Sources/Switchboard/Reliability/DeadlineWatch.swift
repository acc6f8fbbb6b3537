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
  }

  private let deadlines: Deadlines
  private let end: Duration
  private let keeper: DeadlineKeeper
  private weak let source: (any EventSource)?
  private let state: Locked<State>

  /// Begins to watch a call that starts now; ``stop()`` must follow.
  ///
  /// - Parameters:
  ///   - source: What is cancelled when a deadline passes; not held.
  ///   - deadlines: The deadlines for content.
  ///   - end: When the whole request must be over.
  ///   - keeper: Who looks at the clock.
  init(_ source: any EventSource, deadlines: Deadlines, end: Duration, keeper: DeadlineKeeper) {
    self.source = source
    self.deadlines = deadlines
    self.end = end
    self.keeper = keeper
    let now = keeper.time.now()
    self.state = Locked(State(lastContent: now, lastLife: now))
    keeper.begin(self, until: min(now + deadlines.firstToken, end))
  }

  /// Which deadline has passed; `nil` while none has.
  var passed: SwitchboardError.Phase? { state.withLock { $0.passed } }

  /// The reader waits again.
  func readerWaits() {
    state.withLock { state in
      guard let leftAt = state.leftAt else { return }
      let pause = keeper.time.now() - leftAt
      state.lastContent += pause
      state.lastLife += pause
      state.leftAt = nil
    }
  }

  /// The reader got something and will not wait for a while.
  func readerLeaves(withContent: Bool) {
    let now = keeper.time.now()
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
  func stop() { keeper.end(self) }

  /// Ends the answer.
  func expire() { source?.cancel() }

  /// When the next deadline could pass; `nil` when one has.
  func due(at now: Duration) -> Duration? {
    state.withLock { state in
      let limit = state.hasContent ? deadlines.idle : deadlines.firstToken
      if end <= now {
        state.passed = .total
        return nil
      }
      // The clock of the vendor's silence stands still while the reader is away.
      if state.leftAt != nil { return min(now + limit, end) }
      let due = min(state.lastLife + limit, state.lastContent + limit * 3)
      if due <= now {
        state.passed = state.hasContent ? .idle : .firstToken
        return nil
      }
      return min(due, end)
    }
  }
}
