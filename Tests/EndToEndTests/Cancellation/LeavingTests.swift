import LoopbackServer
import Switchboard
import SwitchboardCore
import SwitchboardTransport
import Testing

/// What happens to the vendor's answer when its reader leaves.
@Suite(.timeLimit(.minutes(10)))
struct LeavingTests {
  /// A server that begins every answer and ends none.
  private static func endless(_ form: Line.Form = .chat, _ begun: LoopbackGate? = nil) throws
    -> LoopbackServer
  {
    let start =
      form == .chat
      ? Chat.text("one")
      : Messages.start + Messages.open(["type": "text", "text": ""]) + Messages.text("one")
    let script = LoopbackScript.eventStream.chunk(start)
    return try LoopbackServer((begun.map { script.open($0) } ?? script).stall())
  }

  @Test(arguments: [Line.Form.chat, .messages])
  func `leaving the loop closes the vendor's answer`(form: Line.Form) async throws {
    let server = try Self.endless(form)
    let answer = try Line.router(form, at: server, reliability: Reliability()).answer(to: .hello)
    var text = ""
    for try await event in answer {
      if case .partDelta(_, let piece) = event { text = piece }
      if !text.isEmpty { break }
    }
    #expect(text == "one")
    // The vendor would say nothing for ever; how soon the close comes is measured by the benchmarks.
    _ = try await server.closing()
    #expect(answer.attempts.map(\.outcome) == [.cancelled])
    #expect(answer.partial?.text == "one")
    #expect(answer.finished == nil)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [Line.Form.chat, .messages], [false, true])
  func `a cancelled task closes the vendor's answer and sees its cancellation`(
    form: Line.Form, whole: Bool
  ) async throws {
    let begun = LoopbackGate()
    let server = try Self.endless(form, begun)
    let answer = try Line.router(form, at: server, reliability: Reliability()).answer(to: .hello)
    let task = Task {
      if whole {
        _ = try await answer.reply()
      } else {
        for try await _ in answer {}
      }
    }
    try await begun.opened()
    task.cancel()
    _ = try await server.closing()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(answer.attempts.map(\.outcome) == [.cancelled])
    #expect(server.requests.count == 1)
  }

  @Test func `a source that is cancelled closes the vendor's answer and throws`() async throws {
    let server = try Self.endless()
    let source = try Line.router(at: server, reliability: Reliability())
      .answer(to: .hello).open()
    #expect(try await source.next() != nil)
    source.cancel()
    await #expect(throws: CancellationError.self) { try await source.next() }
    #expect(try await source.next() == nil)
    try await server.closing()
    #expect(server.requests.count == 1)
  }

  @Test func `a wait between two calls ends when the source is cancelled`() async throws {
    let refused = LoopbackGate()
    let server = try LoopbackServer(
      .respond(429, ["retry-after": "50"], body: "{}").open(refused))
    let answer = try Line.router(at: server, reliability: Reliability()).answer(to: .hello)
    let source = try answer.open()
    let reading = Task { try await source.next() }
    try await refused.opened()
    // The first call ends with its record; whether the wait has begun by then is all the same.
    while answer.attempts.isEmpty { await Task.yield() }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(server.requests.count == 1)
  }

  @Test func `an answer that is never read sends nothing`() async throws {
    let server = try Self.endless()
    let router = try Line.router(at: server)
    do {
      let answer = try router.answer(to: .hello)
      #expect(answer.decision.order == ["v/m"])
      _ = answer.makeAsyncIterator()
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a task that is cancelled before it reads sends nothing`() async throws {
    let server = try Self.endless()
    let router = try Line.router(at: server)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in try router.answer(to: .hello) {}
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let source = try router.answer(to: .hello).open()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await source.next() }
    #expect(server.connectionCount == 0)
  }

  @Test func `two hundred answers that were left leave no socket`() async throws {
    let server = try Self.endless()
    let router = try Line.router(at: server, reliability: Reliability())
    for round in 0..<200 {
      let answer = try router.answer(to: .hello)
      switch round % 4 {
      case 0:
        for try await event in answer where event.isContent { break }
      case 1:
        let task = Task { for try await _ in answer {} }
        try await server.requests(atLeast: server.requests.count)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      case 2:
        let source = try answer.open()
        _ = try await source.next()
      default:
        _ = answer.makeAsyncIterator()
      }
    }
    try await server.openConnections(atMost: 0)
    #expect(Sockets.connected(to: server.port) == 0)
    #expect(server.requests.count <= 150)
  }
}
