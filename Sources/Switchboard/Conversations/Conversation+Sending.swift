public import SwitchboardCore

extension Conversation {
  /// Sends a message and begins to answer it.
  ///
  /// - Parameters:
  ///   - message: The message: the user's, or results of tools.
  ///   - request: Who is to answer and how: everything but the messages. Its system text leads a new
  ///     conversation and is stored with it; later it replaces the stored one for this turn alone.
  /// - Returns: The turn, not yet started.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` as ``Router/answer(to:context:)``, and of kind
  ///   `invalidRequest` when another turn is on its way and this one is not to wait.
  public func send(
    _ message: Message, as request: ChatRequest = ChatRequest(messages: [])
  ) async throws -> ConversationTurn {
    try await begin(request) { path in
      var new = [message]
      if path.isEmpty, let system = request.system, !system.isEmpty {
        new.insert(.system(system), at: 0)
      }
      return (path.messages + [message], new, path.head)
    }
  }

  /// Asks for another answer to the newest message of the user.
  ///
  /// The answer becomes a sibling of the one there is, and the branch ends at it.
  ///
  /// - Parameter request: As for ``send(_:as:)``.
  /// - Returns: The turn, not yet started.
  /// - Throws: As ``send(_:as:)``; kind `invalidRequest` when there is nothing to answer.
  public func regenerate(
    as request: ChatRequest = ChatRequest(messages: [])
  ) async throws -> ConversationTurn {
    try await begin(request) { path throws in
      let place = try path.question()
      return (Array(path.messages[...place]), [], path.nodes[place].id)
    }
  }

  private func begin(
    _ request: ChatRequest,
    _ prepare: (ConversationPath) throws -> (asked: [Message], new: [Message], parent: NodeID?)
  ) async throws -> ConversationTurn {
    try await gate.enter(options.whenBusy)
    do {
      try await storeUnsettled()
      let path = try await path()
      let (asked, new, parent) = try prepare(path)
      var request = request
      request.messages = asked
      var lead = 0
      if let first = asked.first, first.role == .system {
        // The stored system text leads; the one of this turn, where there is one, stands for it.
        request.system = request.system ?? first.text
        request.messages.removeFirst()
        lead = 1
      }
      let known = ConversationContext(
        path.nodes, summaries: try await summaries(), lead: lead, count: asked.count)
      let (input, summaryError) = try await summarised(request, known)
      let answer = try router.answer(to: request, context: input)
      return ConversationTurn(
        TurnSource(
          answer, newTurn(new, after: parent, onto: path), summaryError: summaryError, of: self))
    } catch {
      gate.leave()
      throw error
    }
  }
}
