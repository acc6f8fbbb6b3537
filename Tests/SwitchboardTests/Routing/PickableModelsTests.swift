import Switchboard
import SwitchboardCore
import Testing

struct PickableModelsTests {
  @Test func `the models to pick from are those that can, of vendors that can be called`() throws {
    let writer = ScriptedVendor(
      "w",
      models: [
        ModelDescriptor("new"), ModelDescriptor("old", retires: Day("2020-01-31")),
        ModelDescriptor("painter", answersWithText: false),
      ])
    let keyless = ScriptedVendor("k", missingKey: "Set K_KEY.")
    let painter = ScriptedPainter(answers: [.pictures([])])
    let named = ScriptedVendor("n")
    let router = try router([writer, keyless, painter, named], namedOnly: ["n"])
    #expect(router.models(for: .text) == ["w/new", "n/m"])
    #expect(router.models(for: .images) == ["p/paint"])
  }
}
