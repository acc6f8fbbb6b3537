import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

/// A call from its request to its end, over a transport without a network.
struct HTTPEventSourceTests {
  private typealias Decoder = FramedReplyDecoder<LetterMachine>
  private typealias Source = HTTPEventSource<Decoder>

  private static let request = HTTPRequest(url: "https://a.example/v1")

  private func source(
    _ transport: any HTTPTransport,
    request: @escaping @Sendable () throws -> HTTPRequest = { HTTPEventSourceTests.request }
  ) -> Source {
    Source(
      .init(
        origin: LetterMachine.origin,
        decoder: Decoder(LetterMachine(), framing: .serverSentEvents), request: request,
        failure: { head, body in
          SwitchboardError(
            .server,
            "\(head.status) \(body.count) " + String(decoding: body.prefix(20), as: UTF8.self),
            status: head.status)
        }), transport: transport)
  }

  private func failure(of source: Source) async -> SwitchboardError? {
    await #expect(throws: SwitchboardError.self) { while try await source.next() != nil {} }
  }

  @Test func `a stream is read to its finish, then there is nothing`() async throws {
    let transport = ScriptedTransport(
      ScriptedResponse("data: a\n\ndata: b\n\ndata: END\n\n").cut(every: 9))
    let source = source(transport)
    #expect(transport.requests.isEmpty)
    #expect(source.receivedAt == nil)
    #expect(try await source.next()?.texts == ["a"])
    #expect(source.receivedAt != nil)
    #expect(try await source.next()?.texts == ["b"])
    var last = try await source.next()
    while last?.isEmpty == true { last = try await source.next() }
    #expect(last?.isFinished == true)
    #expect(try await source.next() == nil)
    #expect(try await source.next() == nil)
    #expect(transport.requests.map(\.url) == ["https://a.example/v1"])
    #expect(transport.cancelled == 0)
  }

  @Test func `all that is there comes at once`() async throws {
    let source = source(ScriptedTransport(body: "data: a\n\ndata: b\n\ndata: END\n\n"))
    let events = try await source.next()
    #expect(events?.texts == ["a", "b"])
    #expect(events?.isFinished == true)
  }

  @Test func `a ping is an empty array`() async throws {
    let transport = RecordedTransport([
      .bytes(": ping\n\n"), .bytes("data: ping\n\n"), .bytes("data: a\n\n"),
      .bytes("data: END\n\n"),
    ])
    let source = source(transport)
    #expect(try await source.next() == [])
    #expect(try await source.next() == [])
    #expect(try await source.next()?.texts == ["a"])
  }

  @Test func `a finished exchange is released and never cancelled`() async throws {
    let transport = RecordedTransport([.bytes("data: END\n\n"), .bytes("rest")])
    do {
      let source = source(transport)
      #expect(try await source.next()?.isFinished == true)
      #expect(try await source.next() == nil)
      source.cancel()
    }
    #expect(transport.acts == [.sent, .next, .released])
  }

  @Test func `an answer that is read through a stream is released too`() async throws {
    let transport = RecordedTransport([.bytes("data: a\n\ndata: END\n\n")])
    for try await _ in EventStream({ source(transport) }) {}
    #expect(transport.acts == [.sent, .next, .released])
  }

  @Test func `letting go in the middle cancels`() async throws {
    let transport = RecordedTransport([.bytes("data: a\n\n")])
    do {
      let source = source(transport)
      _ = try await source.next()
    }
    #expect(transport.acts == [.sent, .next, .cancelled])
  }

  @Test func `a call that is cancelled before it starts sends nothing`() async {
    let transport = ScriptedTransport(body: "data: END\n\n")
    let source = source(transport)
    source.cancel()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await source.next() }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a call that is cancelled in the middle says so, once`() async throws {
    let transport = ScriptedTransport(ScriptedResponse("data: a\n\ndata: END\n\n").cut(every: 9))
    let source = source(transport)
    _ = try await source.next()
    source.cancel()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await source.next() }
    #expect(try await source.next() == nil)
    #expect(transport.cancelled == 1)
  }

  @Test func `whatever a cancelled call stumbles over is its cancelling`() async throws {
    let transport = RecordedTransport([
      .bytes("data: a\n\n"), .fail(SwitchboardError(.network, "reset")),
    ])
    let source = source(transport)
    _ = try await source.next()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await source.next() }
  }

  @Test func `a failure of the request sends nothing and names who was asked`() async {
    let transport = ScriptedTransport(body: "")
    let error = await failure(
      of: source(transport, request: { throw SwitchboardError(.authentication, "no key") }))
    #expect(error?.kind == .authentication)
    #expect(error?.vendor == "a")
    #expect(error?.model == "m")
    #expect(transport.requests.isEmpty)
  }

  @Test func `a failure before the head ends the call`() async throws {
    let transport = RecordedTransport(
      headFailure: SwitchboardError(.timeout, "slow", phase: .connect))
    let source = source(transport)
    let error = await failure(of: source)
    #expect(error?.kind == .timeout)
    #expect(error?.phase == .connect)
    #expect(error?.vendor == "a")
    #expect(try await source.next() == nil)
    #expect(transport.acts == [.sent])
  }

  @Test(arguments: [199, 300, 302, 401, 429, 500])
  func `a status beside 200 to 299 is a failure read from its body`(status: Int) async {
    let transport = RecordedTransport(status: status, [.bytes("no, "), .bytes("never")])
    let error = await failure(of: source(transport))
    #expect(error?.message == "\(status) 9 no, never")
    #expect(error?.status == status)
    #expect(error?.vendor == "a")
    #expect(transport.acts == [.sent, .next, .next, .next, .released])
  }

  @Test(arguments: [200, 201, 299])
  func `every status of success is read as an answer`(status: Int) async throws {
    let source = source(ScriptedTransport(status: status, body: "data: END\n\n"))
    #expect(try await source.next()?.isFinished == true)
  }
}
