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
      (path.messages + [message], Self.opened(by: message, request, after: path), path.head)
    }
  }

  /// A message, led by the instructions when it opens the conversation.
  static func opened(
    by message: Message, _ request: ChatRequest, after path: ConversationPath
  ) -> [Message] {
    guard path.isEmpty, let system = request.system, !system.isEmpty else { return [message] }
    return [.system(system), message]
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
    try await entering { path in
      let (asked, new, parent) = try prepare(path)
      let (whole, known) = try await whole(request, asking: asked, path)
      let (input, summaryError) = try await summarised(whole, known)
      let answer = try router.answer(to: whole, context: input)
      return ConversationTurn(
        TurnSource(
          answer, newTurn(new, after: parent, onto: path), summaryError: summaryError, of: self))
    }
  }

  /// Prepares a turn, which then holds the gate; one that cannot be prepared frees it.
  func entering<Turn: Sendable>(
    _ prepare: (ConversationPath) async throws -> Turn
  ) async throws -> Turn {
    try await gate.enter(options.whenBusy)
    do {
      try await storeUnsettled()
      return try await prepare(try await path())
    } catch {
      gate.leave()
      throw error
    }
  }

  /// A request with the messages that are asked, and what the conversation knows beside it.
  func whole(
    _ request: ChatRequest, asking asked: [Message], _ path: ConversationPath
  ) async throws -> (ChatRequest, ConversationContext) {
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
      path.nodes, summaries: try await summaries(), lead: lead, count: asked.count,
      memo: memo)
    return (request, known)
  }

  /// What would become of each part of the conversation if it went on with a model.
  ///
  /// Nothing is sent and nothing is lost: what a model cannot be sent stays where it is kept.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - request: The tools and the form of answer it would go on with.
  /// - Returns: The report; its places count from the message after leading instructions.
  /// - Throws: As ``Router/portability(of:to:context:)``; what the store throws.
  public func portability(
    to model: ModelReference, as request: ChatRequest = ChatRequest(messages: [])
  ) async throws -> PortabilityReport {
    let path = try await path()
    let (whole, known) = try await whole(request, asking: path.messages, path)
    return try router.portability(of: whole, to: model, context: known.input)
  }
}
