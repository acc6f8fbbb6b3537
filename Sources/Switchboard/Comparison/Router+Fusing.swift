public import SwitchboardCore

extension Router {
  /// Has a model make one answer of several.
  ///
  /// The model is shown the request and the answers as numbered sources, as quoted material, without
  /// the names of who gave them; pictures are shown as pictures. Its answer says in its text what it
  /// took from where.
  ///
  /// ```swift
  /// let fused = try await router.fuse(
  ///   answers, of: ChatRequest("What is a fjord?"), by: "anthropic/claude-sonnet-5")
  /// print(fused.answer.reply.text)  // A fjord is a drowned valley [1] that a glacier cut [1][2].
  /// print(fused.sources)            // [0, 1]
  /// ```
  ///
  /// - Parameters:
  ///   - answers: The answers; at least one.
  ///   - request: What they answer; who answered it and how does not count.
  ///   - model: Who merges them.
  ///   - options: How it is asked.
  /// - Returns: The answer, and which answers it cites.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when there is no answer to
  ///   merge, `decoding` when the model gave no text; else as ``reply(to:context:)``.
  public func fuse(
    _ answers: [ChatReply], of request: ChatRequest, by model: ModelReference,
    options: ChatOptions = ChatOptions()
  ) async throws -> FusedReply {
    let fusing = try ChatRequest(
      fusing: answers.map(\.message), of: request, by: model, options: options)
    let answer = try await reply(to: fusing)
    if answer.reply.text.allSatisfy(\.isWhitespace) {
      throw SwitchboardError(
        .decoding, "The model made no answer (\(answer.reply.finish.kind)).",
        vendor: answer.reply.origin.vendor, model: answer.reply.origin.model, outputBegun: true,
        partial: answer.reply.message, attempts: answer.attempts)
    }
    return FusedReply(answer, of: answers.count)
  }
}

extension Conversation {
  /// Has a model make one answer of several that the tree holds; it becomes their sibling, and the
  /// branch ends at it.
  ///
  /// The model is sent the conversation up to the message that they answer, planned for its window.
  /// ``FusedReply`` reads the citations: `FusedReply(try await turn.reply(), of: nodes.count)`.
  ///
  /// - Parameters:
  ///   - nodes: The answers, all to the same message; the first is cited as `[1]`.
  ///   - model: Who merges them.
  ///   - request: As for ``send(_:as:)``; its own model and route are not used.
  /// - Returns: The turn, not yet started.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when there is no answer to
  ///   merge or they do not answer the same message; else as ``send(_:as:)``.
  public func fuse(
    _ nodes: [NodeID], by model: ModelReference, as request: ChatRequest = ChatRequest(messages: [])
  ) async throws -> ConversationTurn {
    try await entering { path in
      var answers: [ConversationNode] = []
      for node in nodes { answers += try await store.path(to: node, in: id, limit: 1) }
      let parents = Set(answers.map(\.parent))
      guard parents.count <= 1, answers.allSatisfy({ $0.message.role == .assistant }) else {
        throw SwitchboardError(
          .invalidRequest, "Only answers to the same message can be merged; name siblings.")
      }
      guard let parent = answers.first?.parent else { throw ChatRequest.nothingToFuse }
      let asked = ConversationPath(try await store.path(to: parent, in: id, limit: nil))
      let (whole, known) = try await whole(request, asking: asked.messages, asked)
      let fusing = try ChatRequest(
        fusing: answers.map(\.message), of: whole, by: model, options: request.options)
      let (input, summaryError) = try await summarised(fusing, known)
      return ConversationTurn(
        TurnSource(
          try router.answer(to: fusing, context: input), newTurn([], after: parent, onto: path),
          summaryError: summaryError, of: self))
    }
  }
}

extension ChatRequest {
  static let nothingToFuse = SwitchboardError(
    .invalidRequest, "There is no answer to merge; give at least one.")

  /// The request that asks for one answer made of several.
  ///
  /// It is the request that they answer, with the answers quoted behind its last message.
  init(
    fusing answers: [Message], of request: ChatRequest, by model: ModelReference,
    options: ChatOptions
  ) throws {
    guard !answers.isEmpty else { throw Self.nothingToFuse }
    let quotation = Quotation(
      answers.enumerated().map { .answer($0.element, label: "source \($0.offset + 1)") })
    let parts = [.text(Self.fusingLead)] + quotation.parts(then: Self.fusingTask)
    var messages = request.messages
    // In one message with the question, so that no plan parts the two.
    if messages.last?.role == .user {
      messages[messages.count - 1].parts += [.text("\n\n")] + parts
    } else {
      messages.append(.user(parts))
    }
    // Vendors want the tools defined that a history calls.
    let hasCalls = messages.contains { !$0.toolCalls.isEmpty }
    self.init(
      id: request.id, model: model, system: request.system, messages: messages,
      tools: hasCalls ? request.tools : [],
      toolChoice: hasCalls && !request.tools.isEmpty ? ToolChoice.none : nil, options: options,
      stream: request.stream, strict: request.strict, deadlines: request.deadlines)
  }

  private static let fusingLead = """
    Several others have answered what stands above. Their answers follow, as numbered sources.


    """

  private static let fusingTask = """
    Now answer what stands above yourself, with one answer made of these. Keep what is right and \
    useful, each thing once; leave out what is wrong. Where the sources contradict each other, find \
    out who is right, and say so when it cannot be known. Right behind each statement that you took \
    from a source put the number of that source in square brackets, as [1] or [1][3], and put nothing \
    else into square brackets. Write the answer alone, without a word about sources or merging, in \
    the language of the question.
    """
}
