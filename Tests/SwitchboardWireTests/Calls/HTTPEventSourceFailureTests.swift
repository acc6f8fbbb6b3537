import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

/// How a call fails after its head.
struct HTTPEventSourceFailureTests {
  /// A decoder that does what a test says, byte for byte.
  private struct Decoder: ReplyDecoder {
    var atHead: @Sendable (inout [StreamEvent]) throws -> Void = { _ in }
    var atBytes: @Sendable (inout [StreamEvent]) throws -> Void = { _ in }
    var atEnd: @Sendable (inout [StreamEvent]) throws -> Void = { _ in }

    func head(_ head: HTTPResponseHead, into events: inout [StreamEvent]) throws {
      try atHead(&events)
    }

    func decode(_ bytes: [UInt8], into events: inout [StreamEvent]) throws { try atBytes(&events) }

    func end(into events: inout [StreamEvent]) throws { try atEnd(&events) }
  }

  private static let start = StreamEvent.start(LetterMachine.origin)
  private static let finish = StreamEvent.finish(FinishReason(.stop))

  private func source(
    _ transport: any HTTPTransport, _ decoder: Decoder = Decoder()
  ) -> HTTPEventSource<Decoder> {
    HTTPEventSource(
      .init(
        origin: LetterMachine.origin, decoder: decoder,
        request: { HTTPRequest(url: "https://a.example") },
        failure: { head, body in
          SwitchboardError(.rateLimited, "\(body.count) bytes", status: head.status)
        }), transport: transport)
  }

  private func failure(_ source: HTTPEventSource<Decoder>) async -> SwitchboardError? {
    await #expect(throws: SwitchboardError.self) { while try await source.next() != nil {} }
  }

  @Test(arguments: [
    SwitchboardError(.truncated, "cut"), SwitchboardError(.network, "reset"),
    SwitchboardError(.timeout, "slow", phase: .idle),
  ])
  func `a failure whose body breaks off is still the failure that its status says`(
    broken: SwitchboardError
  ) async {
    let transport = RecordedTransport(status: 429, [.bytes("half"), .fail(broken)])
    let error = await failure(source(transport))
    #expect(error?.kind == .rateLimited)
    #expect(error?.message == "4 bytes")
    #expect(error?.status == 429)
  }

  @Test func `cancelling while the body of a failure comes is cancelling`() async {
    let transport = RecordedTransport(status: 429, [.fail(CancellationError())])
    let source = source(transport)
    await #expect(throws: CancellationError.self) { try await source.next() }
  }

  @Test(arguments: [1, 1 << 16, 3 << 20])
  func `the body of a failure is read to a mebibyte and no further`(piece: Int) async {
    let body = [UInt8](repeating: 0x78, count: 3 << 20)
    let response = ScriptedResponse(status: 500, body: body)
    let count = piece == 1 ? 1 << 18 : piece
    let error = await failure(source(ScriptedTransport(response.cut(every: count))))
    #expect(error?.message == "1048576 bytes")
  }

  @Test(arguments: [
    ("request-id", "r"), ("X-Request-ID", "r"), ("x-amzn-RequestId", "r"),
    ("apim-request-id", "r"), ("CF-Ray", "r"), ("x-other", nil),
  ])
  func `the vendor's name of the request is kept`(name: String, id: String?) async {
    let transport = ScriptedTransport(status: 500, headers: [name: "r"], body: "")
    #expect(await failure(source(transport))?.requestID == id)
    let truncated = ScriptedTransport(headers: [name: "r"], body: "x")
    #expect(await failure(source(truncated))?.requestID == id)
  }

  @Test func `no failure shows a key, wherever it comes from`() async {
    let transport = RecordedTransport(
      headers: ["request-id": "r-key-abcd"],
      [.fail(SwitchboardError(.network, "reset by key-abcd", code: "key-abcd"))])
    let source = HTTPEventSource(
      .init(
        origin: LetterMachine.origin, decoder: Decoder(), secrets: { [Secret("key-abcd")] },
        request: { HTTPRequest(url: "https://a.example") },
        failure: { _, _ in SwitchboardError(.server, "") }), transport: transport)
    let error = await failure(source)
    #expect(error?.message == "reset by (secret)")
    #expect(error?.code == "(secret)")
    #expect(error?.requestID == "r-(secret)")
  }

  @Test func `the vendor's own id goes before that of its network`() async {
    let transport = ScriptedTransport(
      status: 500, headers: ["cf-ray": "net", "x-request-id": "own"], body: "")
    #expect(await failure(source(transport))?.requestID == "own")
  }

  @Test func `events before a failure reach the reader, then the failure`() async throws {
    let transport = RecordedTransport([.bytes("x"), .bytes("y")])
    let source = source(
      transport,
      Decoder(atBytes: { events in
        events.append(Self.start)
        throw SwitchboardError(.overloaded, "busy")
      }))
    #expect(try await source.next() == [Self.start])
    #expect(transport.acts == [.sent, .next, .cancelled])
    #expect(await failure(source)?.kind == .overloaded)
    #expect(try await source.next() == nil)
  }

  @Test func `events of an end without a finish reach the reader, then the failure`() async throws {
    let source = source(
      RecordedTransport(), Decoder(atEnd: { events in events.append(Self.start) }))
    #expect(try await source.next() == [Self.start])
    let error = await failure(source)
    #expect(error?.kind == .truncated)
    #expect(error?.message == "The vendor's answer ended without its end.")
  }

  @Test func `an end without anything is truncated`() async {
    #expect(await failure(source(RecordedTransport()))?.kind == .truncated)
  }

  @Test func `an end may bring the finish`() async throws {
    let transport = RecordedTransport()
    let source = source(
      transport, Decoder(atEnd: { events in events += [Self.start, Self.finish] }))
    #expect(try await source.next() == [Self.start, Self.finish])
    #expect(try await source.next() == nil)
    #expect(transport.acts == [.sent, .next, .released])
  }

  @Test func `events of the head reach the reader at once`() async throws {
    let transport = RecordedTransport()
    let source = source(
      transport,
      Decoder(
        atHead: { $0.append(Self.start) }, atEnd: { $0.append(Self.finish) }))
    #expect(try await source.next() == [Self.start])
    #expect(transport.acts == [.sent])
    #expect(try await source.next() == [Self.finish])
  }

  @Test func `a head that cannot be read closes the exchange`() async {
    let transport = RecordedTransport([.bytes("x")])
    let source = source(
      transport, Decoder(atHead: { _ in throw SwitchboardError(.decoding, "what?") }))
    #expect(await failure(source)?.kind == .decoding)
    #expect(transport.acts == [.sent, .cancelled])
  }

  @Test func `an error of another kind is one of decoding and keeps its words`() async {
    struct Odd: Error, CustomStringConvertible { let description = "something odd" }
    let source = source(RecordedTransport([.bytes("x")]), Decoder(atBytes: { _ in throw Odd() }))
    let error = await failure(source)
    #expect(error?.kind == .decoding)
    #expect(error?.message == "something odd")
    #expect(error?.underlying is Odd)
    #expect(error?.vendor == "a")
  }

  @Test func `a failure of the transport in the middle comes through`() async throws {
    let transport = RecordedTransport([
      .bytes("x"), .fail(SwitchboardError(.network, "reset", vendor: "other")),
    ])
    let source = source(transport)
    #expect(try await source.next() == [])
    let error = await failure(source)
    #expect(error?.kind == .network)
    #expect(error?.vendor == "other")
    #expect(error?.model == "m")
  }
}
