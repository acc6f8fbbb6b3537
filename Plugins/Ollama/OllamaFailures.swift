import SwitchboardCore
import SwitchboardWire

/// Ollama's failures: `{"error": "…"}` and a status, in a stream the line alone or with the status
/// (docs.ollama.com/api/errors).
enum OllamaFailures {
  private static let table = FailureTable([
    .init(text: "try pulling it first", kind: .notFound),
    .init(status: 404, kind: .notFound),
    .init(text: "maximum pending requests exceeded", kind: .overloaded),
    .init(text: "server busy", kind: .overloaded),
    .init(status: 400, text: "context length", kind: .contextLength),
    .init(status: 400, text: "context window", kind: .contextLength),
    .init(text: "exceeds the context", kind: .contextLength),
    .init(text: "does not support", kind: .invalidRequest),
    .init(text: "usage limit", kind: .quota),
  ])

  /// Reads the body of an answer that failed.
  static func failure(
    _ body: [UInt8], head: HTTPResponseHead, secrets: [Secret]
  ) -> SwitchboardError {
    do {
      return failure(try JSON(parsing: body), head: head, secrets: secrets)
    } catch {
      let text = String(decoding: body.prefix(2048), as: UTF8.self)
      return table.failure(
        FailureReport(message: text), head: head, now: SystemTime.now(), secrets: secrets)
    }
  }

  /// Reads a line or body that reports a failure.
  static func failure(
    _ json: JSON, head: HTTPResponseHead? = nil, secrets: [Secret]
  ) -> SwitchboardError {
    let error = json["error"]
    let status = json["status"].int ?? json["status_code"].int
    let report = FailureReport(
      message: error.string ?? error["message"].string ?? (error.exists ? error.text : nil),
      words: [error["code"].string, error["type"].string].compactMap(\.self),
      status: status.flatMap { (400..<600).contains($0) ? $0 : nil })
    return table.failure(report, head: head, now: SystemTime.now(), secrets: secrets)
  }
}
