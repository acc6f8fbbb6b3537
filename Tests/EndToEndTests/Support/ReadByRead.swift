import LoopbackServer
import SwitchboardCore
import SwitchboardTransport
import SwitchboardWire

/// A transport that opens a gate each time its reader comes back for more.
///
/// A server that waits at the gates sends a piece only when the one before was read, so that every
/// piece is a read of its own: no network does that on its own account.
final class ReadByRead: HTTPTransport {
  private let inner = PlatformTransport.make()
  private let gates: [LoopbackGate]
  private let between: @Sendable () -> Void

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - gates: The first opens when the first piece was read, and so on.
  ///   - between: Called before a gate opens.
  init(_ gates: [LoopbackGate], between: @escaping @Sendable () -> Void = {}) {
    self.gates = gates
    self.between = between
  }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    Exchange(inner.exchange(request), gates, between)
  }

  private final class Exchange: HTTPExchange {
    private let inner: any HTTPExchange
    private let gates: [LoopbackGate]
    private let between: @Sendable () -> Void
    private let reads = Locked(0)

    init(
      _ inner: any HTTPExchange, _ gates: [LoopbackGate], _ between: @escaping @Sendable () -> Void
    ) {
      self.inner = inner
      self.gates = gates
      self.between = between
    }

    func head() async throws -> HTTPResponseHead { try await inner.head() }

    func next() async throws -> HTTPChunk? {
      let read = reads.withLock { reads in
        reads += 1
        return reads
      }
      if read > 1, read - 2 < gates.count {
        between()
        gates[read - 2].open()
      }
      return try await inner.next()
    }

    func release() { inner.release() }

    func cancel() { inner.cancel() }
  }
}

/// A server and a transport between which every piece of a stream is a read of its own.
struct PieceByPiece {
  let server: LoopbackServer
  let transport: ReadByRead

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - pieces: What it sends.
  ///   - isEndless: Whether it falls silent after the last piece instead of ending the stream.
  ///   - between: Called when a piece was read, before the next is sent.
  /// - Throws: When there is no server.
  init(
    _ pieces: [[UInt8]], isEndless: Bool = false, between: @escaping @Sendable () -> Void = {}
  ) throws {
    let gates = pieces.map { _ in LoopbackGate() }
    let script = zip(pieces, gates).reduce(LoopbackScript.eventStream) { script, step in
      script.chunk(step.0).wait(step.1)
    }
    server = try LoopbackServer(isEndless ? script.stall() : script.end())
    transport = ReadByRead(gates, between: between)
  }
}
