public import SwitchboardCore

/// One call to a vendor over HTTP: sends a request, decodes the answer, reads failures.
public final class HTTPEventSource<Decoder: ReplyDecoder>: EventSource {
  /// What a vendor says about a call.
  public struct Call: Sendable {
    /// The entry and model that are asked; failures name them.
    public var origin: Origin

    /// Makes the request, at the start of the call: keys are read and requests are signed here.
    public var request: @Sendable () async throws -> HTTPRequest

    /// Decodes the answer.
    public var decoder: Decoder

    /// What must not be seen in a failure, whatever it comes of.
    public var secrets: @Sendable () -> [Secret]

    /// Reads the body of an answer whose status is not 200 to 299.
    public var failure: @Sendable (HTTPResponseHead, [UInt8]) -> SwitchboardError

    /// Creates a description of a call.
    public init(
      origin: Origin, decoder: Decoder, secrets: @escaping @Sendable () -> [Secret] = { [] },
      request: @escaping @Sendable () async throws -> HTTPRequest,
      failure: @escaping @Sendable (HTTPResponseHead, [UInt8]) -> SwitchboardError
    ) {
      self.origin = origin
      self.request = request
      self.decoder = decoder
      self.secrets = secrets
      self.failure = failure
    }
  }

  private enum Phase {
    case unsent
    case reading
    case failing(any Error)
    case ended
  }

  private struct State {
    var phase = Phase.unsent
    var isCancelled = false
    /// The exchange, until it is released: cancelling one would close a connection that others can
    /// use.
    var exchange: (any HTTPExchange)?
    var receivedAt: ContinuousClock.Instant?
    var requestID: String?
    /// Until it is made: it holds the whole conversation, and an answer may take minutes.
    var request: (@Sendable () async throws -> HTTPRequest)?
    var decoder: Decoder
  }

  private let transport: any HTTPTransport
  private let origin: Origin
  private let secrets: @Sendable () -> [Secret]
  private let failure: @Sendable (HTTPResponseHead, [UInt8]) -> SwitchboardError
  private let state: Locked<State>

  /// Creates a call; nothing is sent before the first ``next()``.
  public init(_ call: Call, transport: any HTTPTransport) {
    self.transport = transport
    self.origin = call.origin
    self.secrets = call.secrets
    self.failure = call.failure
    self.state = Locked(State(request: call.request, decoder: call.decoder))
  }

  deinit {
    state.withLock { $0.exchange }?.cancel()
  }

  /// When the bytes of the last events arrived.
  public var receivedAt: ContinuousClock.Instant? { state.withLock { $0.receivedAt } }

  /// Closes the connection.
  public func cancel() {
    let exchange = state.withLock { state in
      state.isCancelled = true
      return state.exchange
    }
    exchange?.cancel()
  }

  /// Waits for bytes and decodes all that are there.
  @concurrent public func next() async throws -> [StreamEvent]? {
    do {
      let phase = state.withLock { $0.phase }
      switch phase {
      case .unsent:
        let events = try await send()
        return events.isEmpty ? try await read() : events
      case .reading:
        return try await read()
      case .failing(let error):
        throw error
      case .ended:
        return nil
      }
    } catch {
      state.withLock { $0.phase = .ended }
      throw named(error)
    }
  }

  private func send() async throws -> [StreamEvent] {
    let exchange = transport.exchange(try await request())
    let isCancelled = state.withLock { state in
      state.phase = .reading
      state.exchange = exchange
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
    let head = try await exchange.head()
    state.withLock { $0.requestID = head.requestID }
    guard (200..<300).contains(head.status) else {
      throw failure(head, try await body(of: exchange))
    }
    var events: [StreamEvent] = []
    do {
      try state.withLock { state throws in try state.decoder.head(head, into: &events) }
    } catch {
      exchange.cancel()
      throw error
    }
    return events
  }

  /// Makes the request and lets go of what it is made of.
  private func request() async throws -> HTTPRequest {
    let make = state.withLock { state in
      defer { state.request = nil }
      return state.request
    }
    guard let make else { throw CancellationError() }
    return try await make()
  }

  private func read() async throws -> [StreamEvent] {
    guard let exchange = state.withLock({ $0.exchange }) else { throw CancellationError() }
    let chunk = try await exchange.next()
    var events: [StreamEvent] = []
    var failure: (any Error)?
    let isDone = state.withLock { state in
      do {
        if let chunk {
          state.receivedAt = chunk.receivedAt
          try state.decoder.decode(chunk.bytes, into: &events)
        } else {
          try state.decoder.end(into: &events)
          guard case .finish = events.last else {
            throw SwitchboardError(.truncated, "The vendor's answer ended without its end.")
          }
        }
      } catch {
        failure = error
      }
      if case .finish = events.last {
        state.phase = .ended
        state.exchange = nil
        return true
      }
      if let failure { state.phase = .failing(failure) }
      return false
    }
    if isDone {
      exchange.release()
    } else if let failure {
      exchange.cancel()
      if events.isEmpty { throw failure }
    }
    return events
  }

  /// The body of a failure; what is above the bound is left out.
  private func body(of exchange: any HTTPExchange) async throws -> [UInt8] {
    let bound = 1 << 20
    var body: [UInt8] = []
    do {
      while body.count < bound, let chunk = try await exchange.next() { body += chunk.bytes }
    } catch is SwitchboardError {
      // The status says what happened; half a body is better than another error.
    }
    state.withLock { $0.exchange = nil }
    exchange.release()
    return Array(body.prefix(bound))
  }

  private func named(_ error: any Error) -> any Error {
    if error is CancellationError { return error }
    let (isCancelled, requestID) = state.withLock { ($0.isCancelled, $0.requestID) }
    if isCancelled { return CancellationError() }
    var failure =
      error as? SwitchboardError
      ?? SwitchboardError(.decoding, String(describing: error), underlying: error)
    failure.vendor = failure.vendor ?? origin.vendor
    failure.model = failure.model ?? origin.model
    failure.requestID = failure.requestID ?? requestID
    return failure.concealing(secrets())
  }
}
