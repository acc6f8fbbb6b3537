#if os(Linux)
import SwitchboardCore
import SwitchboardWire

/// The reader's end of one exchange; letting go of it cancels.
///
/// The thread holds the transfer, never the exchange: that is what makes letting go visible.
final class CurlExchange: HTTPExchange, HTTPCarrier {
  private let transfer: CurlTransfer
  private let engine: CurlEngine

  init(_ request: HTTPRequest, engine: CurlEngine) {
    transfer = CurlTransfer(request)
    self.engine = engine
  }

  deinit {
    if !transfer.inbox.isReleased { cancel() }
  }

  func head() async throws -> HTTPResponseHead {
    try await transfer.inbox.head(through: self)
  }

  func next() async throws -> HTTPChunk? {
    try await transfer.inbox.next(through: self)
  }

  func start() {
    do throws(SwitchboardError) {
      guard let request = transfer.takeRequest() else { return }
      let origin = try request.validate()
      try engine.post(.start(transfer, request, origin, at: .now))
    } catch {
      transfer.inbox.finish(error)
      transfer.inbox.wake()
    }
  }

  func resume() {
    try? engine.post(.resume(transfer))
  }

  func release() {
    if transfer.inbox.release() { try? engine.post(.release(transfer)) }
  }

  func cancel() {
    if transfer.inbox.cancel() { try? engine.post(.cancel(transfer)) }
  }
}

/// What the reader's end and the thread share of one exchange.
final class CurlTransfer: Sendable {
  let deadlines: Deadlines
  let inbox = HTTPInbox()
  private let request: Locked<HTTPRequest?>

  init(_ request: HTTPRequest) {
    deadlines = request.deadlines
    self.request = Locked(request)
  }

  /// The request, handed out once, so that its body is gone when it was sent: an answer may take
  /// minutes.
  func takeRequest() -> HTTPRequest? {
    request.withLock { request in
      defer { request = nil }
      return request
    }
  }
}
#endif
