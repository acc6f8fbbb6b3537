import SwitchboardCore

/// Reads an answer, and stores the turn when the answer is whole.
final class TurnSource: EventSource {
  private struct State {
    /// The answer being read; `nil` before the first step.
    var source: (any EventSource)?
    /// Whether the turn's end was seen: it is stored, or handed to the conversation.
    var isOver = false
    var isCancelled = false
    var stored: StoredTurn?
    /// The answer is whole but could not be stored; told after its last event.
    var unsaved: (any Error)?
  }

  let answer: RoutedAnswer
  let conversation: Conversation
  let summaryError: SwitchboardError?
  private let turn: NewTurn
  private let state = Locked(State())

  /// - Parameters:
  ///   - answer: The answer.
  ///   - turn: The turn without the answer and its story.
  ///   - summaryError: Why there is no new summary, where one was wanted.
  ///   - conversation: The conversation, whose gate the turn holds.
  init(
    _ answer: RoutedAnswer, _ turn: NewTurn, summaryError: SwitchboardError?,
    of conversation: Conversation
  ) {
    self.summaryError = summaryError
    self.answer = answer
    self.turn = turn
    self.conversation = conversation
  }

  deinit { leave() }

  var stored: StoredTurn? { state.withLock { $0.stored } }

  var receivedAt: ContinuousClock.Instant? { state.withLock { $0.source }?.receivedAt }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.source
    }?.cancel()
    leave()
  }

  @concurrent func next() async throws -> [StreamEvent]? {
    if let error = state.withLock({ state in
      defer { state.unsaved = nil }
      return state.unsaved
    }) {
      throw error
    }
    do {
      let source = try current()
      let events = try await source.next()
      if case .finish? = events?.last { await finish() }
      return events
    } catch {
      await fail(error)
      throw error
    }
  }

  private func current() throws -> any EventSource {
    let (known, isCancelled) = state.withLock { ($0.source, $0.isCancelled) }
    if isCancelled { throw CancellationError() }
    if let known { return known }
    let source = try answer.open()
    let isLate = state.withLock { state in
      state.source = source
      return state.isCancelled
    }
    if isLate { source.cancel() }
    return source
  }

  /// Stores the whole answer.
  private func finish() async {
    guard let reply = answer.finished?.reply, takeEnd() else { return }
    defer { conversation.gate.leave() }
    switch await conversation.keep([told(turn.messages + [reply.message])]) {
    case .success(let stored):
      state.withLock { $0.stored = stored.first }
    case .failure(let error):
      // The answer was paid for: it is handed out first, and the conversation tries again.
      state.withLock { $0.unsaved = error }
    }
  }

  /// Stores what a failure leaves.
  private func fail(_ error: any Error) async {
    guard takeEnd() else { return }
    defer { conversation.gate.leave() }
    // The first failure is the one that is told.
    if case .success(let stored) = await conversation.keep([told(partial(after: error))]) {
      state.withLock { $0.stored = stored.first }
    }
  }

  /// Hands what was received to the conversation, which stores it when it can wait.
  private func leave() {
    guard takeEnd() else { return }
    // A turn that was never begun has no story.
    if state.withLock({ $0.source != nil }) {
      let turn = told(partial(after: CancellationError()))
      conversation.state.withLock { $0.unsettled.append([turn]) }
    }
    conversation.gate.leave()
  }

  /// Whether the end is the caller's to handle; it is once.
  private func takeEnd() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }

  private func told(_ messages: [Message]) -> NewTurn {
    var turn = turn
    turn.messages = messages
    turn.decision = answer.decision.json
    turn.attempts = answer.attempts
    turn.at = conversation.router.time.wall()
    return turn
  }

  /// The question with the part of the answer that came, when those are kept and there is one.
  private func partial(after error: any Error) -> [Message] {
    conversation.partial(of: answer, after: error).map { turn.messages + [$0] } ?? []
  }
}

extension Conversation {
  /// The part of an answer that came before a failure, when those are kept and there is one.
  func partial(of answer: RoutedAnswer, after error: any Error) -> Message? {
    guard options.keepsPartials, var partial = answer.partial else { return nil }
    switch (error as? SwitchboardError)?.kind {
    case nil, .cancelled: partial.incomplete = .cancelled
    case .truncated: partial.incomplete = .truncated
    default: partial.incomplete = .failed
    }
    return partial
  }
}
