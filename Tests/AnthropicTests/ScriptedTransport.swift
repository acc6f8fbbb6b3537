import SwitchboardCore
import SwitchboardWire

/// A transport that gives the same answer to every request and keeps the requests.
struct ScriptedTransport: HTTPTransport {
  var status = 200
  var fields = HTTPFields()
  /// The bodies, one a request; the last one is repeated.
  var bodies: [String]
  private let seen = Locked<[HTTPRequest]>([])

  init(status: Int = 200, fields: HTTPFields = [:], body: String...) {
    self.status = status
    self.fields = fields
    self.bodies = body
  }

  /// The requests so far.
  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    let number = seen.withLock { seen in
      seen.append(request)
      return seen.count - 1
    }
    return ScriptedExchange(
      HTTPResponseHead(status: status, headers: fields), bodies[min(number, bodies.count - 1)])
  }
}

private final class ScriptedExchange: HTTPExchange {
  private let answer: HTTPResponseHead
  private let rest: Locked<[UInt8]?>

  init(_ answer: HTTPResponseHead, _ body: String) {
    self.answer = answer
    self.rest = Locked(body.isEmpty ? nil : [UInt8](body.utf8))
  }

  func head() async throws -> HTTPResponseHead { answer }

  func next() async throws -> HTTPChunk? {
    let bytes = rest.withLock { rest in
      defer { rest = nil }
      return rest
    }
    return bytes.map { HTTPChunk(bytes: $0, receivedAt: .now) }
  }

  func release() {}
  func cancel() {}
}
