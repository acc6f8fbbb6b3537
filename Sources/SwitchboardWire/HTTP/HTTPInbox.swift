package import SwitchboardCore

/// What a transport does for its inbox; every call may come from any thread.
package protocol HTTPCarrier: AnyObject, Sendable {
  /// Sends the request; called once, when the reader first asks for something.
  func start()

  /// Goes on filling the inbox after it was full.
  func resume()

  /// Closes the exchange.
  func cancel()
}

/// The meeting point of one exchange: a transport puts in what arrives, one reader takes it out.
///
/// The reader sleeps only when there is nothing to take, and finds everything that came in
/// meanwhile when it wakes up: one hop between threads for any number of bytes.
package final class HTTPInbox: Sendable {
  private struct State {
    var isStarted = false
    var isCancelled = false
    var isReleased = false
    var isPaused = false
    var head: HTTPResponseHead?
    var bytes: [UInt8] = []
    var receivedAt: ContinuousClock.Instant?
    var end: End?
    var reader: CheckedContinuation<Bool, Never>?
    var readerWants = Wanted.head
    var waitingSince: ContinuousClock.Instant?

    func has(_ wanted: Wanted) -> Bool {
      if isCancelled || isReleased || end != nil { return true }
      return wanted == .head ? head != nil : !bytes.isEmpty
    }
  }

  private enum Wanted: Sendable { case head, bytes }

  private enum End: Sendable { case complete, failed(SwitchboardError) }

  private enum Taken<Item: Sendable>: Sendable { case item(Item), nothing, failed(any Error) }

  private enum Outcome: Sendable { case asleep, ready, taken }

  private let state = Locked(State())
  private let limit: Int

  /// Creates an empty inbox; above `limit` bytes ``put(_:at:)`` takes no more.
  package init(limit: Int = 256 << 10) {
    self.limit = limit
  }

  // MARK: The reader's side

  /// Waits for the head, as ``HTTPExchange/head()``.
  package func head(through carrier: some HTTPCarrier) async throws -> HTTPResponseHead {
    try begin(carrier)
    while true {
      let taken: Taken<HTTPResponseHead> = state.withLock { state in
        if state.isCancelled { return .failed(CancellationError()) }
        if let head = state.head { return .item(head) }
        if case .failed(let error) = state.end { return .failed(error) }
        if state.isReleased { return .failed(CancellationError()) }
        return .nothing
      }
      switch taken {
      case .item(let head): return head
      case .failed(let error): throw error
      case .nothing: try await wait(for: .head, carrier)
      }
    }
  }

  /// Takes everything that has arrived, as ``HTTPExchange/next()``.
  package func next(through carrier: some HTTPCarrier) async throws -> HTTPChunk? {
    try begin(carrier)
    while true {
      var wasPaused = false
      let taken: Taken<HTTPChunk?> = state.withLock { state in
        if state.isCancelled { return .failed(CancellationError()) }
        if state.isReleased { return .item(nil) }
        if let receivedAt = state.receivedAt, !state.bytes.isEmpty {
          var bytes: [UInt8] = []
          swap(&bytes, &state.bytes)
          swap(&wasPaused, &state.isPaused)
          return .item(HTTPChunk(bytes: bytes, receivedAt: receivedAt))
        }
        switch state.end {
        case .complete: return .item(nil)
        case .failed(let error): return .failed(error)
        case nil: return .nothing
        }
      }
      if wasPaused { carrier.resume() }
      switch taken {
      case .item(let chunk): return chunk
      case .failed(let error): throw error
      case .nothing: try await wait(for: .bytes, carrier)
      }
    }
  }

  private func begin(_ carrier: some HTTPCarrier) throws {
    if Task.isCancelled { carrier.cancel() }
    let isFirst = state.withLock { state in
      let isFirst = !state.isStarted && !state.isCancelled && !state.isReleased
      if isFirst { state.isStarted = true }
      return isFirst
    }
    if isFirst { carrier.start() }
  }

  private func wait(for wanted: Wanted, _ carrier: some HTTPCarrier) async throws {
    let isOnly = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state -> Outcome in
          if state.reader != nil { return .taken }
          if state.has(wanted) { return .ready }
          state.reader = continuation
          state.readerWants = wanted
          state.waitingSince = .now
          return .asleep
        }
        if outcome != .asleep { continuation.resume(returning: outcome == .ready) }
      }
    } onCancel: {
      carrier.cancel()
    }
    guard isOnly else {
      throw SwitchboardError(.invalidRequest, "An exchange has one reader; a second one asked.")
    }
  }

  /// Marks the exchange as cancelled and wakes the reader.
  ///
  /// - Returns: Whether the transport still has something to close.
  package func cancel() -> Bool {
    let (reader, isRunning) = state.withLock { state in
      let isRunning = state.isStarted && state.end == nil && !state.isCancelled
      state.isCancelled = true
      state.bytes = []
      state.waitingSince = nil
      let reader = state.reader
      state.reader = nil
      return (reader, isRunning)
    }
    reader?.resume(returning: true)
    return isRunning
  }

  /// Throws away what is left of the body, now and later.
  ///
  /// - Returns: Whether the transport still has something to read to its end.
  package func release() -> Bool {
    state.withLock { state in
      let isRunning = state.isStarted && state.end == nil && !state.isCancelled && !state.isReleased
      state.isReleased = true
      state.bytes = []
      return isRunning
    }
  }

  /// Whether nothing reads any more, although the exchange may go on.
  package var isReleased: Bool { state.withLock { $0.isReleased } }

  // MARK: The transport's side

  /// Whether the reader has given up.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Since when the reader waits for bytes in vain; `nil` while it does not wait.
  package var silentSince: ContinuousClock.Instant? {
    state.withLock { state in
      guard let waiting = state.waitingSince, state.bytes.isEmpty else { return nil }
      return max(waiting, state.receivedAt ?? waiting)
    }
  }

  /// Puts the head in.
  package func put(_ head: HTTPResponseHead) {
    state.withLock { $0.head = head }
  }

  /// Puts bytes in, unless the inbox is full.
  ///
  /// - Returns: Whether the bytes were taken; when not, the reader will have the carrier resume.
  package func put(_ bytes: UnsafeRawBufferPointer, at instant: ContinuousClock.Instant) -> Bool {
    // An inbox that nobody reads takes the bytes and forgets them.
    state.withLock { state in
      if state.isCancelled || state.isReleased { return true }
      if state.bytes.count >= limit {
        state.isPaused = true
        return false
      }
      state.bytes.append(contentsOf: bytes)
      state.receivedAt = instant
      return true
    }
  }

  /// Puts bytes in although the inbox may be full, for a transport that cannot give them back.
  ///
  /// - Returns: Whether there is room for more; when not, the reader will have the carrier resume.
  package func putAll(_ bytes: some Collection<UInt8>, at instant: ContinuousClock.Instant) -> Bool
  {
    state.withLock { state in
      if state.isCancelled || state.isReleased || bytes.isEmpty { return true }
      state.bytes.append(contentsOf: bytes)
      state.receivedAt = instant
      state.isPaused = state.bytes.count >= limit
      return !state.isPaused
    }
  }

  /// Ends the exchange, well (`nil`) or not.
  ///
  /// What arrived before is still handed out. Later ends are ignored.
  package func finish(_ error: SwitchboardError?) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.end = if let error { .failed(error) } else { .complete }
    }
  }

  /// Wakes the reader when what it waits for is there.
  ///
  /// Apart from putting things in, so that a transport can put in everything a pass over its sockets
  /// brings and wake the reader once.
  package func wake() {
    let reader = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.has(state.readerWants) else { return nil }
      let reader = state.reader
      state.reader = nil
      state.waitingSince = nil
      return reader
    }
    reader?.resume(returning: true)
  }
}
