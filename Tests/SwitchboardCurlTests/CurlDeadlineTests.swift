#if os(Linux)
import LoopbackServer
import SwitchboardCore
import SwitchboardCurl
import SwitchboardWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CurlDeadlineTests {
  let transport = CurlTransport(environment: [:])

  @Test(arguments: [
    (LoopbackScript.silence(), SwitchboardError.Phase.firstToken),
    (.stream().stall(), .firstToken),
    (.stream().chunk("one").stall(), .idle),
  ])
  func `silence ends a call in the phase in which it falls`(
    script: LoopbackScript, phase: SwitchboardError.Phase
  ) async throws {
    let server = try LoopbackServer(script)
    let deadlines = Deadlines(firstToken: .seconds(2), idle: .seconds(1))
    let start = ContinuousClock.now
    let exchange = transport.exchange(.get(server.url("/?key=secret"), [:], deadlines))
    let error = try await failure { try await exchange.body() }
    #expect(error.kind == .timeout)
    #expect(error.phase == phase)
    #expect(error.message.contains("127.0.0.1:\(server.port)"))
    #expect(!error.message.contains("secret"))
    #expect(
      ContinuousClock.now - start >= (phase == .idle ? .seconds(1) : .seconds(2)))
    let again = try await failure { try await exchange.next() }
    #expect(again.phase == phase)
    try await server.closing()
  }

  @Test func `a stream that never ends is ended by the total deadline`() async throws {
    let server = try LoopbackServer(.stream().chunkForever(Array("data: x\n\n".utf8)))
    let exchange = transport.exchange(.get(server.url(), [:], Deadlines(total: .seconds(2))))
    let error = try await failure { try await exchange.body() }
    #expect(error.phase == .total)
    try await server.closing()
  }

  @Test func `a connection that is never accepted is ended by the connect deadline`() async throws {
    // A TLS handshake that nobody answers: the connection is open for TCP and not for us.
    let server = try LoopbackServer(.silence())
    let url = "https://127.0.0.1:\(server.port)/"
    let start = ContinuousClock.now
    let exchange = transport.exchange(.get(url, [:], Deadlines(connect: .milliseconds(100))))
    let error = try await failure { try await exchange.head() }
    #expect(error.phase == .connect)
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    try await server.closing()
  }

  @Test(arguments: [
    (Deadlines(connect: .zero), SwitchboardError.Phase.connect),
    (Deadlines(firstToken: .zero), .firstToken), (Deadlines(idle: .zero), .idle),
    (Deadlines(total: .seconds(-1)), .total),
  ])
  func `a deadline of zero has passed before anything is sent`(
    deadlines: Deadlines, phase: SwitchboardError.Phase
  ) async throws {
    let server = try LoopbackServer()
    let exchange = transport.exchange(.get(server.url(), [:], deadlines))
    let error = try await failure { try await exchange.head() }
    #expect(error.kind == .timeout)
    #expect(error.phase == phase)
    #expect(server.connectionCount == 0)
  }

  @Test func `endless deadlines are no deadlines`() async throws {
    let server = try LoopbackServer(.respond(body: "x"))
    let ever = Duration.seconds(Int64.max)
    let deadlines = Deadlines(connect: ever, firstToken: ever, idle: ever, total: ever)
    #expect(try await transport.exchange(.get(server.url(), [:], deadlines)).body() == "x")
  }

  @Test func `the idle clock stands still while the reader is away`() async throws {
    let (silence, gate) = (LoopbackGate(), LoopbackGate())
    let server = try LoopbackServer(
      .stream().chunk("one").wait(gate).chunk("two").end(), .silence().open(silence))
    let exchange = transport.exchange(
      .get(server.url(), [:], Deadlines(idle: .milliseconds(60))))
    #expect(try await exchange.text() == "one")
    // The reader is busy for four times the deadline, by the clock of another call.
    let other = transport.exchange(
      .get(server.url(), [:], Deadlines(firstToken: .milliseconds(240))))
    #expect(try await failure { try await other.head() }.phase == .firstToken)
    gate.open()
    #expect(try await exchange.body() == "two")
  }

  @Test func `the idle clock starts when the reader begins to wait`() async throws {
    let server = try LoopbackServer(.stream().chunk("one").stall(), .silence())
    let exchange = transport.exchange(.get(server.url(), [:], Deadlines(idle: .milliseconds(100))))
    #expect(try await exchange.text() == "one")
    let other = transport.exchange(
      .get(server.url(), [:], Deadlines(firstToken: .milliseconds(150))))
    #expect(try await failure { try await other.head() }.phase == .firstToken)
    let start = ContinuousClock.now
    #expect(try await failure { try await exchange.next() }.phase == .idle)
    let waited = ContinuousClock.now - start
    #expect(waited >= .milliseconds(100))
  }

  @Test func `what arrived before a deadline is handed out first`() async throws {
    let sent = LoopbackGate()
    let server = try LoopbackServer(.stream().chunk("one").open(sent).stall(), .silence())
    // Long enough for the slowest machine to see the head.
    let exchange = transport.exchange(.get(server.url(), [:], Deadlines(total: .seconds(3))))
    _ = try await exchange.head()
    try await server.closing()
    #expect(try await exchange.text() == "one")
    #expect(try await failure { try await exchange.next() }.phase == .total)
  }
}

@Suite struct HTTPDeadlineClockTests {
  let start = ContinuousClock.now
  let deadlines = Deadlines(
    connect: .seconds(1), firstToken: .seconds(10), idle: .seconds(5), total: .seconds(100))

  @Test func `the earliest deadline counts, whatever passed after it`() {
    var clock = HTTPDeadlineClock(deadlines, start: start)
    let late = start + .seconds(1000)
    #expect(clock.verdict(at: start, silentSince: nil) == .look(at: start + .seconds(1)))
    #expect(clock.verdict(at: late, silentSince: nil) == .passed(.connect))
    clock.isConnected = true
    #expect(clock.verdict(at: start, silentSince: start) == .look(at: start + .seconds(10)))
    #expect(clock.verdict(at: late, silentSince: start) == .passed(.firstToken))
    clock.hasContent = true
    let waiting = start + .seconds(30)
    #expect(clock.verdict(at: waiting, silentSince: waiting) == .look(at: waiting + .seconds(5)))
    #expect(clock.verdict(at: late, silentSince: waiting) == .passed(.idle))
    #expect(clock.verdict(at: late, silentSince: late - .seconds(1)) == .passed(.total))
  }

  @Test func `a reader that is away is looked at again no later than its wait could run out`() {
    var clock = HTTPDeadlineClock(deadlines, start: start)
    clock.hasContent = true
    let now = start + .seconds(20)
    #expect(clock.verdict(at: now, silentSince: nil) == .look(at: now + .seconds(5)))
    let end = start + .seconds(98)
    #expect(clock.verdict(at: end, silentSince: nil) == .look(at: start + .seconds(100)))
  }

  @Test func `a released exchange has a second, and never more than it had`() {
    var clock = HTTPDeadlineClock(deadlines, start: start)
    clock.release(at: start)
    #expect(clock.verdict(at: start, silentSince: nil) == .look(at: start + .seconds(1)))
    clock = HTTPDeadlineClock(deadlines, start: start)
    clock.release(at: start + .milliseconds(99_500))
    #expect(
      clock.verdict(at: start + .seconds(99.9), silentSince: nil)
        == .look(at: start + .seconds(100)))
  }
}
#endif
