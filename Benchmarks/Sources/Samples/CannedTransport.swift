import SwitchboardCore
import SwitchboardWire

/// Answers every request from memory, so that a vendor can be measured without a network.
final class CannedTransport: HTTPTransport {
  private let pieces: [[UInt8]]
  private let lastRequest = Locked<HTTPRequest?>(nil)

  /// Creates a transport that answers with these bytes in pieces of 16 KB, as they come from a socket.
  init(_ body: [UInt8]) {
    pieces = Self.cut(body, into: 16 << 10)
  }

  /// The size of the last request's body.
  var bodySize: Int { lastRequest.withLock { $0?.body.count ?? 0 } }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    lastRequest.withLock { $0 = request }
    return Exchange(pieces)
  }

  /// Cuts bytes into pieces of a size.
  static func cut(_ bytes: [UInt8], into size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  private final class Exchange: HTTPExchange {
    private let pieces: Locked<ArraySlice<[UInt8]>>

    init(_ pieces: [[UInt8]]) {
      self.pieces = Locked(pieces[...])
    }

    func head() async throws -> HTTPResponseHead {
      HTTPResponseHead(status: 200, headers: ["content-type": "text/event-stream"])
    }

    func next() async throws -> HTTPChunk? {
      pieces.withLock { $0.popFirst() }.map { HTTPChunk(bytes: $0, receivedAt: .now) }
    }

    func release() {}

    func cancel() {}
  }
}
