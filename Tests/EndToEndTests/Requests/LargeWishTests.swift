import LoopbackServer
import Switchboard
import SwitchboardCore
import Testing

/// Numbers at the edge of what a number can be.
@Suite(.timeLimit(.minutes(10)))
struct LargeWishTests {
  @Test(arguments: Line.Form.allCases, ["m", "claude-opus-4-1", "claude-sonnet-5", "gpt-5"])
  func `a wish as large as a number can be is sent`(
    form: Line.Form, model: String
  ) async throws {
    let server = try LoopbackServer(.respond(400, body: "{}"))
    let router = try Line.router(form, at: server)
    for output in [nil, Int.max] {
      for reasoning in [nil, ReasoningEffort.budget(tokens: .max)] {
        var request = ChatRequest("hi", model: ModelReference(vendor: "v", model: model))
        request.options = ChatOptions(maxOutputTokens: output, topK: .max, seed: .max)
        request.reasoning = reasoning
        let reading = try? await router.read(request)
        #expect(reading?.reply == nil)
      }
    }
    #expect(server.requests.count >= 1)
  }

  @Test func `more output than a model can give is refused before the call`() async throws {
    let server = try LoopbackServer(Chat.answer("fig"))
    var request = ChatRequest("hi", model: "v/claude-sonnet-5")
    request.options.maxOutputTokens = .max
    let router = try Line.router(.messages, at: server)
    let error = #expect(throws: SwitchboardError.self) { try router.answer(to: request) }
    #expect(error?.kind == .unsupported)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(1_000_000_000_000), .seconds(86_400)])
  func `deadlines beyond every answer are no deadlines`(deadline: Duration) async throws {
    let server = try LoopbackServer(
      .respond(503, body: "{}"),
      .eventStream.chunk(Chat.text("fi")).chunk(Chat.text("g"))
        .chunk(Chat.end()).end())
    let deadlines = Deadlines(
      connect: deadline, firstToken: deadline, idle: deadline, total: deadline)
    let router = try Line.router(at: server, reliability: Reliability(deadlines: deadlines))
    #expect(try await router.reply(to: .hello).reply.text == "fig")
  }
}
