import SwitchboardCore
import Testing

struct RegistryTests {
  private struct Vendor: Provider {
    let id: VendorID
    var kind: VendorKind = "k"
    let models: [ModelDescriptor] = []
    let hasClosedModelList = false
    let missingKey: String? = nil

    init(_ id: VendorID, _ kind: VendorKind = "k") {
      self.id = id
      self.kind = kind
    }

    func family(of model: String) -> ModelDescriptor? { nil }
  }

  @Test func `vendors are found by name and kept in order`() throws {
    let registry = try Registry {
      Vendor("b")
      Vendor("a")
    }
    #expect(registry.providers.map(\.id) == ["b", "a"])
    #expect(registry["a"]?.id == "a")
    #expect(registry["A"] == nil)
    #expect(try Registry([]).providers.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a registry is written with conditions and loops`(condition: Bool) throws {
    let registry = try Registry {
      if condition { Vendor("optional") }
      if condition {
        Vendor("first")
      } else {
        Vendor("second")
        Vendor("third")
      }
      for number in 0..<2 { Vendor(VendorID(rawValue: "loop\(number)")) }
      [Vendor("list1"), Vendor("list2")] as [any Provider]
    }
    let chosen: [VendorID] = condition ? ["optional", "first"] : ["second", "third"]
    #expect(registry.providers.map(\.id) == chosen + ["loop0", "loop1", "list1", "list2"])
  }

  @Test func `two of one name are refused with both kinds`() {
    let error = #expect(throws: SwitchboardError.self) {
      try Registry {
        Vendor("a", "anthropic")
        Vendor("b")
        Vendor("a", "openai")
      }
    }
    #expect(error?.kind == .configuration)
    #expect(
      error?.message == """
        Two vendors are both named 'a': one of kind 'anthropic' and one of kind 'openai'. Give one \
        of them another name.
        """)
  }

  @Test func `what the list throws comes through as it is`() {
    struct Broken: Error {}
    func vendor() throws -> any Provider { throw Broken() }
    #expect(throws: Broken.self) {
      try Registry { try vendor() }
    }
  }

  @Test func `a kind and an entry of the configuration have their usual values`() {
    let entry = VendorConfiguration(id: "a", kind: "k")
    #expect(entry.keys.isEmpty)
    #expect(entry.baseURL == nil)
    #expect(entry.models.isEmpty && entry.values.isEmpty && entry.files.isEmpty)
    let kind = ConfigurableKind("k", fields: [.key, .baseURL, .models, .init("seed", .text)])
    #expect(kind.usualKeys.isEmpty)
    #expect(kind.fields.map(\.name) == ["key", "baseURL", "models", "seed"])
    #expect(kind.fields.allSatisfy { !$0.isRequired })
  }
}
