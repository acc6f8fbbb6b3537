import SwitchboardCore

/// Folds an answer where its bytes are read, and tells the main actor that there is something new.
///
/// It holds the newest state and no queue: however many events come while the main actor is busy or
/// waits, it takes them as one change.
final class AnswerFeed: Sendable {
  /// One element when there is something new; ends with the work.
  let news: AsyncStream<Void>

  private let signal: AsyncStream<Void>.Continuation
  private let state = Locked(ReplyAccumulator())

  init() {
    (news, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The answer as far as it has come; `nil` while there is nothing to show.
  var message: Message? {
    state.withLock { $0.hasContent ? $0.message() : nil }
  }

  func add(_ events: [StreamEvent]) {
    state.withLock { state in
      for event in events { state.add(event) }
    }
    if events.contains(where: \.isContent) { signal.yield() }
  }

  func finish() { signal.finish() }
}
