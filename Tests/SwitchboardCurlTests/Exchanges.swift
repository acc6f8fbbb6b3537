#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardWire
import Testing

extension HTTPExchange {
  /// The whole body.
  func body() async throws -> String {
    var bytes: [UInt8] = []
    while let chunk = try await next() { bytes += chunk.bytes }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that are there next, as text.
  func text() async throws -> String? {
    try await next().map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

extension HTTPRequest {
  /// A GET without a body.
  static func get(
    _ url: String, _ headers: HTTPFields = [:], _ deadlines: Deadlines = Deadlines()
  ) -> HTTPRequest {
    HTTPRequest(method: "GET", url: url, headers: headers, deadlines: deadlines)
  }

  /// A POST with a text as its body.
  static func post(_ url: String, _ body: String = "", _ headers: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(url: url, headers: headers, body: Array(body.utf8))
  }
}

/// The failure that some work ends with.
func failure<Result>(
  _ location: SourceLocation = #_sourceLocation, of work: () async throws -> Result
) async throws -> SwitchboardError {
  do {
    _ = try await work()
  } catch let error as SwitchboardError {
    return error
  }
  Issue.record("no failure", sourceLocation: location)
  throw CancellationError()
}
#endif
