import SwitchboardCore

/// Reads one answer from the targets of a decision: calls, calls again, falls back.
///
/// Until the first content nothing is handed out, so that a failed call leaves no trace but its
/// record; after it, a failure is final. There is one reader; ``cancel()`` alone comes from elsewhere.
final class RoutedSource: EventSource {
  /// A running answer and what watches it.
  private struct Running {
    let source: any EventSource
    let watch: DeadlineWatch
  }

  private struct Call {
    /// `nil` when it failed before anything was sent.
    var running: Running?
    let startedAt: Duration
    let startedWall: Double
    var firstContent: Duration?
    /// What a retry cost the quota; `nil` for a first call.
    let price: Int?
  }

  private struct State {
    var plan: RetryPlan
    var targets: [Router.Target]
    var target = 0
    /// The target whose vendor said that its prompt was too long, and that was given a shorter one.
    var shortened: Int?
    var call: Call?
    var price: Int?
    var end: Duration?
    var startedAt: Duration = .zero
    var hasContent = false
    var isOver = false
    var isCancelled = false
    /// Whether the reader has still to be told that it was cancelled.
    var owesCancellation = false
    /// The wait before the next call.
    var pause: Task<Void, any Error>?
    var held: [StreamEvent] = []
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    var attempts: [Attempt] = []
    var finished: ChatReply?
    var receivedAt: ContinuousClock.Instant?

    var current: Router.Target { targets[target] }
  }

  private let request: ChatRequest
  private let context: ContextInput
  private let router: Router
  private let state: Locked<State>

  init(
    request: ChatRequest, context: ContextInput, targets: [Router.Target],
    fallbackOn: Set<Route.Fallback>, router: Router
  ) {
    self.request = request
    self.context = context
    self.router = router
    self.state = Locked(
      State(
        plan: RetryPlan(
          router.reliability, fallbackOn: fallbackOn, targets: targets.count),
        targets: targets))
  }

  deinit { cancel() }

  var attempts: [Attempt] { state.withLock { $0.attempts } }

  var finished: ChatReply? { state.withLock { $0.finished } }

  var receivedAt: ContinuousClock.Instant? { state.withLock { $0.receivedAt } }

  var partial: Message? {
    state.withLock { $0.accumulator.hasContent ? $0.accumulator.message() : nil }
  }

  func cancel() {
    let now = router.time.now()
    let (call, pause) = state.withLock { state -> (Call?, Task<Void, any Error>?) in
      state.isCancelled = true
      guard !state.isOver else { return (nil, nil) }
      state.isOver = true
      state.owesCancellation = true
      // Whoever left will not come back to have it recorded.
      if let call = state.call { record(call, .cancelled, in: &state, now: now) }
      defer { state.call = nil }
      return (state.call, state.pause)
    }
    pause?.cancel()
    call?.running?.watch.stop()
    call?.running?.source.cancel()
  }

  @concurrent func next() async throws -> [StreamEvent]? {
    while true {
      let (isOver, isCancelled) = state.withLock { state in
        defer { state.owesCancellation = false }
        return (state.isOver, state.owesCancellation)
      }
      if isCancelled { throw CancellationError() }
      if isOver { return nil }
      do {
        let running = try current()
        running.watch.readerWaits()
        let events = try await running.source.next()
        if let events = try take(events, from: running) { return events }
      } catch {
        try await recover(from: error)
      }
    }
  }

  /// The call that runs, or a new one.
  private func current() throws -> Running {
    if let running = state.withLock({ $0.call?.running }) { return running }
    let now = router.time.now()
    let (target, remaining, price, targetsLeft) = state.withLock { state in
      if state.end == nil {
        state.startedAt = now
        state.end = now + router.reliability.deadlines.total
      }
      state.plan.began()
      let remaining = (state.end ?? now) - now
      return (state.current, remaining, state.price, state.plan.targetsLeft)
    }
    var request = target.plan.applied(to: request.omitting(target.omits))
    request.model = target.reference
    request.deadlines = router.reliability.deadlines
    request.deadlines.total = remaining
    // What is left must do for the targets that may still follow.
    request.deadlines.firstToken = min(
      request.deadlines.firstToken, max(RetryPlan.usefulTime, remaining / targetsLeft))
    let call = Call(startedAt: now, startedWall: router.time.wall(), price: price)
    state.withLock { $0.call = call }
    guard let provider = target.provider as? any TextProvider else {
      throw SwitchboardError(.unsupported, "'\(target.reference)' does not answer with text.")
    }
    let source = try provider.events(for: request).open()
    let running = Running(
      source: source,
      watch: DeadlineWatch(
        source, deadlines: request.deadlines, end: now + remaining, keeper: router.keeper))
    let isCancelled = state.withLock { state in
      state.call?.running = running
      return state.isCancelled
    }
    if isCancelled {
      source.cancel()
      throw CancellationError()
    }
    return running
  }

  /// Takes what a call gave; `nil` when there is nothing to hand out yet.
  private func take(
    _ events: [StreamEvent]?, from running: Running
  ) throws -> [StreamEvent]? {
    let now = router.time.now()
    guard let events else {
      throw SwitchboardError(.truncated, "The vendor's answer ended without its end.")
    }
    let withContent = events.contains(where: \.isContent)
    running.watch.readerLeaves(withContent: withContent)
    return try state.withLock { state throws in
      if state.isCancelled { throw CancellationError() }
      state.receivedAt = running.source.receivedAt
      if withContent, state.call?.firstContent == nil { state.call?.firstContent = now }
      var out = state.hasContent ? [] : state.held
      state.held = []
      for event in events {
        try state.grammar.check(event)
        if case .finish = event {
          if let warning = router.silentCut(state.accumulator.usage, by: state.current) {
            state.accumulator.add(.warning(warning))
            out.append(.warning(warning))
          }
          state.accumulator.add(event)
          out.append(event)
          try finish(&state, now: now)
          state.hasContent = true
          return out
        }
        state.accumulator.add(event)
        out.append(event)
        if case .start = event {
          for warning in state.current.warnings {
            state.accumulator.add(.warning(warning))
            out.append(.warning(warning))
          }
        }
      }
      if withContent { state.hasContent = true }
      if state.hasContent { return out.isEmpty ? nil : out }
      state.held = Self.withoutOldCounts(out)
      return nil
    }
  }

  /// What is held until the first content: of counts the newest replaces all, so that a vendor that
  /// does nothing but count fills no memory.
  private static func withoutOldCounts(_ events: [StreamEvent]) -> [StreamEvent] {
    func isCount(_ event: StreamEvent) -> Bool { if case .usage = event { true } else { false } }
    guard let newest = events.lastIndex(where: isCount) else { return events }
    return events.indices.filter { $0 == newest || !isCount(events[$0]) }.map { events[$0] }
  }

  private func finish(_ state: inout State, now: Duration) throws {
    guard let call = state.call else { return }
    call.running?.watch.stop()
    let target = state.current
    var reply = try state.accumulator.reply(
      id: request.id,
      timing: Timing(
        firstToken: call.firstContent.map { $0 - state.startedAt }, total: now - state.startedAt))
    reply.cost = cost(of: reply.usage, target)
    state.finished = reply
    state.isOver = true
    state.call = nil
    record(call, .reply, in: &state, now: now)
    router.quota.succeed(target.provider.id, price: call.price)
    router.learn(from: reply.usage, of: target)
    if let first = call.firstContent {
      router.firstTokens.note(first - call.startedAt, for: target.reference)
    }
  }

  /// Records a failed call and prepares the next; throws when there is none.
  ///
  /// Out of line, or what it holds would lie on the stack of every stream that waits, 2 KB each.
  @inline(never)
  private func recover(from error: any Error) async throws {
    let now = router.time.now()
    let shorter = shorterTarget(after: error)
    let (failure, step) = state.withLock { state in judge(error, shorter, &state, now: now) }
    guard let failure else { throw CancellationError() }
    switch step {
    case .stop:
      throw failure
    case .next:
      return
    case .again(let wait):
      do {
        try await pause(for: wait)
      } catch {
        state.withLock { state in
          state.isOver = true
          state.owesCancellation = false
        }
        throw error
      }
    }
  }

  /// Waits before the next call; ends at once when the answer is cancelled.
  private func pause(for wait: Duration) async throws {
    let time = router.time
    let pause = Task { try await time.sleep(wait) }
    let isCancelled = state.withLock { state in
      state.pause = pause
      return state.isCancelled
    }
    defer { state.withLock { $0.pause = nil } }
    if isCancelled { pause.cancel() }
    try await withTaskCancellationHandler {
      try await pause.value
    } onCancel: {
      pause.cancel()
    }
    if state.withLock({ $0.isCancelled }) { throw CancellationError() }
  }

  /// The failure as the reader would see it, and what to do; no failure means cancellation.
  private func judge(
    _ error: any Error, _ shorter: Router.Target?, _ state: inout State, now: Duration
  ) -> (SwitchboardError?, RetryPlan.Step) {
    let target = state.current
    guard let call = state.call else {
      // The answer was cancelled while the call failed or spoke.
      state.isOver = true
      state.owesCancellation = false
      return (nil, .stop)
    }
    call.running?.watch.stop()
    call.running?.source.cancel()
    state.call = nil
    let phase = call.running?.watch.passed
    if phase == nil, state.isCancelled || error is CancellationError {
      state.isOver = true
      record(call, .cancelled, in: &state, now: now)
      return (nil, .stop)
    }
    var failure = Self.failure(error, phase: phase, target, router.reliability.deadlines)
    record(call, .failed, in: &state, now: now, error: failure)
    let remaining = (state.end ?? now) - now
    var price: Int?
    let step: RetryPlan.Step
    if state.hasContent {
      step = .stop
    } else if let shorter, state.plan.callsLeft > 0, remaining >= RetryPlan.usefulTime {
      // Not the same request again, so no quota is asked.
      state.targets[state.target] = shorter
      state.shortened = state.target
      step = .again(after: .zero)
    } else {
      step = state.plan.after(failure, remaining: remaining, random: router.random.unit) {
        price = router.quota.acquire(target.provider.id, isThrottle: $0)
        return price != nil
      }
    }
    state.price = price
    if step == .stop {
      state.isOver = true
      failure.outputBegun = state.hasContent
      if state.accumulator.hasContent {
        failure.partial = state.accumulator.message(
          incomplete: failure.kind == .truncated ? .truncated : .failed)
      }
      failure.attempts = state.attempts
      return (failure, .stop)
    }
    if step == .next { state.target += 1 }
    state.held = []
    state.grammar = StreamGrammar()
    state.accumulator = ReplyAccumulator()
    return (failure, step)
  }

  /// The same target with a shorter prompt, when its vendor said by how much the prompt was too long;
  /// once a target.
  private func shorterTarget(after error: any Error) -> Router.Target? {
    guard let error = error as? SwitchboardError, error.kind == .contextLength, !request.strict
    else {
      return nil
    }
    let target = state.withLock { $0.shortened == $0.target ? nil : $0.current }
    return target.flatMap { router.shortened($0, after: error, request, context) }
  }

  private func cost(of usage: Usage?, _ target: Router.Target) -> Cost {
    guard let usage else { return .unknown }
    if let reported = usage.reportedCost { return Cost(usd: reported, quality: .exact) }
    return target.prices?.cost(of: usage) ?? .unknown
  }

  private func record(
    _ call: Call, _ outcome: Attempt.Outcome, in state: inout State, now: Duration,
    error: SwitchboardError? = nil
  ) {
    let target = state.current
    var usage = state.accumulator.usage
    if outcome != .reply, usage != nil || state.accumulator.hasContent {
      usage = .unfinished(
        usage, sent: target.plan.used, message: state.accumulator.message(),
        profile: target.facts.tokens)
    }
    state.attempts.append(
      Attempt(
        number: state.attempts.count + 1, origin: state.accumulator.origin ?? target.origin,
        outcome: outcome, error: error, usage: usage, cost: cost(of: usage, target),
        timing: Timing(
          firstToken: call.firstContent.map { $0 - call.startedAt }, total: now - call.startedAt),
        startedAt: call.startedWall))
  }
}
