import SwitchboardCore

/// A running answer whose steps a test writes down.
final class ScriptedSource: EventSource {
  /// One call of `next()`.
  enum Step: Sendable {
    /// Events that arrive together; none is a ping.
    case events([StreamEvent])
    /// The answer fails.
    case fail(any Error)
    /// Silence until the answer is cancelled.
    case stall
  }

  private struct State {
    var steps: [Step]
    var asked = 0
    var cancels = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state: Locked<State>

  /// Runs when a step of silence begins.
  private let stalled: @Sendable () -> Void

  init(_ steps: [Step], stalled: @escaping @Sendable () -> Void = {}) {
    self.state = Locked(State(steps: steps))
    self.stalled = stalled
  }

  /// How often `next()` was called.
  var asked: Int { state.withLock { $0.asked } }

  /// How often it was cancelled.
  var cancels: Int { state.withLock { $0.cancels } }

  var receivedAt: ContinuousClock.Instant? { nil }

  func next() async throws -> [StreamEvent]? {
    let step = state.withLock { state in
      state.asked += 1
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    switch step {
    case nil: return nil
    case .events(let events): return events
    case .fail(let error): throw error
    case .stall:
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancels == 0 { state.waiting = continuation }
          return state.cancels > 0
        }
        if isCancelled { continuation.resume() } else { stalled() }
      }
      throw CancellationError()
    }
  }

  func cancel() {
    let waiting = state.withLock { state in
      state.cancels += 1
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
