import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// What a vendor says, or does not say, in the middle of an answer that began well.
@Suite(.timeLimit(.minutes(10)))
struct BrokenStreamTests {
  private static let plums: [Line.Form: String] = [
    .chat: Chat.text("Plums are"),
    .messages: Messages.ping + Messages.start + Messages.open(["type": "text", "text": ""])
      + Messages.text("Plums are"),
    .responses: Chat.event(["type": "response.created", "response": ["id": "r"]])
      + Chat.event([
        "type": "response.output_text.delta", "item_id": "m", "output_index": 0,
        "content_index": 0, "delta": "Plums are",
      ]),
  ]

  @Test(
    arguments: [
      (
        .messages,
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
          + "\"message\":\"Overloaded\"}}\n\n", .overloaded, "Overloaded"
      ),
      (
        .messages,
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\","
          + "\"message\":\"Internal\"}}\n\n", .server, "Internal"
      ),
      (
        .chat,
        "data: {\"error\":{\"message\":\"engine fell over\",\"type\":\"server_error\",\"code\":null}}\n\n",
        .server, "engine fell over"
      ),
      (
        .chat, "event: error\ndata: {\"error\":{\"message\":\"slow\",\"status_code\":429}}\n\n",
        .rateLimited, "slow"
      ),
      (
        .chat,
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}],"
          + "\"error\":{\"code\":502,\"message\":\"upstream\"}}\n\n", .server, "upstream"
      ),
      (
        .responses,
        "data: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_exceeded\","
          + "\"code\":\"rate_limit_exceeded\",\"message\":\"slower\"}}\n\n", .rateLimited, "slower"
      ),
      (
        .responses,
        "data: {\"type\":\"response.failed\",\"response\":{\"id\":\"r\",\"status\":\"failed\","
          + "\"error\":{\"code\":\"server_error\",\"message\":\"oh\"}}}\n\n", .server, "oh"
      ),
    ] as [(Line.Form, String, SwitchboardError.Kind, String)])
  func `an error after a good beginning is a failure with the text so far`(
    form: Line.Form, error: String, kind: SwitchboardError.Kind, words: String
  ) async throws {
    for isCutOff in [false, true] {
      let begun = LoopbackScript.eventStream.chunk(Self.plums[form] ?? "").chunk(error)
      let server = try LoopbackServer(isCutOff ? begun.close() : begun.end())
      // A retry would be allowed, but not after words.
      let router = try Line.router(form, at: server, reliability: Reliability())
      let reading = try await router.read()
      let failure = try #require(reading.failure)
      #expect(failure.kind == kind)
      #expect(failure.message == words)
      #expect(failure.outputBegun)
      #expect(failure.partial?.text == "Plums are")
      #expect(failure.partial?.incomplete == .failed)
      #expect(reading.reply == nil)
      #expect(reading.deltas == ["Plums are"])
      #expect(failure.attempts.map(\.outcome) == [.failed])
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: Line.Form.allCases, ["end", "close", "reset", "middle"])
  func `an answer without its end is no reply`(form: Line.Form, end: String) async throws {
    var script = LoopbackScript.eventStream.chunk(Self.plums[form] ?? "")
    script =
      switch end {
      case "end": script.end()
      case "close": script.close()
      case "reset": script.reset()
      default: script.chunk("data: {\"choices\":[{\"delta\":{\"content\":\"so").end()
      }
    // A reset may overtake what was sent before it, so the reader has it first.
    let gate = LoopbackGate()
    let server = try LoopbackServer(
      end == "reset"
        ? .eventStream.chunk(Self.plums[form] ?? "").wait(gate).reset() : script)
    let answer = try Line.router(form, at: server, reliability: Reliability())
      .answer(to: .hello)
    var text = ""
    do {
      for try await event in answer {
        if case .partDelta(_, let piece) = event {
          text += piece
          gate.open()
        }
      }
      Issue.record("An answer without its end was taken for a whole one.")
    } catch let error as SwitchboardError {
      #expect(error.kind == .truncated)
      #expect(error.partial?.text == "Plums are")
      #expect(error.partial?.incomplete == .truncated)
    }
    #expect(text == "Plums are")
    #expect(answer.finished == nil)
    #expect(server.requests.count == 1)
  }

  @Test(
    arguments: [
      (
        .messages,
        Messages.start
          + Messages.open([
            "type": "tool_use", "id": "toolu_fig1", "name": "move_file", "input": [:],
          ])
          + Messages.input("{\"from\":\"a.txt\",\"to\":\"b")
      ),
      (
        .messages,
        Messages.start
          + Messages.open([
            "type": "tool_use", "id": "toolu_fig1", "name": "move_file", "input": [:],
          ])
          + Messages.input("{}") + Messages.close()
      ),
      (
        .chat,
        Chat.calls(
          Chat.call(id: "call_1", name: "move_file", arguments: "{\"from\":\"a.txt\",\"to\":\"b"))
      ), (.chat, Chat.calls(Chat.call(id: "call_1", name: "move_file", arguments: "{}"))),
    ] as [(Line.Form, String)])
  func `no tool runs for an answer that was cut off`(
    form: Line.Form, stream: String
  ) async throws {
    let server = try LoopbackServer(.events(stream))
    let router = try Line.router(form, at: server, reliability: Reliability())
    let ran = Locked(0)
    let tool = CallableTool("move_file") { _ in
      ran.withLock { $0 += 1 }
      return "moved"
    }
    let error = await #expect(throws: SwitchboardError.self) {
      try await router.run(.hello, tools: [tool])
    }
    #expect(error?.kind == .truncated)
    #expect(ran.withLock { $0 } == 0)
    #expect(server.requests.count == 1)
    // Half a call has no place in what is kept.
    #expect((error?.partial?.toolCalls ?? []).allSatisfy { $0.arguments == [:] })
  }
}
