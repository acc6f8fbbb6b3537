public import SwitchboardCore
public import SwitchboardWire

/// What a vendor answers in a test: a status, header fields and a body, cut as wished.
public struct ScriptedResponse: Sendable {
  /// The status code.
  public var status: Int

  /// The header fields.
  public var headers: HTTPFields

  /// The body, in the pieces in which it arrives.
  public var pieces: [[UInt8]]

  /// Creates a response whose body arrives whole.
  public init(
    status: Int = 200, headers: HTTPFields = ["content-type": "application/json"], body: [UInt8]
  ) {
    self.status = status
    self.headers = headers
    self.pieces = body.isEmpty ? [] : [body]
  }

  /// Creates a response from text.
  public init(
    status: Int = 200, headers: HTTPFields = ["content-type": "application/json"], _ text: String
  ) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }

  /// The whole body.
  public var body: [UInt8] { pieces.flatMap { $0 } }

  /// The same response, its body cut after so many bytes each time.
  public func cut(every count: Int) -> ScriptedResponse {
    var result = self
    let body = body
    result.pieces = stride(from: 0, to: body.count, by: max(1, count)).map {
      Array(body[$0..<min($0 + max(1, count), body.count)])
    }
    return result
  }

  /// The same response, its body cut in two at a byte.
  public func cut(at place: Int) -> ScriptedResponse {
    var result = self
    let body = body
    result.pieces = [Array(body[..<place]), Array(body[place...])].filter { !$0.isEmpty }
    return result
  }

  /// The same response, ended early after so many bytes.
  public func ended(after count: Int) -> ScriptedResponse {
    var result = self
    result.pieces = count == 0 ? [] : [Array(body.prefix(count))]
    return result
  }
}

/// A transport without a network: it keeps the requests and gives the answers of a test.
public final class ScriptedTransport: HTTPTransport {
  private let answer: @Sendable (HTTPRequest, _ number: Int) -> ScriptedResponse
  private let seen = Locked<[HTTPRequest]>([])
  private let closed = Locked(0)

  /// Creates a transport that answers every request alike.
  public convenience init(_ response: ScriptedResponse) {
    self.init([response])
  }

  /// Creates a transport that answers with one text after the other; the last one is repeated.
  public convenience init(status: Int = 200, headers: HTTPFields = [:], body texts: String...) {
    self.init(texts.map { ScriptedResponse(status: status, headers: headers, $0) })
  }

  /// Creates a transport that answers one request after the other; the last answer is repeated.
  ///
  /// - Parameter responses: The answers; at least one.
  public convenience init(_ responses: [ScriptedResponse]) {
    self.init { _, number in responses[min(number, responses.count - 1)] }
  }

  /// Creates a transport that looks at the request and its number, from 0.
  public init(_ answer: @escaping @Sendable (HTTPRequest, _ number: Int) -> ScriptedResponse) {
    self.answer = answer
  }

  /// The requests that were sent, in order.
  public var requests: [HTTPRequest] { seen.withLock { $0 } }

  /// The body of the last request.
  ///
  /// - Throws: ``SwitchboardCore/JSON/ParseError`` when it is no JSON.
  public func lastBody() throws -> JSON { try JSON(parsing: requests.last?.body ?? []) }

  /// How many exchanges were cancelled while they ran.
  public var cancelled: Int { closed.withLock { $0 } }

  /// Makes an exchange; the request counts as sent when it is first waited for.
  public func exchange(_ request: HTTPRequest) -> any HTTPExchange {
    Exchange(request, transport: self)
  }

  private final class Exchange: HTTPExchange {
    private struct State {
      var response: ScriptedResponse?
      var isCancelled = false
      var isOver = false
    }

    private let request: HTTPRequest
    private let transport: ScriptedTransport
    private let state = Locked(State())

    init(_ request: HTTPRequest, transport: ScriptedTransport) {
      self.request = request
      self.transport = transport
    }

    func head() async throws -> HTTPResponseHead {
      let response = try send()
      return HTTPResponseHead(status: response.status, headers: response.headers)
    }

    func next() async throws -> HTTPChunk? {
      _ = try send()
      return state.withLock { state in
        guard state.response?.pieces.isEmpty == false,
          let bytes = state.response?.pieces.removeFirst()
        else {
          state.isOver = true
          return nil
        }
        return HTTPChunk(bytes: bytes, receivedAt: .now)
      }
    }

    func release() { state.withLock { $0.isOver = true } }

    func cancel() {
      let wasRunning = state.withLock { state in
        defer { state.isCancelled = true }
        return state.response != nil && !state.isOver && !state.isCancelled
      }
      if wasRunning { transport.closed.withLock { $0 += 1 } }
    }

    private func send() throws -> ScriptedResponse {
      let (known, isCancelled) = state.withLock { ($0.response, $0.isCancelled) }
      if isCancelled { throw CancellationError() }
      if let known { return known }
      let number = transport.seen.withLock { seen in
        seen.append(request)
        return seen.count - 1
      }
      let response = transport.answer(request, number)
      state.withLock { $0.response = response }
      return response
    }
  }
}
