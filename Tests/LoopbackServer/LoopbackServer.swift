/// A small scripted HTTP/1.1 server on 127.0.0.1, for tests.
///
/// A test says with ``LoopbackScript`` what each request is answered with, byte for byte when it must
/// be, holds an answer where it wants with a ``LoopbackGate``, and waits for what the client did with
/// the `async` methods here. None of it sleeps, so tests neither flicker nor dawdle.
///
/// ```swift
/// let gate = LoopbackGate()
/// let server = try LoopbackServer(
///   .stream(["Content-Type": "text/event-stream"]).chunk("data: a\n\n").wait(gate).end())
/// // … read the first event from server.url("/v1/chat"), then:
/// exchange.cancel()
/// let closing = try await server.closing()        // the instant the client hung up
/// #expect(server.requests[0]["authorization"] == "Bearer key")
/// ```
///
/// Every connection has two threads: one reads all the time, so that the instant of the client's
/// hanging up is known in every state, one runs the scripts. The server stops, with all its
/// connections, when it is let go.
public final class LoopbackServer: Sendable {
  /// The port it listens on, chosen by the system.
  public let port: Int

  private let core: LoopbackCore

  /// Starts a server that asks a function how to answer each request.
  ///
  /// The function runs on the connection's thread, at once for several connections.
  public init(
    answering answer: @escaping @Sendable (LoopbackRequest) -> LoopbackScript
  ) throws {
    core = try LoopbackCore(answer)
    port = core.port
  }

  /// Starts a server that answers the first request with the first script, the second with the second,
  /// and so on; the last one serves all that follow.
  ///
  /// Requests are counted over all connections, in the order in which they arrive.
  public convenience init(_ scripts: LoopbackScript...) throws {
    try self.init { request in
      scripts.isEmpty ? .respond() : scripts[min(request.index, scripts.count - 1)]
    }
  }

  deinit { core.stop() }

  /// Closes all connections, and returns when no thread and no descriptor is left; idempotent.
  public func stop() { core.stop() }

  /// The address of a path on this server.
  public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  // MARK: What has happened

  /// All requests so far, in the order in which they arrived.
  public var requests: [LoopbackRequest] { core.monitor.read { $0.requests } }

  /// How many connections were opened so far.
  public var connectionCount: Int { core.monitor.read { $0.connections.count } }

  /// How many connections are open now.
  public var openConnections: Int { core.monitor.read { $0.openConnections } }

  /// How many bytes were written on a connection, counted from 0, so far.
  public func bytesWritten(on connection: Int = 0) -> Int {
    core.monitor.read {
      $0.connections.indices.contains(connection) ? $0.connections[connection].written : 0
    }
  }

  // MARK: Waiting for something to happen

  /// Waits until so many requests have arrived.
  ///
  /// - Throws: `CancellationError`, as all waiting methods, when the test is cancelled.
  @discardableResult
  public func requests(atLeast count: Int) async throws -> [LoopbackRequest] {
    try await core.monitor.value { $0.requests.count >= count ? $0.requests : nil }
  }

  /// Waits until the client has closed a connection, counted from 0.
  @discardableResult
  public func closing(of connection: Int = 0) async throws -> LoopbackClosing {
    try await core.monitor.value {
      $0.connections.indices.contains(connection) ? $0.connections[connection].closing : nil
    }
  }

  /// Waits until no more than so many connections are open.
  public func openConnections(atMost count: Int) async throws {
    try await core.monitor.value { $0.openConnections <= count ? () : nil }
  }

  /// Waits until a connection, counted from 0, has taken nothing for 100 ms although there is more to
  /// write: the client does not read.
  ///
  /// - Returns: How many bytes were written until then.
  @discardableResult
  public func blocking(of connection: Int = 0) async throws -> Int {
    try await core.monitor.value {
      $0.connections.indices.contains(connection) && $0.connections[connection].isBlocked
        ? $0.connections[connection].written : nil
    }
  }
}

/// A request as it arrived.
public struct LoopbackRequest: Sendable {
  /// Which request of the server it is, counted from 0 over all connections.
  public var index: Int

  /// Which connection it came on, counted from 0.
  public var connection: Int

  /// The method.
  public var method: String

  /// The target as it was written: a path, or a whole address when the client takes the server for its
  /// proxy.
  public var target: String

  /// The header fields, in order.
  public var fields: [(name: String, value: String)]

  /// The body.
  public var body: [UInt8]

  /// When its last byte was read.
  public var receivedAt: ContinuousClock.Instant

  /// The first value of a header field, whatever the case of its name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// How and when a client hung up.
public struct LoopbackClosing: Sendable {
  /// When the server saw it.
  public var instant: ContinuousClock.Instant

  /// Whether the connection was reset rather than closed in order.
  public var isReset: Bool
}
