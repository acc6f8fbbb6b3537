import SwitchboardCore

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
  package typealias Duration = Swift.Duration

  package struct Instant: InstantProtocol {
    package var offset: Duration
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let id: Int
    let due: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let fits: @Sendable (Duration) -> Bool
    let continuation: CheckedContinuation<Duration, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [Watcher] = []
  }

  private let state = Locked(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }

  package let minimumResolution = Duration.zero

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isDue, isCancelled, watchers) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (false, true, [Watcher]()) }
          if deadline <= state.now { return (true, false, []) }
          state.sleepers.append(Sleeper(id: id, due: deadline, continuation: continuation))
          let seen = state.watchers.filter { $0.fits(deadline.offset) }
          state.watchers.removeAll { $0.fits(deadline.offset) }
          return (false, false, seen)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if isDue { continuation.resume() }
        for watcher in watchers { watcher.continuation.resume(returning: deadline.offset) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil as Sleeper?
        }
        return state.sleepers.remove(at: place)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps until a time.
  package func sleeper(until offset: Duration) async {
    _ = await sleeper { $0 == offset }
  }

  /// Waits until somebody sleeps for less than a while from now, and says until when.
  package func shortestSleeper(below length: Duration) async -> Duration {
    let limit = now.offset + length
    return await sleeper { $0 < limit }
  }

  private func sleeper(where fits: @escaping @Sendable (Duration) -> Bool) async -> Duration {
    await withCheckedContinuation { continuation in
      let due = state.withLock { state in
        let due = state.sleepers.map(\.due.offset).filter(fits).min()
        if due == nil { state.watchers.append(Watcher(fits: fits, continuation: continuation)) }
        return due
      }
      if let due { continuation.resume(returning: due) }
    }
  }

  /// Moves the time and wakes whose time has come.
  package func advance(to offset: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, Instant(offset: offset))
      let due = state.sleepers.filter { $0.due <= state.now }
      state.sleepers.removeAll { $0.due <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
