package import SwitchboardCore

/// Hands out an answer that was made beforehand, each event at its time.
///
/// Nothing is made before the first ``next()``. Time passes on a clock that is given: with a clock of a
/// test, no real time passes.
package final class TimedEventSource: EventSource {
  private struct State {
    var answer: TimedEvents?
    var stopwatch: Stopwatch?
    /// How many events were handed out.
    var place = 0
    var isEnded = false
    var isCancelled = false
    var waiter: Task<Void, any Error>?
    var receivedAt: ContinuousClock.Instant?
  }

  private let make: @Sendable () async throws -> TimedEvents
  private let clock: any Clock<Duration>
  private let state = Locked(State())

  /// Creates a source of what `make` makes.
  package init(
    clock: any Clock<Duration>, _ make: @escaping @Sendable () async throws -> TimedEvents
  ) {
    self.clock = clock
    self.make = make
  }

  deinit { state.withLock { $0.waiter }?.cancel() }

  package var receivedAt: ContinuousClock.Instant? { state.withLock { $0.receivedAt } }

  package func cancel() {
    let waiter = state.withLock { state in
      state.isCancelled = true
      return state.waiter
    }
    waiter?.cancel()
  }

  @concurrent package func next() async throws -> [StreamEvent]? {
    do {
      try Task.checkCancellation()
      let (isEnded, isCancelled, made) = state.withLock {
        ($0.isEnded, $0.isCancelled, $0.answer)
      }
      if isEnded { return nil }
      if isCancelled { throw CancellationError() }
      let answer = if let made { made } else { try await begin() }
      return try await batch(of: answer)
    } catch {
      state.withLock { $0.isEnded = true }
      throw error
    }
  }

  private func begin() async throws -> TimedEvents {
    let answer = try await make()
    let stopwatch = answer.times.isEmpty ? nil : Stopwatch(clock)
    state.withLock { state in
      state.answer = answer
      state.stopwatch = stopwatch
    }
    return answer
  }

  private func batch(of answer: TimedEvents) async throws -> [StreamEvent] {
    let (place, stopwatch) = state.withLock { ($0.place, $0.stopwatch) }
    guard place < answer.events.count else {
      // Only an answer that breaks off comes here: one that finishes has ended.
      if case .failure(let error) = answer.end { throw error }
      try await wait { while true { try await Task.sleep(for: .seconds(86_400)) } }
      return []
    }
    guard let stopwatch else { return hand(out: answer, upTo: answer.events.count) }
    let due = answer.times[place]
    let early = due - stopwatch.elapsed()
    if early > .zero { try await wait { try await stopwatch.sleep(early) } }
    let now = max(due, stopwatch.elapsed())
    let end = answer.times[place...].firstIndex { $0 > now } ?? answer.events.count
    return hand(out: answer, upTo: end)
  }

  /// Hands out the events up to a place, all at once.
  private func hand(out answer: TimedEvents, upTo end: Int) -> [StreamEvent] {
    state.withLock { state in
      defer {
        state.place = end
        state.receivedAt = .now
        if case .finish = answer.end, end == answer.events.count { state.isEnded = true }
      }
      let isAll = state.place == 0 && end == answer.events.count
      return isAll ? answer.events : Array(answer.events[state.place..<end])
    }
  }

  /// Waits in a task of its own, so that ``cancel()`` ends the wait from any thread.
  private func wait(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let waiter = Task { try await body() }
    let isCancelled = state.withLock { state in
      state.waiter = waiter
      return state.isCancelled
    }
    if isCancelled { waiter.cancel() }
    try await withTaskCancellationHandler {
      try await waiter.value
    } onCancel: {
      waiter.cancel()
    }
    try Task.checkCancellation()
  }
}

/// A clock that was started.
private struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
