import SwitchboardCore
import SwitchboardForms
import Testing

struct NamingTests {
  private func names(_ tools: [String], length: Int = 12) throws -> [String] {
    var request = ChatRequest("hi")
    request.tools = tools.map { ToolDefinition(name: $0) }
    var negotiation = Negotiation(isStrict: false, model: ModelDescriptor("m"))
    let names = try ToolNames(
      for: request, rule: ToolNames.Rule(length: length), negotiation: &negotiation)
    let sent = tools.map { names.name(for: $0) }
    for (tool, name) in zip(tools, sent) { #expect(names.tool(named: name) == tool) }
    return sent
  }

  @Test(arguments: [
    (["a"], ["a"]), (["a.b", "a_b"], ["a_b_2", "a_b"]), (["ä", "ö", "_"], ["__2", "__3", "_"]),
    ([""], ["tool"]), (["0123456789abcdef"], ["0123456789ab"]),
    (["0123456789abXX", "0123456789abYY"], ["0123456789ab", "0123456789_2"]),
  ])
  func `every tool has a name that is allowed and its own`(
    tools: [String], expected: [String]
  ) throws {
    #expect(try names(tools) == expected)
  }

  @Test func `ids that fit stay and others are made, each its own and the same every time`() {
    let ids = ["call_1", "x|y", "toolu_" + String(repeating: "z", count: 60), "", "日本"]
    let messages = [
      Message(
        role: .assistant,
        parts: ids.map { Part(.toolCall(ToolCall(id: $0, name: "t", argumentsText: ""))) })
    ]
    for rule in [CallIDs.Rule(lengths: 1...40), CallIDs.Rule(others: "", lengths: 9...9)] {
      let first = ids.map { CallIDs(for: messages, rule: rule).id(for: $0) }
      let second = ids.map { CallIDs(for: messages, rule: rule).id(for: $0) }
      #expect(first == second)
      #expect(Set(first).count == ids.count)
      #expect(first.allSatisfy { rule.lengths.contains($0.utf8.count) })
    }
  }
}
