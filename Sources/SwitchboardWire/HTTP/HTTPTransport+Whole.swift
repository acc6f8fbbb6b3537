import SwitchboardCore

extension HTTPTransport {
  /// Sends a request and reads the whole answer, whatever its status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most bytes of the body.
  /// - Returns: The status line with its fields, and the body.
  /// - Throws: ``SwitchboardCore/SwitchboardError``, of kind `decoding` above the limit;
  ///   `CancellationError` when the task was cancelled.
  public func whole(
    _ request: HTTPRequest, limit: Int = 64 << 20
  ) async throws -> (head: HTTPResponseHead, body: [UInt8]) {
    let exchange = exchange(request)
    return try await withTaskCancellationHandler {
      let head = try await exchange.head()
      var body: [UInt8] = []
      while let chunk = try await exchange.next() {
        body += chunk.bytes
        if body.count > limit {
          exchange.cancel()
          throw SwitchboardError(
            .decoding, "The answer is larger than \(limit) bytes and was dropped.")
        }
      }
      exchange.release()
      return (head, body)
    } onCancel: {
      exchange.cancel()
    }
  }
}
