import SwitchboardCore
import SwitchboardWire

/// A transport that answers from a list and remembers what it was asked.
final class ScriptedTransport: HTTPTransport {
  struct Answer: Sendable {
    var status = 200
    var headers = HTTPFields()
    var body: String
  }

  private let answers: Locked<[Answer]>
  private let sent = Locked<[HTTPRequest]>([])

  /// Creates a transport; the last answer is given again and again.
  init(_ answers: [Answer]) {
    self.answers = Locked(answers)
  }

  convenience init(_ bodies: String...) {
    self.init(bodies.map { Answer(body: $0) })
  }

  /// What was asked, in order.
  var requests: [HTTPRequest] { sent.withLock { $0 } }

  /// The body of the last request.
  func lastBody() throws -> JSON { try JSON(parsing: requests.last?.body ?? []) }

  func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    sent.withLock { $0.append(request) }
    let answer = answers.withLock { answers in
      answers.count > 1 ? answers.removeFirst() : answers[0]
    }
    return Exchange(answer)
  }

  private final class Exchange: HTTPExchange {
    private let answer: Answer
    private let isRead = Locked(false)

    init(_ answer: Answer) { self.answer = answer }

    func head() async throws -> HTTPResponseHead {
      HTTPResponseHead(status: answer.status, headers: answer.headers)
    }

    func next() async throws -> HTTPChunk? {
      let wasRead = isRead.withLock { isRead in
        defer { isRead = true }
        return isRead
      }
      if wasRead || answer.body.isEmpty { return nil }
      return HTTPChunk(bytes: Array(answer.body.utf8), receivedAt: .now)
    }

    func release() {}
    func cancel() {}
  }
}
