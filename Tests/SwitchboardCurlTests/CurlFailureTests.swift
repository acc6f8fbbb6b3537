#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlFailureTests {
  let transport = CurlTransport(environment: [:])

  private func failing(_ script: LoopbackScript) async throws -> SwitchboardError {
    let server = try LoopbackServer(script)
    let error = try await failure {
      try await transport.exchange(.post(server.url("/v1?key=secret"), "x")).body()
    }
    #expect(error.message.contains("127.0.0.1:\(server.port)"))
    #expect(!error.message.contains("secret"))
    #expect(!error.message.contains("/v1"))
    return error
  }

  @Test(
    arguments: [
      (LoopbackScript.respond(body: "abc", length: 10).close(), 3),
      (.stream().chunk("abcd").close(), 4),
      (.stream().raw("5\r\nab").close(), 2),
      (.stream().chunk("abcd").raw("4\r\n").reset(), nil),
      (.respond(body: "", length: 10).close(), 0),
      (.stream().close(), 0),
      (.stream().chunk("abc").raw("zz\r\n").stall(), 3),
    ] as [(LoopbackScript, Int?)])
  func `an answer that is cut short is told apart from one that ends`(
    script: LoopbackScript, count: Int?
  ) async throws {
    let error = try await failing(script)
    #expect(error.kind == .truncated)
    if let count { #expect(error.message.contains("after \(count) bytes")) }
  }

  @Test func `what arrived before the cut is handed out`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").close())
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.head().status == 200)
    #expect(try await exchange.text() == "one")
    #expect(try await failure { try await exchange.next() }.kind == .truncated)
    #expect(try await failure { try await exchange.next() }.kind == .truncated)
  }

  @Test(arguments: [
    LoopbackScript.hangUp(), .hangUpHard(), .raw("HTTP/1.1 101 Switching\r\n\r\n").close(),
    .raw("HTTP/1.1 100 Continue\r\n\r\n").close(), .raw("HTTP/1.1 200 OK\r\nX-A: 1\r\n").close(),
  ])
  func `a connection that breaks before the head is a network failure`(
    script: LoopbackScript
  ) async throws {
    #expect(try await failing(script).kind == .network)
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "hello\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n"])
  func `a server of another kind is a network failure`(greeting: String) async throws {
    let error = try await failing(.raw(greeting).close())
    #expect(error.kind == .network)
    #expect(error.message.contains("does not answer in HTTP"))
  }

  @Test func `a refused connection names the place`() async throws {
    let port = try ClosedPort()
    let error = try await failure {
      try await transport.exchange(.get("http://127.0.0.1:\(port.number)/?key=secret")).head()
    }
    #expect(error.kind == .network)
    #expect(
      error.message
        == "127.0.0.1:\(port.number) refused the connection; check that the service runs there.")
  }

  @Test func `a name that does not exist is told`() async throws {
    // The name is too long for any resolver to ask the network for it.
    let name = String(repeating: "a", count: 70) + ".invalid"
    let error = try await failure { try await transport.exchange(.get("http://\(name)/x")).head() }
    #expect(error.kind == .network)
    #expect(error.message.contains("The name \(name) cannot be resolved"))
  }
}
#endif
