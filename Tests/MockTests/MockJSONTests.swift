import SwitchboardCore
import SwitchboardMock
import Testing

struct MockJSONTests {
  @Test(arguments: ["vision", "tools", "thinker"])
  func `an answer satisfies its schema`(model: String) async throws {
    let schema: JSON = [
      "type": "object", "required": ["name", "age"], "additionalProperties": false,
      "properties": [
        "name": ["type": "string", "minLength": 1],
        "age": ["type": "integer", "minimum": 0, "maximum": 150],
      ],
    ]
    for seed in 0..<8 {
      let request = ChatRequest.ask("List 4 facts about Paris", model) {
        $0.output = .json(schema: schema)
        $0.options.seed = seed
      }
      let reply = try await MockProvider().reply(to: request)
      let value = try JSON(parsing: reply.text)
      #expect(value.members.map(\.key) == ["name", "age"])
      #expect(value["name"].string?.isEmpty == false && 0...150 ~= value["age"].int ?? -1)
      #expect(reply.finish.kind == .stop)
    }
  }

  @Test func `any JSON is an object about the prompt`() async throws {
    let request = ChatRequest.ask("Describe Paris", "vision") { $0.output = .json() }
    let value = try JSON(parsing: try await MockProvider().reply(to: request).text)
    #expect(value["subject"].string == "Paris")
  }

  @Test func `a schema that nothing satisfies still gets an answer`() async throws {
    let request = ChatRequest.ask("Describe Paris", "tools") {
      $0.output = .json(schema: ["$ref": "#"])
    }
    let reading = try await MockProvider().read(request)
    #expect(reading.error == nil && reading.violation == nil)
  }
}
