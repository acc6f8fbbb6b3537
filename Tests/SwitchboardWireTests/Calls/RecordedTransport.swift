import SwitchboardCore
import SwitchboardWire

/// A transport that writes down what its reader does with the exchange.
final class RecordedTransport: HTTPTransport {
  /// What the reader does.
  enum Act: Hashable, Sendable {
    case sent
    case next
    case released
    case cancelled
  }

  /// One answer of `next()`.
  enum Step: Sendable {
    case bytes(String)
    case fail(any Error)
    case end
  }

  private let status: Int
  private let headers: HTTPFields
  private let headFailure: (any Error)?
  private let steps: Locked<[Step]>
  private let seen = Locked<[Act]>([])

  init(
    status: Int = 200, headers: HTTPFields = [:], headFailure: (any Error)? = nil,
    _ steps: [Step] = []
  ) {
    self.status = status
    self.headers = headers
    self.headFailure = headFailure
    self.steps = Locked(steps)
  }

  /// What the reader did, in order.
  var acts: [Act] { seen.withLock { $0 } }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange { Exchange(self) }

  private final class Exchange: HTTPExchange {
    private let transport: RecordedTransport

    init(_ transport: RecordedTransport) { self.transport = transport }

    private func note(_ act: Act) { transport.seen.withLock { $0.append(act) } }

    func head() async throws -> HTTPResponseHead {
      note(.sent)
      if let failure = transport.headFailure { throw failure }
      return HTTPResponseHead(status: transport.status, headers: transport.headers)
    }

    func next() async throws -> HTTPChunk? {
      note(.next)
      let step = transport.steps.withLock { $0.isEmpty ? .end : $0.removeFirst() }
      switch step {
      case .bytes(let text): return HTTPChunk(bytes: Array(text.utf8), receivedAt: .now)
      case .fail(let error): throw error
      case .end: return nil
      }
    }

    func release() { note(.released) }

    func cancel() { note(.cancelled) }
  }
}
