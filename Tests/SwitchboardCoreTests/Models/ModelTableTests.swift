import SwitchboardCore
import Testing

struct ModelTableTests {
  private let table = ModelTable(
    [ModelDescriptor("gpt-5", window: 1), ModelDescriptor("gpt-5.5", window: 2)],
    families: [ModelDescriptor("gpt-", maxOutput: 7), ModelDescriptor("gpt-5.5-nano", window: 3)],
    configured: [
      ModelDescriptor("gpt-5.5", maxOutput: 9), ModelDescriptor("mine", window: 4),
      ModelDescriptor("mine", window: 5),
    ])

  @Test(arguments: [
    ("gpt-5", "gpt-5"), ("gpt-5-2026-01-01", "gpt-5"), ("gpt-5.5", "gpt-5.5"),
    ("gpt-5.5-2026", "gpt-5.5"), ("gpt-5.5-nano-1", "gpt-5.5-nano"), ("gpt-9", "gpt-"),
    ("GPT-5", nil), ("claude", nil), ("", nil), ("gp", nil),
  ])
  func `the longest row that begins an id speaks for it`(id: String, row: String?) {
    #expect(table.family(of: id)?.model == row)
  }

  @Test func `what the user says goes before the table`() {
    let facts = table.facts(for: "gpt-5.5")
    #expect(facts.maxOutput == 9)
    #expect(facts.window == 2)
    #expect(table.facts(for: "mine").window == 4)
  }

  @Test func `facts are of the model that was asked for`() {
    #expect(table.facts(for: "gpt-5-2026-01-01").model == "gpt-5-2026-01-01")
    #expect(table.facts(for: "gpt-5-2026-01-01").window == 1)
    #expect(table.facts(for: "unknown") == ModelDescriptor("unknown"))
  }

  @Test func `families are not offered by name`() {
    #expect(table.models.map(\.model) == ["gpt-5", "gpt-5.5"])
  }
}
