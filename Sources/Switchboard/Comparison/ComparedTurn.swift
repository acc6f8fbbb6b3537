import SwitchboardCore

/// One message of a conversation and the answers of several models to it: it holds the conversation's
/// gate until all have ended, and stores what they leave.
final class ComparedTurn: Sendable {
  /// One who is asked.
  struct Candidate: Sendable {
    /// The answer, not yet started, or why there will be none.
    let answer: Result<RoutedAnswer, SwitchboardError>
    /// Why there is no new summary, where one was wanted.
    let summaryError: SwitchboardError?

    var routed: RoutedAnswer? {
      if case .success(let answer) = answer { answer } else { nil }
    }
  }

  /// How a candidate ended.
  enum Outcome: Sendable {
    case answered(RoutedReply)
    /// With the part of the answer that is to be kept.
    case failed(SwitchboardError, partial: Message?)

    var step: ComparisonEvent.Step {
      switch self {
      case .answered(let reply): .finished(reply)
      case .failed(let error, _): .failed(error)
      }
    }
  }

  private struct State {
    /// Whether it was begun, or given up before.
    var isTaken = false
    /// The message that is answered, once it is stored.
    var question: NodeID?
    /// The stored answers by candidate.
    var nodes: [Int: ConversationNode] = [:]
    /// Whether the branch was given an answer to end at.
    var hasHead = false
    /// Partial answers wait for the end: the branch ends at one only when no whole one came.
    var partials: [(candidate: Int, message: Message)] = []
    /// Why answers could not be stored; told after the last event.
    var unsaved: (any Error)?
  }

  let candidates: [Candidate]
  let conversation: Conversation
  private let path: ConversationPath
  private let question: NewTurn
  private let state = Locked(State())

  /// - Parameters:
  ///   - candidates: Who is asked.
  ///   - asked: The messages that are stored with the first answer.
  ///   - path: The branch as it is.
  ///   - conversation: The conversation, whose gate the turn holds.
  init(
    _ candidates: [Candidate], asked: [Message], after path: ConversationPath,
    of conversation: Conversation
  ) {
    self.candidates = candidates
    self.conversation = conversation
    self.path = path
    var question = conversation.newTurn(asked, after: path.head, onto: path)
    // The branch moves on when there is an answer.
    question.branch = nil
    self.question = question
  }

  deinit { giveUp() }

  /// Whether the caller is the one who reads it.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  /// Frees the conversation unless it was begun.
  func giveUp() {
    if begin() { conversation.gate.leave() }
  }

  func node(of candidate: Int) -> ConversationNode? { state.withLock { $0.nodes[candidate] } }

  func takeUnsaved() -> (any Error)? {
    state.withLock { state in
      defer { state.unsaved = nil }
      return state.unsaved
    }
  }

  /// Reads a candidate's answer to its end.
  @concurrent func ask(
    _ candidate: Int, _ tell: @Sendable (ComparisonEvent.Step) -> Void
  ) async -> Outcome {
    tell(.started)
    let answer: RoutedAnswer
    switch candidates[candidate].answer {
    case .success(let routed): answer = routed
    case .failure(let error): return .failed(error, partial: nil)
    }
    do {
      return .answered(try await answer.reply { tell(.events($0)) })
    } catch {
      return .failed(
        Comparison.failure(error), partial: conversation.partial(of: answer, after: error))
    }
  }

  /// Stores what a candidate leaves; not called for two at once.
  func keep(_ outcome: Outcome, of candidate: Int) async {
    switch outcome {
    case .answered(let reply):
      await keep(reply.reply.message, of: candidate)
    case .failed(_, let partial?):
      state.withLock { $0.partials.append((candidate, partial)) }
    case .failed(_, nil):
      // One that could not be asked has no story.
      guard candidates[candidate].routed != nil else { return }
      let turn = told(conversation.newTurn([], after: path.head, onto: path), by: candidate)
      note(await conversation.keep([turn]))
    }
  }

  /// Stores what waited for the end, and frees the conversation.
  func end() async {
    for (candidate, message) in state.withLock({ $0.partials }) {
      await keep(message, of: candidate)
    }
    conversation.gate.leave()
  }

  /// Stores an answer, and the question with it when that is not stored yet.
  private func keep(_ message: Message, of candidate: Int) async {
    var answer = conversation.newTurn([message], after: path.head, onto: path)
    // Behind another's turn it would answer the wrong message.
    answer.onConflict = .branch
    answer.title = nil
    let (known, isFirst) = state.withLock { state in
      defer { state.hasHead = true }
      return (state.question, !state.hasHead)
    }
    if !isFirst { answer.branch = nil }
    answer.parent = known.map(NewTurn.Place.node) ?? .turn(0)
    let turns = (known == nil ? [question] : []) + [told(answer, by: candidate)]
    let kept = await conversation.keep(turns)
    note(kept)
    guard case .success(let stored) = kept, let node = stored.last?.nodes.last else { return }
    state.withLock { state in
      state.question = node.parent
      state.nodes[candidate] = node
    }
  }

  private func note(_ kept: Result<[StoredTurn], any Error>) {
    guard case .failure(let error) = kept else { return }
    state.withLock { $0.unsaved = $0.unsaved ?? error }
  }

  private func told(_ turn: NewTurn, by candidate: Int) -> NewTurn {
    var turn = turn
    turn.decision = candidates[candidate].routed?.decision.json
    turn.attempts = candidates[candidate].routed?.attempts ?? []
    turn.at = conversation.router.time.wall()
    return turn
  }
}
