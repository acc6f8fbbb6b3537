import Foundation
import SwitchboardCore
import SwitchboardWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reader's end of one exchange; letting go of it cancels.
final class URLSessionExchange: HTTPExchange, HTTPCarrier {
  private let transfer: SessionTransfer
  private let owner: SessionOwner

  init(_ request: HTTPRequest, owner: SessionOwner) {
    transfer = SessionTransfer(request)
    self.owner = owner
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
    transfer.start(owner)
  }

  func resume() {
    transfer.resume()
  }

  func release() {
    if transfer.inbox.release() { transfer.release() }
  }

  func cancel() {
    if transfer.inbox.cancel() { transfer.stop() }
  }
}

/// What the reader's end, the delegate and the timer share of one exchange.
final class SessionTransfer: Sendable {
  private struct State {
    var origin = HTTPOrigin(isSecure: false, host: "", port: 0)
    var clock: HTTPDeadlineClock?
    var task: URLSessionDataTask?
    var timer: Task<Void, Never>?
    var hasHead = false
    var received = 0
    var isOver = false
  }

  let request: HTTPRequest
  let inbox = HTTPInbox()
  private let state = Locked(State())

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// Sends the request.
  func start(_ owner: SessionOwner) {
    do throws(SwitchboardError) {
      let origin = try request.validate()
      guard let url = URL(string: request.url) else {
        throw SwitchboardError(.invalidRequest, "The address cannot be read; nothing was sent.")
      }
      let clock = HTTPDeadlineClock(request.deadlines, start: .now)
      state.withLock { state in
        state.origin = origin
        state.clock = clock
      }
      if case .passed(let phase) = clock.verdict(at: .now, silentSince: nil) {
        throw .timeout(phase, request.deadlines, at: origin)
      }
      let task = owner.session.dataTask(with: urlRequest(url))
      // The delegate must know the transfer before the first callback can come.
      owner.delegate.add(self, for: task.taskIdentifier)
      state.withLock { $0.task = task }
      look()
      if inbox.isCancelled { stop() } else { task.resume() }
    } catch {
      finish(error)
    }
  }

  private func urlRequest(_ url: URL) -> URLRequest {
    var result = URLRequest(url: url)
    result.httpMethod = request.method
    for field in request.headers.fields where field.name.lowercased() != "content-length" {
      result.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if request.headers["Accept-Encoding"] == nil {
      // Unasked, the session would ask for compression and inflate without a limit.
      result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    if !request.body.isEmpty { result.httpBody = Data(request.body) }
    return result
  }

  /// Closes the exchange.
  func stop() {
    let (task, timer) = state.withLock { state in
      let result = (state.task, state.timer)
      state.isOver = true
      (state.task, state.timer) = (nil, nil)
      return result
    }
    timer?.cancel()
    task?.cancel()
  }

  /// Reads the rest without a reader.
  func release() {
    state.withLock { $0.clock?.release(at: .now) }
    resume()
    look()
  }

  /// Goes on after the inbox was full.
  func resume() {
    #if canImport(Darwin)
    state.withLock { $0.task }?.resume()
    #endif
  }

  private func finish(_ error: SwitchboardError?) {
    inbox.finish(error)
    inbox.wake()
    stop()
  }

  // MARK: What the delegate tells

  /// Bytes of the request have left, so the connection stands.
  func sent() {
    state.withLock { $0.clock?.isConnected = true }
  }

  /// The head has arrived.
  ///
  /// - Returns: Whether to go on.
  func received(_ response: HTTPURLResponse) -> Bool {
    let fields = response.allHeaderFields.map { name, value in
      HTTPFields.Field(name: "\(name)", value: "\(value)")
    }
    let head = HTTPResponseHead(status: response.statusCode, headers: HTTPFields(fields))
    let origin = state.withLock { state in
      state.clock?.isConnected = true
      state.hasHead = true
      return state.origin
    }
    if let refusal = head.codingRefusal(from: origin) {
      finish(refusal)
      return false
    }
    inbox.put(head)
    inbox.wake()
    return true
  }

  /// Bytes of the body have arrived.
  func received(_ data: Data) {
    let isFirst = state.withLock { state in
      state.received += data.count
      let isFirst = state.clock?.hasContent == false
      state.clock?.hasContent = true
      return isFirst
    }
    let isFull = !inbox.putAll(data, at: .now)
    inbox.wake()
    if isFirst { look() }
    if isFull {
      // Delivered all the same, but nothing more is asked for. Foundation on Linux goes on
      // delivering, and a task that was suspended there does not wake up again.
      #if canImport(Darwin)
      state.withLock { $0.task }?.suspend()
      #endif
    }
  }

  /// The task is over.
  func completed(_ error: (any Error)?) {
    let (origin, hasHead, received) = state.withLock { ($0.origin, $0.hasHead, $0.received) }
    finish(
      error.map {
        SessionFailure(error: $0, origin: origin, hasHead: hasHead, received: received).error
      })
  }

  // MARK: Deadlines

  /// Ends the exchange when a deadline has passed, and else looks again when the next one can have.
  private func look() {
    let (clock, origin) = state.withLock { ($0.isOver ? nil : $0.clock, $0.origin) }
    guard let clock else { return }
    switch clock.verdict(at: .now, silentSince: inbox.silentSince) {
    case .passed(.connect) where request.body.isEmpty:
      // Without a body nothing tells when the connection stands; the other deadlines hold.
      sent()
      look()
    case .passed(let phase):
      finish(.timeout(phase, request.deadlines, at: origin))
    case .look(let instant):
      schedule(at: instant)
    }
  }

  private func schedule(at instant: ContinuousClock.Instant) {
    let timer = Task { [weak self] in
      try? await Task.sleep(until: instant, clock: .continuous)
      if !Task.isCancelled { self?.look() }
    }
    let old = state.withLock { state -> Task<Void, Never>? in
      if state.isOver { return timer }
      let old = state.timer
      state.timer = timer
      return old
    }
    old?.cancel()
  }
}
