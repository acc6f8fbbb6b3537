import LoopbackServer
import SwitchboardCore
import SwitchboardURLSession
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct URLSessionTransportTests {
  @Test func `a stream arrives, a redirect is handed back, a cut and a silence are told`()
    async throws
  {
    let transport = URLSessionTransport()
    let server = try LoopbackServer(
      .stream(["X-A": "1"]).chunk("one").chunk("two").end(),
      .respond(302, ["Location": "http://127.0.0.1:1/steal"]),
      .respond(body: "cut", length: 99).close(),
      .silence())
    func exchange(_ deadlines: Deadlines = Deadlines()) -> any HTTPExchange {
      transport.exchange(
        HTTPRequest(
          url: server.url("/v1"), headers: ["X-Key": "k"], body: Array("{}".utf8),
          deadlines: deadlines))
    }

    let stream = exchange()
    #expect(try await stream.head().headers["x-a"] == "1")
    #expect(try await body(of: stream) == "onetwo")
    let request = try #require(server.requests.first)
    #expect(request["x-key"] == "k")
    #expect(request.text == "{}")
    #expect(try await exchange().head().status == 302)

    let cut = exchange()
    await #expect(throws: SwitchboardError.self) { try await body(of: cut) }

    let silence = exchange(Deadlines(firstToken: .milliseconds(100)))
    do {
      _ = try await silence.head()
      Issue.record("an answer came out of silence")
    } catch let error as SwitchboardError {
      #expect(error.phase == .firstToken)
    }
    try await server.openConnections(atMost: 2)
  }

  @Test func `a cancelled exchange closes its connection`() async throws {
    let transport = URLSessionTransport()
    let server = try LoopbackServer(.stream().chunk("one").stall())
    let exchange = transport.exchange(HTTPRequest(url: server.url()))
    #expect(try await exchange.next()?.bytes == Array("one".utf8))
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.next() }
    try await server.closing()
  }

  private func body(of exchange: any HTTPExchange) async throws -> String {
    var bytes: [UInt8] = []
    while let chunk = try await exchange.next() { bytes += chunk.bytes }
    return String(decoding: bytes, as: UTF8.self)
  }
}
