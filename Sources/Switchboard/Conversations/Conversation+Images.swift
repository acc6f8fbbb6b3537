public import SwitchboardCore

/// Pictures that became a turn of a conversation.
public struct ConversationImages: Sendable {
  /// The pictures, with the story of how they came about.
  public let answer: RoutedImages

  /// What the store made of the turn; `nil` when it could not be stored.
  public let stored: StoredTurn?

  /// Why it could not be stored; the conversation's next turn tries again.
  public let unsaved: (any Error)?
}

extension Conversation {
  /// Asks for pictures, and stores the question and the pictures together.
  ///
  /// The words of the message are the prompt, and its pictures those to start from. What was said
  /// before is not sent. A call that failed or was stopped leaves no message, only its story.
  ///
  /// - Parameters:
  ///   - message: The message of the user.
  ///   - request: Who is to paint and how: everything but the prompt, the inputs and, where there
  ///     are inputs, the task: with words it is an edit, without them a variation.
  /// - Returns: The pictures.
  /// - Throws: As ``Router/images(for:)``; kind `invalidRequest` when the message holds what is no
  ///   picture, and when another turn is on its way and this one is not to wait.
  public func images(
    for message: Message, as request: ImageRequest = ImageRequest(prompt: "")
  ) async throws -> ConversationImages {
    try await paint(request) { path in (message, [message], path.head) }
  }

  /// Asks for other pictures for the newest message of the user.
  ///
  /// They become a sibling of the answer there is, and the branch ends at them.
  ///
  /// - Parameter request: As for ``images(for:as:)``.
  /// - Returns: The pictures.
  /// - Throws: As ``images(for:as:)``; kind `invalidRequest` when there is nothing to answer.
  public func regenerateImages(
    as request: ImageRequest = ImageRequest(prompt: "")
  ) async throws -> ConversationImages {
    try await paint(request) { path throws in
      let node = path.nodes[try path.question()]
      return (node.message, [], node.id)
    }
  }

  private func paint(
    _ request: ImageRequest,
    _ prepare: (ConversationPath) throws -> (asked: Message, new: [Message], parent: NodeID?)
  ) async throws -> ConversationImages {
    try await alone {
      let path = try await path()
      let (asked, new, parent) = try prepare(path)
      let request = try request.asking(for: asked)
      var turn = newTurn(new, after: parent, onto: path)
      turn.decision = try router.explain(request).json
      do {
        let answer = try await router.images(for: request, noting: &turn.attempts)
        turn.messages.append(
          Message(role: .assistant, parts: answer.reply.images, origin: answer.reply.origin))
        turn.at = router.time.wall()
        switch await keep([turn]) {
        case .success(let stored):
          return ConversationImages(answer: answer, stored: stored.first, unsaved: nil)
        case .failure(let error):
          return ConversationImages(answer: answer, stored: nil, unsaved: error)
        }
      } catch {
        turn.messages = []
        turn.at = router.time.wall()
        // The first failure is the one that is told.
        if !turn.attempts.isEmpty { _ = await keep([turn]) }
        throw error
      }
    }
  }
}

extension ImageRequest {
  /// The request with the words and pictures of a message.
  fileprivate func asking(for message: Message) throws -> ImageRequest {
    var request = self
    request.prompt = message.text
    request.inputs = []
    for part in message.parts {
      guard case .media(let media) = part.content else { continue }
      guard media.family == .image else {
        throw SwitchboardError(
          .invalidRequest,
          "Pictures are made from words and pictures, not from \(media.mime); leave it out.")
      }
      request.inputs.append(part)
    }
    if !request.inputs.isEmpty, request.task == .generate {
      request.task = request.prompt.isEmpty ? .variation : .edit
    }
    return request
  }
}
