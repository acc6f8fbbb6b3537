import Switchboard
import SwitchboardMock

/// A model that calls a tool of ours and answers with what it gave back.
@main
enum ToolTalk {
  static func main() async throws {
    let router = try Router(registry: Registry { MockProvider() })
    let depth = CallableTool(
      "fjord_depth", description: "How deep a fjord is, in metres.",
      parameters: [
        "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
      ]
    ) { arguments in
      let depths = ["Sognefjord": 1308, "Hardangerfjord": 860]
      let name = arguments["name"].string ?? ""
      return depths[name].map { "\($0) m" } ?? "There is no depth known for '\(name)'."
    }

    var request = ChatRequest("Use fjord_depth for the Sognefjord.", model: "mock/thinker")
    request.system = "Answer in one sentence."
    let run = try await router.run(request, tools: [depth])
    for message in run.messages {
      for call in message.toolCalls { print("calls \(call.name)(\(call.argumentsText))") }
    }
    print(run.text)
  }
}
