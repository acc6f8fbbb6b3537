#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlCancellationTests {
  let transport = CurlTransport(environment: [:])

  @Test func `an exchange that was cancelled before its start sends nothing`() async throws {
    let server = try LoopbackServer()
    let exchange = transport.exchange(.get(server.url()))
    exchange.cancel()
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.head() }
    await #expect(throws: CancellationError.self) { try await exchange.next() }
    #expect(server.connectionCount == 0)
  }

  @Test func `an exchange that is never started sends nothing`() async throws {
    let server = try LoopbackServer()
    _ = transport.exchange(.get(server.url()))
    #expect(server.connectionCount == 0)
  }

  @Test func `cancelling while the head is awaited wakes the reader and closes the connection`()
    async throws
  {
    let server = try LoopbackServer(.silence())
    let exchange = transport.exchange(.post(server.url(), "x"))
    let head = Task { try await exchange.head() }
    try await server.requests(atLeast: 1)
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await head.value }
    try await server.closing()
  }

  @Test func `cancelling while bytes are awaited wakes the reader and closes the connection`()
    async throws
  {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.text() == "one")
    let next = Task { try await exchange.next() }
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await next.value }
    await #expect(throws: CancellationError.self) { try await exchange.head() }
    try await server.closing()
  }

  @Test func `cancelling between two reads drops what had arrived`() async throws {
    let sent = LoopbackGate()
    let server = try LoopbackServer(.stream().chunk("one").open(sent).stall())
    let exchange = transport.exchange(.get(server.url()))
    _ = try await exchange.head()
    try await sent.opened()
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.next() }
    try await server.closing()
  }

  @Test func `cancelling after the end keeps the connection`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    for _ in 0..<3 {
      let exchange = transport.exchange(.get(server.url()))
      #expect(try await exchange.body() == "x")
      exchange.cancel()
      await #expect(throws: CancellationError.self) { try await exchange.next() }
    }
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: [false, true])
  func `cancelling the task closes the connection`(afterTheHead: Bool) async throws {
    let script = afterTheHead ? LoopbackScript.stream().stall() : .silence()
    let server = try LoopbackServer(script)
    let task = Task { [transport] in try await transport.exchange(.get(server.url())).body() }
    try await server.requests(atLeast: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.closing()
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try LoopbackServer()
    let gate = LoopbackGate()
    let task = Task { [transport] in
      try? await gate.opened()
      return try await transport.exchange(.get(server.url())).head()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [false, true])
  func `letting go of an exchange closes its connection`(afterBytes: Bool) async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    do {
      let exchange = transport.exchange(.get(server.url()))
      _ = try await exchange.head()
      if afterBytes { _ = try await exchange.next() }
    }
    try await server.closing()
  }

  @Test func `letting go of the transport does not end its exchanges`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(.stream().chunk("one").wait(gate).chunk("two").end())
    var transport: CurlTransport? = CurlTransport(environment: [:])
    let exchange = try #require(transport?.exchange(.get(server.url())))
    #expect(try await exchange.text() == "one")
    transport = nil
    gate.open()
    #expect(try await exchange.body() == "two")
  }

  @Test func `letting go of everything closes idle connections`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    do {
      let transport = CurlTransport(environment: [:])
      #expect(try await transport.exchange(.get(server.url())).body() == "x")
    }
    try await server.closing()
  }

  @Test func `a second reader is refused`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.text() == "one")
    let refused = LoopbackGate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            _ = try await exchange.next()
          } catch let error as SwitchboardError {
            #expect(error.kind == .invalidRequest)
            refused.open()
          } catch is CancellationError {}
        }
      }
      try await refused.opened()
      exchange.cancel()
      try await group.waitForAll()
    }
  }

  @Test func `a server sees the end of every cancelled stream`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    for index in 0..<50 {
      let exchange = transport.exchange(.get(server.url()))
      #expect(try await exchange.text() == "one")
      exchange.cancel()
      // How soon that is, the figure `cancelToCloseMsP99` tells.
      try await server.closing(of: index)
    }
  }
}

@Suite(.timeLimit(.minutes(10)))
struct CurlReleaseTests {
  let transport = CurlTransport(environment: [:])

  @Test func `a released exchange reads to its end and leaves its connection to the next`()
    async throws
  {
    let (gate, sent) = (LoopbackGate(), LoopbackGate())
    let server = try LoopbackServer(
      .stream().chunk("one").wait(gate).chunk("rest").end().open(sent), .respond(body: "x"))
    do {
      let exchange = transport.exchange(.get(server.url()))
      #expect(try await exchange.text() == "one")
      exchange.release()
      exchange.release()
      #expect(try await exchange.next() == nil)
    }
    gate.open()
    try await sent.opened()
    // The connection is free as soon as the thread has seen the end, which nothing tells: requests
    // that come too early open connections of their own.
    var body = ""
    while server.requests.filter({ $0.connection == 0 }).count < 2 {
      body = try await transport.exchange(.get(server.url())).body()
    }
    #expect(body == "x")
  }

  @Test func `a released exchange that does not end is closed after a second`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    let start = ContinuousClock.now
    do {
      let exchange = transport.exchange(.get(server.url()))
      #expect(try await exchange.text() == "one")
      exchange.release()
    }
    let closing = try await server.closing()
    #expect(closing.instant - start >= .milliseconds(900))
  }

  @Test func `a released exchange can still be cancelled`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall())
    let exchange = transport.exchange(.get(server.url()))
    #expect(try await exchange.text() == "one")
    exchange.release()
    exchange.cancel()
    try await server.closing()
  }

  @Test func `a released exchange goes on although its inbox was full`() async throws {
    let piece = [UInt8](repeating: 7, count: 64 << 10)
    let sent = LoopbackGate()
    let script = (0..<128).reduce(LoopbackScript.stream()) { script, _ in script.chunk(piece) }
    let server = try LoopbackServer(script.end().open(sent))
    let exchange = transport.exchange(.get(server.url()))
    _ = try await exchange.head()
    try await server.blocking()
    exchange.release()
    try await sent.opened()
  }

  @Test func `releasing before the start sends nothing`() async throws {
    let server = try LoopbackServer()
    let exchange = transport.exchange(.get(server.url()))
    exchange.release()
    await #expect(throws: CancellationError.self) { try await exchange.head() }
    #expect(try await exchange.next() == nil)
    #expect(server.connectionCount == 0)
  }
}
#endif
