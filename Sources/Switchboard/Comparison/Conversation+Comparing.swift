public import SwitchboardCore

extension Conversation {
  /// Sends a message to several models, whose answers become siblings in the tree.
  ///
  /// Each is asked as ``send(_:as:)`` would ask it: with the conversation so far, planned for its
  /// window. It is one turn of the conversation: no other is on its way before all have ended.
  ///
  /// ```swift
  /// let comparison = try await conversation.compare(
  ///   .user("Name the boat."), across: ["anthropic/claude-sonnet-5", "openai/gpt-5.5"])
  /// for try await event in comparison { … }
  /// try await comparison.pick(1)
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message: the user's, or results of tools.
  ///   - request: As for ``send(_:as:)``; its own model and route are not used.
  ///   - models: The models, each in full; one may stand there more than once.
  ///   - inFlight: How many are asked at a time; at least 1.
  /// - Returns: The answers as they come, not yet started.
  /// - Throws: What the store throws; kind `invalidRequest` when another turn is on its way and this
  ///   one is not to wait. A model that cannot be asked is told by its event.
  public func compare(
    _ message: Message, as request: ChatRequest = ChatRequest(messages: []),
    across models: [ModelReference], inFlight: Int = 8
  ) async throws -> ConversationComparison {
    try await entering { path in
      var candidates: [ComparedTurn.Candidate] = []
      for model in models {
        var request = request
        request.model = model
        candidates.append(try await candidate(request, asking: path.messages + [message], path))
      }
      return ConversationComparison(
        ComparedTurn(
          candidates, asked: Self.opened(by: message, request, after: path), after: path, of: self),
        inFlight: max(1, inFlight))
    }
  }

  private func candidate(
    _ request: ChatRequest, asking asked: [Message], _ path: ConversationPath
  ) async throws -> ComparedTurn.Candidate {
    // A summary that was written for one candidate is known to the next.
    let (whole, known) = try await whole(request, asking: asked, path)
    do {
      let (input, summaryError) = try await summarised(whole, known)
      return ComparedTurn.Candidate(
        answer: .success(try router.answer(to: whole, context: input)), summaryError: summaryError)
    } catch let error as SwitchboardError {
      return ComparedTurn.Candidate(answer: .failure(error), summaryError: nil)
    }
  }
}

/// The answers of several models to one message of a conversation, as they come.
///
/// Every candidate ends with one `finished` or `failed`; one that fails spoils no other. An answer is
/// stored before its `finished` is told: the message is one node of the tree, and the answers are its
/// children in the order they came. The branch ends at the first whole answer until ``pick(_:)`` names
/// another. When nobody answers, the history stays as it was; partial answers are kept as
/// ``Conversation/Options/keepsPartials`` says, and the story of all calls is stored either way. When
/// somebody else's turn was stored in its place meanwhile, the comparison gets a branch of its own.
///
/// It can be read once. Leaving the loop, or cancelling the task, ends the answers on their way and
/// keeps those that are whole; the conversation is free when they have ended.
public struct ConversationComparison: AsyncSequence, Sendable {
  /// One step of one candidate.
  public typealias Element = ComparisonEvent

  private let turn: ComparedTurn
  private let inFlight: Int

  init(_ turn: ComparedTurn, inFlight: Int) {
    self.turn = turn
    self.inFlight = inFlight
  }

  /// Asks the models.
  public func makeAsyncIterator() -> Iterator {
    guard turn.begin() else { return Iterator(turn: turn, steps: nil) }
    let (turn, inFlight) = (turn, inFlight)
    return Iterator(
      turn: turn,
      steps: StepReader { report in
        await each(of: turn.candidates.count, atOnce: inFlight) { candidate in
          await turn.ask(candidate) {
            report(ComparisonEvent(candidate: candidate, step: $0))
          }
        } ended: { candidate, outcome in
          await turn.keep(outcome, of: candidate)
          report(ComparisonEvent(candidate: candidate, step: outcome.step))
        }
        await turn.end()
      })
  }

  /// The reader of a comparison; dropping it ends all answers.
  public struct Iterator: AsyncIteratorProtocol {
    let turn: ComparedTurn
    var steps: StepReader<ComparisonEvent>?

    /// Waits for the next step.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; after the last step what the store
    ///   threw, and the conversation's next turn tries again; kind `invalidRequest` when the
    ///   comparison was read before.
    public mutating func next() async throws -> ComparisonEvent? {
      guard steps != nil else {
        throw SwitchboardError(
          .invalidRequest, "This comparison was read before; send the message again for another.")
      }
      if let event = try await steps?.next() { return event }
      if let error = turn.takeUnsaved() { throw error }
      return nil
    }
  }

  /// Who was considered for a candidate and why; `nil` when it could not be asked.
  public func decision(of candidate: Int) -> Decision? {
    turn.candidates[candidate].routed?.decision
  }

  /// Why the summary that a candidate's plan wants could not be written; it was asked without.
  public func summaryError(of candidate: Int) -> SwitchboardError? {
    turn.candidates[candidate].summaryError
  }

  /// The stored answer of a candidate, by its place in the list of models; `nil` while there is none.
  public func node(of candidate: Int) -> ConversationNode? { turn.node(of: candidate) }

  /// Makes a candidate's answer the end of the branch, so that the conversation goes on from it.
  ///
  /// The others stay in the tree, as its siblings. It waits until all candidates have ended.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when the candidate has no
  ///   stored answer; what the store throws.
  public func pick(_ candidate: Int) async throws {
    try await settle()
    guard let node = node(of: candidate) else {
      throw SwitchboardError(
        .invalidRequest,
        "Candidate \(candidate) has no stored answer to go on with; pick another.")
    }
    try await turn.conversation.pick(node.id)
  }

  /// Waits until the answers have ended and what they leave is stored; one that was never read is
  /// given up.
  ///
  /// - Throws: What the store throws; the conversation's next turn tries again.
  public func settle() async throws {
    turn.giveUp()
    try await turn.conversation.alone(.wait) {}
  }
}
