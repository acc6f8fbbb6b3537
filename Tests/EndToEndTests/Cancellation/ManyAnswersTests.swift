import LoopbackServer
import Switchboard
import SwitchboardCore
import SwitchboardTransport
import Testing

/// Many answers at once or one after another, each with its own end.
@Suite(.timeLimit(.minutes(10)))
struct ManyAnswersTests {
  @Test func `five hundred answers cancelled at random moments end once each`() async throws {
    // Fast ones may win the race; the others never end by themselves.
    let server = try LoopbackServer { request in
      let begun = LoopbackScript.eventStream.chunk(Chat.text("one"))
      return switch request.index % 3 {
      case 0: begun.chunks((0..<20).map { Chat.text("\($0)") }).chunk(Chat.end()).end()
      case 1: begun.stall()
      default: .silence()
      }
    }
    let router = try Line.router(at: server, reliability: Reliability())
    let ends = try await withThrowingTaskGroup(of: [String].self) { group in
      for seed in 0..<20 {
        group.addTask {
          var random = SplitMix(state: UInt64(seed))
          var ends: [String] = []
          for _ in 0..<25 { ends.append(try await Self.end(of: router, &random)) }
          return ends
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ends.count == 500)
    #expect(Set(ends).isSubset(of: ["cancelled", "whole"]), "\(Set(ends))")
    #expect(ends.contains("cancelled"))
    // A cancelled call is never sent again.
    #expect(server.requests.count <= 500)
  }

  /// Reads an answer while another task ends it, sooner or later and in one of two ways.
  private static func end(of router: Router, _ random: inout SplitMix) async throws -> String {
    let source = try router.answer(to: .hello).open()
    let reader = Task {
      do {
        var isWhole = false
        while let events = try await source.next() {
          if case .finish = events.last { isWhole = true }
        }
        return isWhole ? "whole" : "quiet"
      } catch is CancellationError {
        return "cancelled"
      } catch {
        return "\(error)"
      }
    }
    let byTask = Bool.random(using: &random)
    for _ in 0..<(random.next() % 100) { await Task.yield() }
    if byTask { reader.cancel() } else { source.cancel() }
    return await reader.value
  }

  @Test func `answers of mixed fate leave no socket and share their connections`() async throws {
    let server = try LoopbackServer { request in
      switch request.index % 3 {
      // One write: the next call would not wait for an end that is still on its way.
      case 0: .respond(body: Chat.text("whole") + Chat.end())
      case 1: .eventStream.chunk(Chat.text("one")).stall()
      default: .respond(400, body: "{\"error\":{\"message\":\"no\"}}")
      }
    }
    do {
      let router = try Line.router(at: server)
      for index in 0..<300 {
        let answer = try router.answer(to: .hello)
        switch index % 3 {
        case 0: #expect(try await answer.reply().reply.text == "whole")
        case 1: for try await event in answer where event.isContent { break }
        default:
          let error = await #expect(throws: SwitchboardError.self) { try await answer.reply() }
          #expect(error?.kind == .invalidRequest)
        }
      }
      #expect(server.requests.count == 300)
      // Every answer that was left costs its connection. The others share theirs, but for one whose
      // end was still on its way when the next call began.
      #expect(server.connectionCount <= 150)
      try await server.openConnections(atMost: 2)
      #expect(Sockets.connected(to: server.port) <= 2)
    }
    try await server.openConnections(atMost: 0)
    #expect(Sockets.connected(to: server.port) == 0)
  }

  @Test(arguments: Line.Form.allCases, [true, false])
  func `answers one after another share a connection`(form: Line.Form, stream: Bool) async throws {
    let server = try LoopbackServer(Self.whole(form, stream))
    let router = try Line.router(form, at: server)
    for _ in 0..<20 {
      var request = ChatRequest.hello
      request.stream = stream
      #expect(try await router.reply(to: request).reply.text == "fig")
    }
    #expect(server.requests.count == 20)
    #expect(server.connectionCount == 1)
  }

  private static func whole(_ form: Line.Form, _ stream: Bool) -> LoopbackScript {
    switch form {
    case .chat:
      let body: JSON = [
        "choices": [["index": 0, "message": ["content": "fig"], "finish_reason": "stop"]]
      ]
      return stream ? Chat.answer("fig") : .respond(body: body.text)
    case .messages:
      let body: JSON = [
        "type": "message", "content": [["type": "text", "text": "fig"]], "stop_reason": "end_turn",
      ]
      return stream ? Messages.answer("fig") : .respond(body: body.text)
    case .responses:
      let body: JSON = [
        "id": "r", "object": "response", "status": "completed",
        "output": [
          ["type": "message", "id": "m", "content": [["type": "output_text", "text": "fig"]]]
        ],
      ]
      return stream
        ? .events(Chat.event(["type": "response.completed", "response": body]))
        : .respond(body: body.text)
    }
  }
}
