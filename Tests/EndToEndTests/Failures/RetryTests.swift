import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// What is sent again, to whom, and what is told of it.
@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
  private static let three = Reliability(attemptsPerTarget: 3)

  @Test func `a vendor that is overloaded twice is asked a third time`() async throws {
    let busy = LoopbackScript.respond(503, body: "{\"error\":{\"message\":\"busy\"}}")
    let server = try LoopbackServer(busy, busy, Chat.answer("fig"))
    let reading = try await Line.router(at: server, reliability: Self.three).read()
    let reply = try #require(reading.reply)
    #expect(reply.reply.text == "fig")
    #expect(reply.attempts.map(\.outcome) == [.failed, .failed, .reply])
    #expect(reply.attempts.map(\.number) == [1, 2, 3])
    #expect(reply.attempts.map { $0.error?.kind } == [.overloaded, .overloaded, nil])
    #expect(reply.attempts.map { $0.error?.status } == [503, 503, nil])
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.text)).count == 1)
    // A refusal leaves its connection to the next call.
    #expect(server.connectionCount == 1)
    // The reader sees one answer alone.
    #expect(reading.events.count { if case .start = $0 { true } else { false } } == 1)
    #expect(!reading.everything.contains(Line.canary))
  }

  @Test(arguments: [
    ("retry-after-ms", "60", Duration.milliseconds(60)),
    ("Retry-After-Ms", "45.5", .milliseconds(45)),
  ])
  func `a vendor that says when is not asked before`(
    name: String, value: String, wait: Duration
  ) async throws {
    let server = try LoopbackServer { request in
      request.index == 0
        ? .respond(429, [name: value], body: "{\"error\":{\"message\":\"slower\"}}")
        : Chat.answer("fig")
    }
    let reply = try await Line.router(at: server, reliability: Self.three).reply(to: .hello)
    #expect(reply.attempts.map(\.outcome) == [.failed, .reply])
    #expect(reply.attempts[0].error?.kind == .rateLimited)
    #expect(reply.attempts[0].error?.retryAfter.map { $0 >= wait } == true)
    let times = server.requests.map(\.receivedAt)
    #expect(times[1] - times[0] >= wait)
  }

  @Test(arguments: [
    LoopbackScript.hangUp(), .hangUpHard(), .raw("HTTP/1.1 200 OK\r\nContent-").close(),
    .eventStream.close(), .eventStream.chunk(Chat.delta(["role": "assistant"])).reset(),
    .respond(200, ["Content-Type": "text/event-stream"], body: "", length: 9).close(),
  ])
  func `a connection that breaks before the first word is tried again`(
    broken: LoopbackScript
  ) async throws {
    let server = try LoopbackServer(broken, Chat.answer("fig"))
    let reading = try await Line.router(at: server, reliability: Self.three).read()
    let reply = try #require(reading.reply)
    #expect(reply.reply.text == "fig")
    #expect(reply.attempts.map(\.outcome) == [.failed, .reply])
    #expect([.network, .truncated].contains(reply.attempts[0].error?.kind))
    #expect(reading.deltas == ["fig"])
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [
    LoopbackScript.respond(500, body: "{}"), .respond(429, ["retry-after": "3000"], body: "{}"),
    .respond(401, body: "{}"), .respond(404, body: "{}"), .hangUp(), .respond(body: "<p>no</p>"),
    .eventStream.chunk("data: {\"error\":{\"message\":\"no\",\"code\":500}}\n\n").end(), nil,
  ])
  func `a second vendor answers when the first cannot`(script: LoopbackScript?) async throws {
    // Without a script nobody listens there any more.
    let first = try LoopbackServer(script ?? .hangUp())
    if script == nil { first.stop() }
    let second = try LoopbackServer(Messages.answer("fig"))
    let router = try Line.router(
      Line.vendor("a", at: first), Line.vendor("b", .messages, at: second),
      route: ["a/m", "b/claude"])
    let reading = try await router.read(ChatRequest("hi"))
    let reply = try #require(reading.reply)
    #expect(reply.reply.text == "fig")
    #expect(reply.reply.origin.vendor == "b")
    #expect(reply.attempts.map(\.outcome) == [.failed, .reply])
    #expect(reply.attempts.map(\.origin.vendor) == ["a", "b"])
    #expect(reply.decision.order == ["a/m", "b/claude"])
    #expect(reading.events.first { if case .start = $0 { true } else { false } } != nil)
    #expect(try second.requests[0].json["model"].string == "claude")
    #expect(second.requests[0]["x-api-key"] == Line.canary)
    #expect(!reading.everything.contains(Line.canary))
  }

  @Test(arguments: [400, 401, 403, 404, 413, 422])
  func `a refusal that no waiting mends is sent once`(status: Int) async throws {
    let server = try LoopbackServer(
      .respond(status, body: "{\"error\":{\"message\":\"no\"}}"))
    let reading = try await Line.router(at: server, reliability: Self.three).read()
    #expect(reading.failure?.status == status)
    #expect(reading.failure?.attempts.count == 1)
    #expect(server.requests.count == 1)
  }

  @Test func `a failure names every call`() async throws {
    let first = try LoopbackServer(.respond(500, ["x-request-id": "req-a"], body: "{}"))
    let second = try LoopbackServer(.respond(503, body: "{}"))
    let router = try Line.router(
      Line.vendor("a", at: first), Line.vendor("b", at: second), route: ["a/m", "b/m"],
      reliability: Reliability(attemptsPerTarget: 2))
    let reading = try await router.read(ChatRequest("hi"))
    let failure = try #require(reading.failure)
    #expect(failure.vendor == "b")
    #expect(failure.attempts.map(\.origin.vendor) == ["a", "a", "b", "b"])
    #expect(failure.attempts.map { $0.error?.requestID } == ["req-a", "req-a", nil, nil])
    #expect(failure.partial == nil)
    #expect(!failure.outputBegun)
    #expect(first.requests.count == 2 && second.requests.count == 2)
  }
}
