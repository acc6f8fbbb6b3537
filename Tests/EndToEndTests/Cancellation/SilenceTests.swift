import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// How long a vendor may be silent, and what counts as a sign of life.
@Suite(.timeLimit(.minutes(10)))
struct SilenceTests {
  @Test func `pings and thinking keep a long answer alive`() async throws {
    // Ninety seconds of pings, ninety of thinking, then text, with twenty seconds of patience.
    let pings = (0..<18).map { _ in Messages.ping }
    let thoughts = (0..<18).map {
      Messages.delta(["type": "thinking_delta", "thinking": JSON("\($0) ")])
    }
    let pieces =
      [Messages.start + Messages.open(["type": "thinking", "thinking": ""])] + pings + thoughts + [
        Messages.close() + Messages.open(["type": "text", "text": ""], index: 1)
          + Messages.text("fig", index: 1) + Messages.close(index: 1) + Messages.end()
      ]
    let clock = HandClock()
    let line = try PieceByPiece(pieces.map { Array($0.utf8) }) { clock.advance(by: .seconds(5)) }
    let router = try Line.router(
      .messages, at: line.server, transport: line.transport,
      reliability: Reliability(attemptsPerTarget: 1, deadlines: Deadlines(idle: .seconds(20))),
      time: Timekeeper(clock))
    let reading = try await router.read()
    #expect(reading.failure == nil)
    #expect(reading.text == "fig")
    #expect(clock.now.offset == .seconds(5 * 37))
  }

  @Test func `pings alone do not keep an answer alive for ever`() async throws {
    let clock = HandClock()
    let pings = [Messages.start] + (0..<20).map { _ in Messages.ping }
    let line = try PieceByPiece(pings.map { Array($0.utf8) }, isEndless: true) {
      clock.advance(by: .seconds(5))
    }
    let router = try Line.router(
      .messages, at: line.server, transport: line.transport,
      reliability: Reliability(
        attemptsPerTarget: 1, deadlines: Deadlines(firstToken: .seconds(20))),
      time: Timekeeper(clock))
    let reading = try await router.read()
    #expect(reading.failure?.kind == .timeout)
    #expect(reading.failure?.phase == .firstToken)
    // Three times the patience, and no less.
    #expect(clock.now.offset >= .seconds(60))
    try await line.server.closing()
  }

  private static let patience = Duration.seconds(2)

  @Test(arguments: [
    (LoopbackScript.silence(), SwitchboardError.Phase.firstToken),
    (.eventStream.stall(), .firstToken),
    (.eventStream.chunk(": ping\n\n").stall(), .firstToken),
    (.eventStream.chunk(Chat.delta(["role": "assistant"])).stall(), .firstToken),
    (.eventStream.chunk(Chat.text("one")).stall(), .idle),
    (.eventStream.chunk(Chat.text("one") + ": ping\n\n").stall(), .idle),
  ])
  func `silence ends an answer in its phase`(
    script: LoopbackScript, phase: SwitchboardError.Phase
  ) async throws {
    let server = try LoopbackServer(script)
    let deadlines =
      phase == .idle ? Deadlines(idle: Self.patience) : Deadlines(firstToken: Self.patience)
    let router = try Line.router(
      at: server, reliability: Reliability(attemptsPerTarget: 1, deadlines: deadlines))
    let reading = try await router.read()
    let failure = try #require(reading.failure)
    #expect(failure.kind == .timeout)
    #expect(failure.phase == phase)
    #expect(failure.partial?.text == (phase == .idle ? "one" : nil))
    #expect(failure.attempts.count == 1)
    try await server.closing()
    #expect(server.requests.count == 1)
  }
}
