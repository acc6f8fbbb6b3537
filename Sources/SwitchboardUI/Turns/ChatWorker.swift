import Switchboard
import SwitchboardCore

/// Does one piece of work away from the main actor.
struct ChatWorker: Sendable {
  let conversation: Conversation
  let feed: AnswerFeed

  /// Does the work to its end, or until the task is cancelled, and looks at the conversation then.
  @concurrent func carryOut(_ work: ChatWork) async -> ChatOutcome {
    defer { feed.finish() }
    var outcome = ChatOutcome()
    do {
      try await perform(work, &outcome)
    } catch {
      outcome.note(error)
    }
    let ended = outcome
    // A task of its own, awaited here: what a stopped turn leaves must still be stored.
    return await Task { await conclude(ended) }.value
  }

  private func perform(_ work: ChatWork, _ outcome: inout ChatOutcome) async throws {
    switch work {
    case .look:
      break
    case .send(let message, let request):
      try await read(conversation.send(message, as: request), &outcome)
    case .paint(let message, let request):
      try await take(&outcome) { try await conversation.images(for: message, as: request) }
    case .regenerate(let mode, let text, let image):
      let mode = if let mode { mode } else { try await lastMode() }
      switch mode {
      case .text:
        try await read(conversation.regenerate(as: text), &outcome)
      case .image:
        try await take(&outcome) { try await conversation.regenerateImages(as: image) }
      }
    case .follow(let node):
      try await conversation.follow(node)
    case .fork(let name, let node):
      try await conversation.fork(name, at: node)
    case .checkout(let name):
      try await conversation.checkout(name)
    case .retitle(let title):
      try await conversation.store.rename(conversation.id, name: nil, title: title)
    }
  }

  /// How the answer there is was made.
  private func lastMode() async throws -> ChatMode {
    guard let last = try await conversation.messages().last else { return .text }
    return try await conversation.answer(in: last) == .images ? .image : .text
  }

  private func read(_ turn: ConversationTurn, _ outcome: inout ChatOutcome) async throws {
    let source = try turn.open()
    do {
      try await withTaskCancellationHandler {
        while let events = try await source.next() { feed.add(events) }
        try Task.checkCancellation()
      } onCancel: {
        source.cancel()
      }
    } catch {
      source.cancel()
      guard turn.finished != nil else {
        outcome.turn = ChatTurn(decision: turn.decision, attempts: turn.attempts)
        throw error
      }
      // The answer is whole: it was stopped too late, or could not be stored, which is tried again.
    }
    guard let answer = turn.finished else { return }
    outcome.turn = ChatTurn(answer)
    outcome.isWhole = true
  }

  private func take(
    _ outcome: inout ChatOutcome, _ images: () async throws -> ConversationImages
  ) async throws {
    do {
      let answer = try await images().answer
      feed.add(
        [.start(answer.reply.origin)]
          + answer.reply.images.enumerated().map { .media(index: $0.offset, $0.element) })
      outcome.turn = ChatTurn(answer)
      outcome.isWhole = true
    } catch {
      let attempts = (error as? SwitchboardError)?.attempts ?? []
      outcome.turn = ChatTurn(decision: nil, attempts: attempts)
      throw error
    }
  }

  /// Stores what is left to store, and looks at the conversation.
  private func conclude(_ ended: ChatOutcome) async -> ChatOutcome {
    var outcome = ended
    do {
      try await conversation.settle()
    } catch {
      outcome.isUnsaved = outcome.isWhole
      outcome.note(error)
    }
    do {
      outcome.view = try await ConversationSnapshot(of: conversation)
    } catch {
      outcome.isUnsaved = outcome.isWhole
      outcome.note(error)
    }
    return outcome
  }
}
