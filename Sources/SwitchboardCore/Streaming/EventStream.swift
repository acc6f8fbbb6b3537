/// One running answer with one reader.
///
/// ## Implementing
/// - `next()` hands out everything that is ready, never one event a call: a hop between threads costs
///   a hundred times what an event costs.
/// - An empty array is a sign of life without content, as a vendor's ping.
/// - After `finish`, or after throwing, `next()` returns `nil`.
/// - Letting go of the last reference ends the answer as `cancel()` does.
public protocol EventSource: AnyObject, Sendable {
  /// Waits for events.
  ///
  /// - Returns: Events in the order of ``StreamGrammar``; `nil` at the end.
  /// - Throws: ``SwitchboardError``, or `CancellationError` after ``cancel()`` or when the calling
  ///   task was cancelled.
  @concurrent func next() async throws -> [StreamEvent]?

  /// Ends the answer and closes its connection; any thread may call it, any number of times.
  func cancel()

  /// When the bytes behind the last array of ``next()`` arrived; for the one reader.
  var receivedAt: ContinuousClock.Instant? { get }
}

/// An answer that has not started yet.
///
/// The request is sent when iteration starts. The iterator owns the connection: leaving the loop,
/// dropping the iterator or cancelling the task closes it. A cancelled reader sees
/// `CancellationError`, not a quiet end. It can be read once; a second iteration throws.
public struct EventStream: AsyncSequence, Sendable {
  /// The steps of the answer.
  public typealias Element = StreamEvent

  private let start: @Sendable () throws -> any EventSource
  private let isTaken = Locked(false)

  /// Creates a stream from what starts it.
  public init(_ start: @escaping @Sendable () throws -> any EventSource) {
    self.start = start
  }

  /// A stream that fails at its start.
  public init(failing error: any Error) {
    self.init { throw error }
  }

  /// Starts the answer without an iterator, for code that reads whole arrays of events.
  ///
  /// - Throws: What the start throws; ``SwitchboardError`` of kind `invalidRequest` when the stream
  ///   was read before.
  public func open() throws -> any EventSource {
    let wasTaken = isTaken.withLock { taken in
      defer { taken = true }
      return taken
    }
    if wasTaken {
      throw SwitchboardError(
        .invalidRequest, "This answer was read before; send the request again for another one.")
    }
    return try start()
  }

  /// Creates the one iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The reader of an answer; dropping it ends the answer.
  public struct Iterator: AsyncIteratorProtocol {
    /// Ends the source when the iterator goes.
    private final class Owner {
      let source: any EventSource
      init(_ source: any EventSource) { self.source = source }
      deinit { source.cancel() }
    }

    private var stream: EventStream?
    private var owner: Owner?
    private var batch: ArraySlice<StreamEvent> = []

    fileprivate init(_ stream: EventStream) { self.stream = stream }

    /// Waits for the next step.
    ///
    /// - Returns: The step; `nil` after the last.
    /// - Throws: ``SwitchboardError``, or `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> StreamEvent? {
      if let event = batch.popFirst() { return event }
      if let stream {
        self.stream = nil
        owner = Owner(try stream.open())
      }
      guard let source = owner?.source else { return nil }
      do {
        while true {
          try Task.checkCancellation()
          let events = try await withTaskCancellationHandler {
            try await source.next()
          } onCancel: {
            source.cancel()
          }
          guard let events else {
            owner = nil
            try Task.checkCancellation()
            return nil
          }
          batch = events[...]
          if let event = batch.popFirst() { return event }
        }
      } catch {
        owner = nil
        throw error
      }
    }
  }
}
