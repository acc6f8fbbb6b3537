import SwitchboardCore
import SwitchboardMock
import Testing

@Suite struct MockToolTests {
  static let weather = ToolDefinition(
    name: "get_weather", description: "Tells the weather",
    parameters: [
      "type": "object",
      "properties": [
        "city": ["type": "string"], "unit": ["enum": ["celsius", "fahrenheit"]],
        "days": ["type": "integer", "minimum": 1, "maximum": 7],
      ],
      "required": ["city"],
    ])
  static let clock = ToolDefinition(name: "clock")

  func request(_ prompt: String, _ choice: ToolChoice? = nil) -> ChatRequest {
    .ask(prompt, "tools") {
      $0.tools = [Self.weather, Self.clock]
      $0.toolChoice = choice
    }
  }

  static let cases: [(String, ToolChoice?, [String])] = [
    ("Say hello", nil, []),
    ("Say hello", .auto, []),
    ("Say hello", .required, ["get_weather"]),
    ("Say hello", .named("clock"), ["clock"]),
    ("Use get_weather", nil, ["get_weather"]),
    ("Please GET WEATHER now", nil, ["get_weather"]),
    ("Use the clock, then get_weather", nil, ["get_weather", "clock"]),
    ("Use the clock", .required, ["clock"]),
    ("Use the clock", .some(.none), []),
    ("Clockwork is no tool, and forget_weather is none", nil, []),
  ]

  @Test(arguments: cases)
  func `tools are called when they must be or are named`(
    prompt: String, choice: ToolChoice?, names: [String]
  ) async throws {
    let reading = try await MockProvider().read(request(prompt, choice))
    #expect(reading.violation == nil && reading.error == nil)
    let message = reading.accumulator.message()
    #expect(message.toolCalls.map(\.name) == names)
    #expect(reading.accumulator.finish?.kind == (names.isEmpty ? .stop : .toolCalls))
    #expect(Set(message.toolCalls.map(\.id)).count == names.count)
    for call in message.toolCalls where call.name == "get_weather" {
      let arguments = try #require(call.arguments)
      #expect(arguments["city"].string?.isEmpty == false)
      #expect(["celsius", "fahrenheit"].contains(arguments["unit"]))
      #expect(1...7 ~= arguments["days"].int ?? 0)
    }
  }

  @Test func `arguments use the words of the prompt`() async throws {
    let reply = try await MockProvider().reply(
      to: request("use get_weather for Paris, 3 days in celsius"))
    let arguments = try #require(reply.message.toolCalls.first?.arguments)
    #expect(arguments["city"] == "Paris")
    #expect(arguments["unit"] == "celsius")
    #expect(arguments["days"] == 3)
  }

  @Test func `after the results it answers with them`() async throws {
    var turn = request("Use get_weather for Paris", .required)
    let call = try await MockProvider().reply(to: turn)
    turn.messages.append(call.message)
    let results = call.message.toolCalls.map {
      ToolResult(callID: $0.id, name: $0.name, content: [.text("18 degrees, light wind")])
    }
    turn.messages.append(.tool(results))
    let reply = try await MockProvider().reply(to: turn)
    #expect(reply.text.contains("The tool get_weather says: 18 degrees, light wind"))
    #expect(reply.finish.kind == .stop && reply.message.toolCalls.isEmpty)

    turn.messages[2] = .tool([
      ToolResult(callID: "x", content: [.text("no network")], isError: true)
    ])
    #expect(try await MockProvider().reply(to: turn).text.contains("The tool x failed with: no"))
  }

  @Test func `ids of calls differ from turn to turn`() async throws {
    var turn = request("Use the clock")
    let first = try await MockProvider().reply(to: turn).message
    turn.messages += [first, .tool([ToolResult(callID: "1", content: [.text("12:00")])])]
    turn.messages += [.assistant("Noon."), .user("Use the clock")]
    let second = try await MockProvider().reply(to: turn).message
    #expect(first.toolCalls.map(\.id) != second.toolCalls.map(\.id))
    #expect(second.toolCalls.count == 1)
  }

  @Test func `a limit cuts arguments, and says so`() async throws {
    var cut = request("Use get_weather for Paris")
    cut.options.maxOutputTokens = 1
    let reply = try await MockProvider().reply(to: cut)
    #expect(reply.finish.kind == .length)
    #expect(reply.message.toolCalls.first?.arguments == nil)
  }
}
