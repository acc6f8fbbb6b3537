import SwitchboardCore
import SwitchboardWire

/// A transport that answers as it is told and keeps the requests.
struct ScriptedTransport: HTTPTransport {
  /// The answers, one a request; the last one is repeated.
  var answers: [(status: Int, body: [UInt8])]
  var fields: HTTPFields
  private let seen = Locked<[HTTPRequest]>([])

  init(status: Int = 200, fields: HTTPFields = [:], body: String) {
    self.init(fields: fields, answers: [(status, body)])
  }

  init(fields: HTTPFields = [:], answers: [(status: Int, body: String)]) {
    self.fields = fields
    self.answers = answers.map { ($0.status, Array($0.body.utf8)) }
  }

  /// The requests so far.
  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    let number = seen.withLock { seen in
      seen.append(request)
      return seen.count - 1
    }
    let answer = answers[min(number, answers.count - 1)]
    return ScriptedExchange(
      HTTPResponseHead(status: answer.status, headers: fields), answer.body)
  }
}

private final class ScriptedExchange: HTTPExchange {
  private let answer: HTTPResponseHead
  private let rest: Locked<[UInt8]>

  init(_ answer: HTTPResponseHead, _ body: [UInt8]) {
    self.answer = answer
    self.rest = Locked(body)
  }

  func head() async throws -> HTTPResponseHead { answer }

  func next() async throws -> HTTPChunk? {
    let bytes = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    return bytes.isEmpty ? nil : HTTPChunk(bytes: bytes, receivedAt: .now)
  }

  func release() {}
  func cancel() {}
}
