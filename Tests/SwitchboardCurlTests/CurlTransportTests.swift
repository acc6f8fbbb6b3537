#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlTransportTests {
  let transport = CurlTransport(environment: [:])

  @Test func `a whole reply arrives with its status, header fields and body`() async throws {
    let server = try LoopbackServer(
      .respond(
        429, ["Retry-After": "3", "X-Name": "Zoë", "Set-A": "1", "set-a": "2"], body: "slow"))
    let exchange = transport.exchange(.post(server.url("/v1/chat?x=1"), "{}"))
    let head = try await exchange.head()
    #expect(head.status == 429)
    #expect(head.headers["retry-after"] == "3")
    #expect(head.headers["x-name"] == "Zoë")
    #expect(
      head.headers.fields.filter { $0.name.lowercased() == "set-a" }.map(\.value) == ["1", "2"])
    #expect(try await exchange.body() == "slow")
    #expect(try await exchange.next() == nil)
    #expect(try await exchange.head().status == 429)
  }

  @Test func `streams that begin together do not wait for one another to end`() async throws {
    let server = try LoopbackServer(.stream().chunk("first").stall())
    let exchanges = (0..<24).map { _ in transport.exchange(.post(server.url("/"), "{}")) }
    let begun = try await withThrowingTaskGroup(of: String?.self) { group in
      for exchange in exchanges { group.addTask { try await exchange.text() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(begun == Array(repeating: "first", count: 24))
    for exchange in exchanges { exchange.cancel() }
  }

  @Test func `the request is sent as it was written, and nothing is added`() async throws {
    let server = try LoopbackServer()
    let headers: HTTPFields = [
      "Authorization": "Bearer k", "Content-Type": "application/json", "X-Empty": "", "X-B": "2",
      "x-b": "3",
    ]
    _ = try await transport.exchange(.post(server.url("/a/../b?q=%20"), "{\"a\":1}", headers))
      .head()
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/a/../b?q=%20")
    #expect(request.text == "{\"a\":1}")
    #expect(
      request.fields.map { "\($0.name): \($0.value)" } == [
        "Host: 127.0.0.1:\(server.port)", "Authorization: Bearer k",
        "Content-Type: application/json", "X-Empty: ", "X-B: 2", "x-b: 3", "Content-Length: 7",
      ])
  }

  @Test(
    arguments: [
      ("GET", "", nil), ("POST", "", "0"), ("POST", "abc", "3"), ("PUT", "abc", "3"),
      ("PATCH", "", "0"), ("DELETE", "", nil), ("DELETE", "x", "1"), ("GET", "q", "1"),
    ] as [(String, String, String?)])
  func `a method is sent with its body`(method: String, body: String, length: String?) async throws
  {
    let server = try LoopbackServer(.respond(body: "ok"))
    let request = HTTPRequest(method: method, url: server.url(), body: Array(body.utf8))
    #expect(try await transport.exchange(request).body() == "ok")
    #expect(try #require(server.requests.first).method == method)
    #expect(try #require(server.requests.first).text == body)
    #expect(try #require(server.requests.first)["content-length"] == length)
  }

  @Test func `HEAD has no body although a length is announced`() async throws {
    let server = try LoopbackServer(.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"))
    let exchange = transport.exchange(HTTPRequest(method: "HEAD", url: server.url()))
    #expect(try await exchange.head().headers["content-length"] == "9")
    #expect(try await exchange.next() == nil)
  }

  @Test func `a body of 2 MB arrives unharmed`() async throws {
    let server = try LoopbackServer()
    let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    _ = try await transport.exchange(HTTPRequest(url: server.url(), body: body)).head()
    #expect(try #require(server.requests.first).body == body)
    #expect(try #require(server.requests.first)["expect"] == nil)
  }

  @Test func `a stream is handed out as it comes`() async throws {
    let gates = [LoopbackGate(), LoopbackGate()]
    let server = try LoopbackServer(
      .stream(["Content-Type": "text/event-stream"]).chunk("one").wait(gates[0]).chunk("two")
        .wait(gates[1]).end())
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.head().headers["content-type"] == "text/event-stream")
    #expect(try await exchange.text() == "one")
    let before = ContinuousClock.now
    gates[0].open()
    let chunk = try await exchange.next()
    #expect(chunk?.bytes == Array("two".utf8))
    #expect(try #require(chunk).receivedAt > before)
    #expect(try #require(chunk).receivedAt <= .now)
    gates[1].open()
    #expect(try await exchange.next() == nil)
  }

  @Test func `bytes that came together are handed out together`() async throws {
    let sent = LoopbackGate()
    let pieces = (0..<500).map { "data: \($0)\n\n" }
    let server = try LoopbackServer(.stream().chunks(pieces).end().open(sent))
    let exchange = transport.exchange(.get(server.url()))
    _ = try await exchange.head()
    try await sent.opened()
    var (text, count) = ("", 0)
    while let next = try await exchange.text() { (text, count) = (text + next, count + 1) }
    #expect(text == pieces.joined())
    #expect(count < 100)
  }

  @Test func `a connection is used again`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    for _ in 0..<20 {
      #expect(try await transport.exchange(.post(server.url(), "a")).body() == "x")
    }
    #expect(server.connectionCount == 1)
  }

  @Test func `a connection that the server closed meanwhile is replaced`() async throws {
    let server = try LoopbackServer(.respond(body: "x").close())
    for _ in 0..<5 {
      #expect(try await transport.exchange(.post(server.url(), "a")).body() == "x")
    }
    #expect(server.requests.count == 5)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is handed back and its target never asked`(status: Int) async throws {
    let other = try LoopbackServer()
    let server = try LoopbackServer(.respond(status, ["Location": other.url("/steal")]))
    let exchange = transport.exchange(.post(server.url(), "x", ["x-api-key": "k"]))
    let head = try await exchange.head()
    #expect(head.status == status)
    #expect(head.headers["location"] == other.url("/steal"))
    #expect(try await exchange.next() == nil)
    #expect(other.connectionCount == 0)
  }

  @Test func `interim answers are passed over`() async throws {
    let server = try LoopbackServer(
      .raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        .then(.respond(201, ["X-Real": "1"], body: "made")))
    let exchange = transport.exchange(.post(server.url(), "x"))
    let head = try await exchange.head()
    #expect(head.status == 201)
    #expect(head.headers["link"] == nil)
    #expect(head.headers["x-real"] == "1")
    #expect(try await exchange.body() == "made")
  }

  @Test func `header fields in old spellings are read`() async throws {
    let latin = Array("HTTP/1.1 200 OK\r\nX-Latin: caf".utf8) + [0xE9]
    let rest = "\r\nX-Fold: a\r\n\t b\r\nX-Space:  v \t\r\nX-None:\r\nContent-Length: 0\r\n\r\n"
    let server = try LoopbackServer(.raw("").raw(latin).raw(rest))
    let headers = try await transport.exchange(.get(server.url())).head().headers
    #expect(headers["x-latin"] == "café")
    #expect(headers["x-fold"] == "a b")
    #expect(headers["x-space"] == "v")
    #expect(headers["x-none"] == "")
  }

  @Test func `a trailer after the body is passed over`() async throws {
    let server = try LoopbackServer(
      .stream().chunk("x").raw("0\r\nX-Late: 1\r\nContent-Encoding: gzip\r\n\r\n"))
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.body() == "x")
    #expect(try await exchange.head().headers["x-late"] == nil)
  }

  @Test func `no more connections are opened to a host than allowed`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    let narrow = CurlTransport(connectionsPerHost: 2, environment: [:])
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask { try await narrow.exchange(.post(server.url(), "a")).body() }
      }
      for try await body in group { #expect(body == "x") }
    }
    #expect(server.requests.count == 20)
    #expect(server.connectionCount <= 2)
  }

  @Test func `a page of HTML is handed out as bytes`() async throws {
    let page = "<html><body>502 Bad Gateway</body></html>"
    let server = try LoopbackServer(.respond(502, ["Content-Type": "text/html"], body: page))
    let exchange = transport.exchange(.post(server.url(), "x"))
    #expect(try await exchange.head().status == 502)
    #expect(try await exchange.body() == page)
  }

  @Test func `no compression is asked for, and none is undone`() async throws {
    let server = try LoopbackServer(
      .respond(200, ["Content-Encoding": "gzip"], body: [0x1F, 0x8B, 8, 0]))
    let exchange = transport.exchange(.get(server.url()))
    let error = try await failure { try await exchange.head() }
    #expect(error.kind == .decoding)
    #expect(error.message.contains("compressed (gzip)"))
    #expect(try #require(server.requests.first)["accept-encoding"] == nil)
  }

  @Test func `a transfer coding that inflates is refused`() async throws {
    let server = try LoopbackServer(
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc").close())
    let error = try await failure { try await transport.exchange(.get(server.url())).head() }
    #expect(error.kind == .decoding)
  }

  @Test(arguments: [1, 60])
  func `endless header fields are refused`(fieldSize: Int) async throws {
    let field = "X-Filler: " + String(repeating: "a", count: fieldSize << 10) + "\r\n"
    let many = String(repeating: field, count: (300 / fieldSize) + 1)
    let server = try LoopbackServer(.raw("HTTP/1.1 200 OK\r\n" + many + "\r\n").stall())
    let error = try await failure { try await transport.exchange(.get(server.url())).head() }
    #expect(error.kind == .network)
    #expect(error.message.contains("header fields"))
    try await server.closing()
  }

  @Test func `next without head sends the request too`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    #expect(try await transport.exchange(.get(server.url())).text() == "x")
  }

  @Test func `a body without length or chunks ends with the connection`() async throws {
    let server = try LoopbackServer(.raw("HTTP/1.0 200 OK\r\n\r\nabc").close())
    #expect(try await transport.exchange(.get(server.url())).body() == "abc")
  }

  @Test func `a hundred exchanges at once do not mix`() async throws {
    let server = try LoopbackServer { request in
      .stream().chunk(request.target).chunk(request.text).end()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask { [transport] in
          let body = try await transport.exchange(.post(server.url("/\(index)"), "b\(index)"))
            .body()
          #expect(body == "/\(index)b\(index)")
        }
      }
      try await group.waitForAll()
    }
  }
}
#endif
