import Switchboard
import SwitchboardCore
import Testing

struct ToolRunTests {
  private static let weather: JSON = [
    "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
  ]

  private static func call(_ id: String, _ name: String, _ arguments: String) -> ToolCall {
    ToolCall(id: id, name: name, argumentsText: arguments)
  }

  @Test func `calls run and their results go back in order`() async throws {
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.calls([
        Self.call("c1", "weather", #"{"city":"Oslo"}"#), Self.call("c2", "now", ""),
      ]), ScriptedVendor.answer("Rain at noon."),
    ])
    let router = try router([vendor])
    let gate = Gate()
    let run = try await router.run(
      ChatRequest("hi", model: "a/m"),
      tools: [
        CallableTool("weather", parameters: Self.weather) { arguments in
          await gate.wait()
          return "rain in \(arguments["city"].string ?? "?")"
        },
        CallableTool("now") { arguments in
          #expect(arguments == [:])
          gate.open()
          return "noon"
        },
      ])
    #expect(run.end == .answered)
    #expect(run.text == "Rain at noon.")
    let second = vendor.requests[1]
    let results = second.messages[2].parts
    #expect(second.messages.map(\.role) == [.user, .assistant, .tool])
    #expect(
      results == [
        Part(
          .toolResult(ToolResult(callID: "c1", name: "weather", content: [.text("rain in Oslo")]))),
        Part(.toolResult(ToolResult(callID: "c2", name: "now", content: [.text("noon")]))),
      ])
    #expect(run.messages.map(\.role) == [.assistant, .tool, .assistant])
  }

  @Test(arguments: [
    ("nothing", "{}", "There is no tool 'nothing'"), ("weather", "{\"ci", "no JSON object"),
    ("weather", "{}", "lacks 'city'"), ("weather", #"{"city":5}"#, "must be of type string"),
    ("broken", "{}", "The tool failed"), ("secret", "{}", "denied: not allowed"),
  ])
  func `what goes wrong is told to the model`(
    tool: String, arguments: String, words: String
  ) async throws {
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.calls([Self.call("c1", tool, arguments)]), ScriptedVendor.answer("sorry"),
    ])
    struct Broken: Error {}
    let router = try router([vendor])
    let run = try await router.run(
      ChatRequest("hi", model: "a/m"),
      tools: [
        CallableTool("weather", parameters: Self.weather) { _ in "sun" },
        CallableTool("broken") { _ in throw Broken() }, CallableTool("secret") { _ in "42" },
      ]
    ) { $0.name == "secret" ? .denied(reason: "not allowed") : .allowed }
    guard case .toolResult(let result) = run.messages[1].parts[0].content else {
      Issue.record("There is no result.")
      return
    }
    #expect(result.isError)
    #expect(result.text.contains(words))
    #expect(run.text == "sorry")
  }

  @Test func `the model's numbers reach the tool with every digit`() async throws {
    let text = #"{"id":9007199254740993,"id2":12345678901234567890,"price":0.1,"exp":1e2,"neg":-0}"#
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.calls([Self.call("c1", "echo", text)]), ScriptedVendor.answer("ok"),
    ])
    let run = try await router([vendor]).run(
      ChatRequest("hi", model: "a/m"), tools: [CallableTool("echo") { $0.text }])
    guard case .toolResult(let result) = run.messages[1].parts[0].content else {
      Issue.record("There is no result.")
      return
    }
    #expect(result.text == text)
  }

  @Test func `a model that goes on calling is stopped and leaves no open call`() async throws {
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.calls([Self.call("c", "t", "{}")])])
    let run = try await router([vendor]).run(
      ChatRequest("hi", model: "a/m"), tools: [CallableTool("t") { _ in "more" }],
      limits: ToolRunLimits(steps: 3))
    #expect(run.end == .stepLimit)
    #expect(run.replies.count == 3)
    let calls = run.messages.flatMap(\.toolCalls).count
    let results = run.messages.filter { $0.role == .tool }.flatMap(\.parts).count
    #expect(calls == 2)
    #expect(results == 2)
  }

  @Test func `a tool that takes too long is a failed result`() async throws {
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.calls([Self.call("c", "t", "{}")]), ScriptedVendor.answer("ok"),
    ])
    let router = try router([vendor], clock: clock)
    async let run = router.run(
      ChatRequest("hi", model: "a/m"),
      tools: [
        CallableTool("t") { _ in
          try await clock.sleep(for: .seconds(1000))
          return "late"
        }
      ], limits: ToolRunLimits(tool: .seconds(5)))
    await clock.sleeper(until: .seconds(5))
    clock.advance(to: .seconds(5))
    let result = try await run.messages[1].parts[0]
    guard case .toolResult(let failed) = result.content else {
      Issue.record("There is no result.")
      return
    }
    #expect(failed.isError)
    #expect(failed.text.contains("took longer"))
  }

  @Test func `a truncated answer runs no tool`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [
        .events([
          .start(Origin(vendor: "a", kind: nil, model: "m")),
          .partStart(index: 0, .toolCall(id: "c", name: "t")),
          .partDelta(index: 0, text: "{\"from\":\"a.txt\",\"to\":\"b"),
        ])
      ]
    ])
    let ran = Locked(false)
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.run(
        ChatRequest("hi", model: "a/m"),
        tools: [
          CallableTool("t") { _ in
            ran.withLock { $0 = true }
            return ""
          }
        ])
    }
    #expect(error?.kind == .truncated)
    #expect(!ran.withLock { $0 })
  }
}
