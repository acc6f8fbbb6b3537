import LoopbackServer
import Switchboard
import SwitchboardCore
import SwitchboardWire
import Testing

/// What a server that is broken, wrong or hostile gets: one sentence, and nothing of the key.
@Suite(.timeLimit(.minutes(10)))
struct BadAnswerTests {
  /// A bad answer and what is made of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: LoopbackScript
    var kind: SwitchboardError.Kind
    var status: Int?
    /// What had been said until then.
    var text: String?

    init(
      _ name: String, _ script: LoopbackScript, _ kind: SwitchboardError.Kind, status: Int? = nil,
      text: String? = nil
    ) {
      self.testDescription = name
      self.script = script
      self.kind = kind
      self.status = status
      self.text = text
    }
  }

  private static let page = "<!DOCTYPE html><html><title>Wi-Fi</title><p>Log in</p></html>"
  private static let json = ["Content-Type": "application/json"] as KeyValuePairs
  private static let events = ["Content-Type": "text/event-stream"] as KeyValuePairs
  private static let refusal = "{\"error\":{\"message\":\"No such thing.\"}}"
  private static let plums = Chat.text("Plums")
  private static let nested =
    String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)

  private static let cases: [Case] = [
    Case("a page", .respond(200, ["Content-Type": "text/html"], body: page), .decoding),
    Case("a page as a stream", .respond(200, events, body: page), .decoding),
    Case("a page with a status", .respond(502, body: page), .server, status: 502),
    Case("a page of 403", .respond(403, body: page), .permission, status: 403),
    Case("nothing", .respond(200, events), .truncated),
    Case("nothing with a status", .respond(500), .server, status: 500),
    Case("no content", .raw("HTTP/1.1 204 No Content\r\n\r\n"), .truncated),
    Case("words", .respond(200, json, body: "figs"), .truncated),
    Case("not a completion", .respond(200, json, body: "{\"figs\":1}"), .decoding),
    Case("a list", .respond(200, json, body: "[1,2]"), .decoding),
    Case("half of a body", .respond(200, json, body: "{\"choices\":[{\"mess"), .decoding),
    Case("an error as a stream", .respond(200, events, body: refusal), .server),
    Case(
      "an error as bytes",
      .respond(400, ["Content-Type": "application/octet-stream"], body: refusal), .invalidRequest,
      status: 400),
    Case("no JSON in an event", .events(plums, "data: {figs}\n\n"), .decoding, text: "Plums"),
    Case(
      "a broken character",
      .eventStream.chunk(plums).chunk(Array("data: {\"a\":\"".utf8) + [0xFF, 0x22, 0x7D, 10, 10])
        .end(),
      .decoding, text: "Plums"),
    Case("NUL", .eventStream.chunk(plums).chunk("data: \0\n\n").end(), .decoding, text: "Plums"),
    Case("depth", .events(plums, "data: \(nested)\n\n"), .decoding, text: "Plums"),
    Case("depth in a body", .respond(200, json, body: nested), .decoding),
    Case(
      "a length too long", .respond(200, events, body: plums, length: 5000).close(), .truncated,
      text: "Plums"),
    Case(
      "a length too short", .respond(200, events, body: plums, length: plums.utf8.count - 9),
      .truncated),
    Case(
      "a length that is none",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: figs\r\n\r\n\(plums)").close(), .network),
    Case(
      "a chunk that is none", .eventStream.chunk(plums).raw("figs\r\n").close(), .truncated,
      text: "Plums"),
    Case("chunks without end", .eventStream.chunk(plums).close(), .truncated, text: "Plums"),
    Case("gzip", .respond(200, ["Content-Encoding": "gzip"], body: [0x1F, 0x8B, 8, 0]), .decoding),
    Case(
      "gzip as a transfer",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), .decoding),
    Case("another protocol", .raw("SSH-2.0-OpenSSH_9.2\r\n").close(), .network),
    Case(
      "interim answers alone",
      .raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n").close(), .network),
    Case(
      "a status that is none", .raw("HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n"), .server,
      status: 999),
  ]

  @Test(arguments: cases)
  func `a bad answer is a failure in one sentence without the key`(bad: Case) async throws {
    let server = try LoopbackServer(bad.script)
    let reading = try await Line.router(at: server).read()
    let failure = try #require(reading.failure)
    #expect(failure.kind == bad.kind, "\(failure)")
    #expect(failure.status == bad.status)
    #expect(failure.vendor == "v" && failure.model == "m")
    #expect(reading.reply == nil)
    #expect(reading.text == bad.text ?? "")
    #expect(failure.partial?.text == bad.text)
    #expect(!failure.message.isEmpty && !failure.message.contains("\n"), "\(failure)")
    #expect(failure.message.first?.isLowercase != true, "\(failure)")
    #expect(failure.message.utf8.count < 400)
    #expect(!reading.everything.contains(Line.canary))
    #expect(server.requests.count == 1)
    #expect(server.requests[0]["authorization"] == "Bearer \(Line.canary)")
  }

  @Test(arguments: Line.Form.allCases, [301, 302, 303, 307, 308])
  func `a redirect is not followed and carries no key away`(
    form: Line.Form, status: Int
  ) async throws {
    let thief = try LoopbackServer(Chat.answer("got it"))
    let server = try LoopbackServer(.respond(status, ["Location": thief.url("/v1/steal")]))
    let reading = try await Line.router(form, at: server, reliability: Reliability()).read()
    #expect(reading.failure?.kind == .invalidRequest)
    #expect(reading.failure?.status == status)
    #expect(thief.connectionCount == 0)
    #expect(server.requests.count == 1)
    #expect(!reading.everything.contains(Line.canary))
  }

  @Test func `answers that are merely odd are read`() async throws {
    let odd: [LoopbackScript] = [
      .raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n")
        .then(Chat.answer("fig")), .respond(200, Self.json, body: Chat.text("fig") + Chat.end()),
      .respond(
        200, ["content-type": "application/octet-stream"], body: Chat.text("fig") + Chat.end()),
      .raw("HTTP/1.0 200 OK\r\n\r\n\(Chat.text("fig"))\(Chat.end())").close(),
      .respond(201, body: Chat.text("fig") + Chat.end()),
      .respond(
        200, ["Content-Encoding": "identity"], body: Chat.text("fig") + Chat.done + "data: no\n\n"),
      // After the end nothing counts: neither silence nor a broken connection.
      .eventStream.chunk(Chat.text("fig") + Chat.end()).stall(),
      .eventStream.chunk(Chat.text("fig") + Chat.end()).chunk("data: {oh\n\n").close(),
      .respond(200, Self.events, body: Chat.text("fig") + Chat.end(), length: 90_000).close(),
    ]
    for (place, script) in odd.enumerated() {
      let server = try LoopbackServer(script)
      let reading = try await Line.router(at: server).read()
      #expect(reading.text == "fig", "\(place): \(reading.failure.map { "\($0)" } ?? "")")
      #expect(reading.reply?.reply.finish.kind == .stop, "\(place)")
    }
  }

  @Test(arguments: Line.Form.allCases)
  func `a vendor that repeats the key is not believed to be discreet`(
    form: Line.Form
  ) async throws {
    let key = Line.canary
    let error =
      "{\"type\":\"error\",\"error\":{\"message\":\"bad key \(key)\",\"type\":\"\(key)\",\"code\":\"\(key)\"}}"
    for script in [
      LoopbackScript.respond(401, ["x-request-id": key, "request-id": key], body: error),
      .respond(400, body: "bad key \(key)"), .respond(500, body: "<title>\(key)</title>"),
      .respond(500, body: "{\"detail\":{\"key\":\"\(key)\"}}"),
      .events("event: error\ndata: \(error)\n\n"), .respond(200, body: error),
      .respond(200, body: key), .events("data: \(key)\n\n"),
      .respond(200, ["Content-Encoding": "\(key)"], body: ""),
      .raw("HTTP/1.1 200 \(key)\r\n\(key)\r\n\r\n").close(), .raw(key).close(),
    ] {
      let server = try LoopbackServer(script)
      let reading = try await Line.router(form, at: server).read()
      #expect(reading.failure != nil)
      #expect(!reading.everything.contains(key), "\(reading.everything)")
    }
  }
}
