public import SwitchboardCore

/// A whole answer with the story of how it came about.
public struct RoutedReply: Sendable {
  /// The answer.
  public var reply: ChatReply

  /// Who was considered and why one was chosen.
  public var decision: Decision

  /// Every call that was made.
  public var attempts: [Attempt]

  /// Creates a reply with its story.
  public init(reply: ChatReply, decision: Decision, attempts: [Attempt]) {
    self.reply = reply
    self.decision = decision
    self.attempts = attempts
  }

  /// The public JSON form of the reply.
  ///
  /// - Parameter explained: Whether the decision and the attempts stand in it.
  /// - Returns: The form.
  public func json(explained: Bool) -> JSON {
    var json = reply.json
    if explained {
      json["decision"] = decision.json
      json["attempts"] = .array(attempts.map(\.json))
    }
    return json
  }
}

/// An answer that is on its way through a router.
///
/// Nothing is sent before it is read. It can be read once: as a sequence of events, as arrays of
/// events through ``open()``, or whole through ``reply()``. Ending the iteration early, or cancelling
/// the task, closes the connection.
public struct RoutedAnswer: AsyncSequence, Sendable {
  /// The steps of the answer.
  public typealias Element = StreamEvent

  /// Who was considered and why one was chosen.
  public let decision: Decision

  private let source: RoutedSource
  private let events: EventStream

  init(
    request: ChatRequest, context: ContextInput, decision: Decision, targets: [Router.Target],
    fallbackOn: Set<Route.Fallback>, router: Router
  ) {
    self.decision = decision
    let source = RoutedSource(
      request: request, context: context, targets: targets, fallbackOn: fallbackOn,
      router: router)
    self.source = source
    // The source outlives its reader here, so leaving early must be told to it: the iterator does.
    self.events = EventStream { source }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> EventStream.Iterator { events.makeAsyncIterator() }

  /// Begins to read whole arrays of events; who reads so must cancel the source when leaving early.
  ///
  /// - Throws: As ``SwitchboardCore/EventStream/open()``.
  public func open() throws -> any EventSource { try events.open() }

  /// Every call that was made until now.
  public var attempts: [Attempt] { source.attempts }

  /// The answer as far as it has come; `nil` while there is nothing to keep.
  public var partial: Message? { source.partial }

  /// The whole answer, once the last event was read; `nil` before.
  public var finished: RoutedReply? {
    source.finished.map { RoutedReply(reply: $0, decision: decision, attempts: attempts) }
  }

  /// Reads the answer to its end.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` with every attempt and the partial message;
  ///   `CancellationError` when the task was cancelled.
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
