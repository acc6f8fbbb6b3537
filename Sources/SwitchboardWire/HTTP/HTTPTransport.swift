/// Carries requests to vendors and their answers back.
///
/// ## Implementing
/// - Redirects are never followed: a 3xx answer is handed back like any other.
/// - A header name or value with a carriage return, line feed or NUL fails the call; nothing is sent.
/// - The deadlines of the request hold for bytes: connecting, the first byte of the body, silence
///   between two chunks, and the whole exchange. The idle clock stands still while the reader is not
///   waiting for bytes.
/// - The buffer between socket and reader is bounded in bytes; the socket is paused above the bound.
public protocol HTTPTransport: Sendable {
  /// Makes an exchange; nothing is sent before its first `head()` or `next()`.
  func exchange(_ request: HTTPRequest) -> any HTTPExchange
}

/// One request on its way, with one reader.
///
/// Letting go of the last reference cancels the exchange.
public protocol HTTPExchange: AnyObject, Sendable {
  /// Sends the request, when it was not sent yet, and waits for the status line and header fields.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `network` or `timeout`, or
  ///   `CancellationError` after ``cancel()`` or when the calling task was cancelled.
  func head() async throws -> HTTPResponseHead

  /// Waits for bytes of the body and hands out all that have arrived.
  ///
  /// - Returns: The bytes, never none; `nil` when the body ended as its framing promised.
  /// - Throws: As ``head()``; a body cut short is of kind `truncated`.
  func next() async throws -> HTTPChunk?

  /// Says that the reader has all it wants: what is left of the body is thrown away.
  ///
  /// The rest has a second to end, so that the connection can serve another call; then the exchange
  /// is closed.
  func release()

  /// Closes the exchange; may be called from any thread, any number of times.
  func cancel()
}

/// A status line with its header fields.
public struct HTTPResponseHead: Sendable {
  /// The status code (RFC 9110 §15); codes below 200 are never handed out.
  public var status: Int

  /// The header fields.
  public var headers: HTTPFields

  /// Creates a head.
  public init(status: Int, headers: HTTPFields) {
    self.status = status
    self.headers = headers
  }
}

/// Bytes of a body and when the last of them arrived.
public struct HTTPChunk: Sendable {
  /// The bytes, never empty.
  public var bytes: [UInt8]

  /// When the last of the bytes left the socket.
  public var receivedAt: ContinuousClock.Instant

  /// Creates a chunk.
  public init(bytes: [UInt8], receivedAt: ContinuousClock.Instant) {
    self.bytes = bytes
    self.receivedAt = receivedAt
  }
}
