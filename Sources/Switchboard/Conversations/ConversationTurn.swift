public import SwitchboardCore

/// One turn of a conversation on its way.
///
/// It can be read once, as ``RoutedAnswer`` can. Its last event comes when the turn is stored.
/// Leaving early, or cancelling the task, closes the connection; what was received is stored by
/// ``settle()``, or with the conversation's next turn.
public struct ConversationTurn: AsyncSequence, Sendable {
  /// The steps of the answer.
  public typealias Element = StreamEvent

  private let source: TurnSource
  private let events: EventStream

  init(_ source: TurnSource) {
    self.source = source
    self.events = EventStream { source }
  }

  /// Who was considered and why one was chosen.
  public var decision: Decision { source.answer.decision }

  /// Every call that was made until now.
  public var attempts: [Attempt] { source.answer.attempts }

  /// The answer as far as it has come; `nil` while there is nothing to keep.
  public var partial: Message? { source.answer.partial }

  /// The whole answer, once the last event was read; `nil` before.
  public var finished: RoutedReply? { source.answer.finished }

  /// Why the summary that the policy wants could not be written; the turn goes on without it.
  public var summaryError: SwitchboardError? { source.summaryError }

  /// What the store made of the turn; `nil` before it was stored.
  public var stored: StoredTurn? { source.stored }

  /// Begins to read.
  public func makeAsyncIterator() -> EventStream.Iterator { events.makeAsyncIterator() }

  /// Begins to read whole arrays of events; who reads so must cancel the source when leaving early.
  ///
  /// - Throws: As ``SwitchboardCore/EventStream/open()``.
  public func open() throws -> any EventSource { try events.open() }

  /// Ends a turn that was left early, and stores what it leaves: its story, and the partial answer
  /// when the conversation keeps those.
  ///
  /// - Returns: What the store made of it.
  /// - Throws: What the store throws; the conversation's next turn tries again.
  @discardableResult
  public func settle() async throws -> StoredTurn? {
    source.cancel()
    try await source.conversation.settle()
    return source.stored
  }

  /// Reads the answer to its end.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` with every attempt and the partial message, or of
  ///   the store; `CancellationError` when the task was cancelled.
  public func reply() async throws -> RoutedReply {
    let source = try open()
    return try await withTaskCancellationHandler {
      while try await source.next() != nil { try Task.checkCancellation() }
      try Task.checkCancellation()
      guard let finished else {
        throw SwitchboardError(.truncated, "The answer ended without its end.")
      }
      return finished
    } onCancel: {
      source.cancel()
    }
  }
}
