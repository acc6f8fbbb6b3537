import SwitchboardCore

/// One running answer of the mock.
///
/// Nothing is made before the first ``next()``. Without latency the whole answer is one array.
final class MockEventSource: EventSource {
  private struct State {
    var answer: MockAnswer?
    var stopwatch: Stopwatch?
    /// How many events and pieces were handed out.
    var events = 0
    var pieces = 0
    var isEnded = false
    var isCancelled = false
    var waiter: Task<Void, any Error>?
    var receivedAt: ContinuousClock.Instant?
  }

  private let make: @Sendable () throws -> MockAnswer
  private let clock: any Clock<Duration>
  private let state = Locked(State())

  /// Creates a source of what `make` makes.
  init(clock: any Clock<Duration>, _ make: @escaping @Sendable () throws -> MockAnswer) {
    self.clock = clock
    self.make = make
  }

  deinit { state.withLock { $0.waiter }?.cancel() }

  var receivedAt: ContinuousClock.Instant? { state.withLock { $0.receivedAt } }

  func cancel() {
    let waiter = state.withLock { state in
      state.isCancelled = true
      return state.waiter
    }
    waiter?.cancel()
  }

  @concurrent func next() async throws -> [StreamEvent]? {
    do {
      try Task.checkCancellation()
      let (isEnded, isCancelled, made) = state.withLock {
        ($0.isEnded, $0.isCancelled, $0.answer)
      }
      if isEnded { return nil }
      if isCancelled { throw CancellationError() }
      let answer = try made ?? begin()
      return try await batch(of: answer)
    } catch {
      state.withLock { $0.isEnded = true }
      throw error
    }
  }

  private func begin() throws -> MockAnswer {
    let answer = try make()
    let stopwatch = answer.times.isNone ? nil : Stopwatch.start(clock)
    state.withLock { state in
      state.answer = answer
      state.stopwatch = stopwatch
    }
    return answer
  }

  private func batch(of answer: MockAnswer) async throws -> [StreamEvent] {
    let (first, pieces, stopwatch) = state.withLock { ($0.events, $0.pieces, $0.stopwatch) }
    guard first < answer.events.count else {
      // Only an answer that breaks off comes here: one that finishes has ended.
      if case .failure(let error) = answer.end { throw error }
      try await wait { while true { try await Task.sleep(for: .seconds(86_400)) } }
      return []
    }
    guard let stopwatch else { return hand(out: answer, answer.events.count, pieces) }

    var now = stopwatch.elapsed()
    let due = answer.due(answer.events[first], afterPieces: pieces)
    if due > now {
      try await wait { [now] in try await stopwatch.sleep(due - now) }
      now = max(due, stopwatch.elapsed())
    }
    var end = first
    var seen = pieces
    while end < answer.events.count, answer.due(answer.events[end], afterPieces: seen) <= now {
      if case .partDelta = answer.events[end] { seen += 1 }
      end += 1
    }
    return hand(out: answer, end, seen)
  }

  /// Hands out the events up to a place, all at once.
  private func hand(out answer: MockAnswer, _ end: Int, _ pieces: Int) -> [StreamEvent] {
    state.withLock { state in
      defer {
        state.events = end
        state.pieces = pieces
        state.receivedAt = .now
        if case .finish = answer.end, end == answer.events.count { state.isEnded = true }
      }
      return state.events == 0 && end == answer.events.count
        ? answer.events : Array(answer.events[state.events..<end])
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
