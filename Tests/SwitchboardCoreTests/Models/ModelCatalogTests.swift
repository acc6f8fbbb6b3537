import Testing

@testable import SwitchboardCore

struct ModelCatalogTests {
  private struct Vendor: Provider {
    var id: VendorID = "a"
    var kind: VendorKind = "k"
    var models: [ModelDescriptor] = []
    var families: [String: ModelDescriptor] = [:]
    let hasClosedModelList = false
    let missingKey: String? = nil

    func family(of model: String) -> ModelDescriptor? {
      families.first { model.hasPrefix($0.key) }?.value
    }
  }

  private func catalog(
    _ vendor: Vendor, configured: [ModelDescriptor] = [], listed: [ModelDescriptor]? = nil
  ) throws -> ModelCatalog {
    ModelCatalog(
      registry: try Registry([vendor]), configured: ["a": configured],
      listings: listed.map { ["a": .init(models: $0, readAt: 7)] } ?? [:])
  }

  @Test func `the first that knows a model speaks, the others fill what it leaves open`() throws {
    let vendor = Vendor(
      models: [ModelDescriptor("m", window: 3, maxOutput: 3, can: [.tools, .imageInput])],
      families: ["m": ModelDescriptor("family", window: 4, maxOutput: 4, can: [.reasoning])])
    let listed = ModelDescriptor("m", window: 2, cannot: [.imageInput])
    let configured = ModelDescriptor("m", window: 1)

    var entry = try catalog(vendor, configured: [configured], listed: [listed]).entry(for: "a", "m")
    #expect(entry.authority == .configuration)
    #expect(entry.descriptor.window == 1)
    #expect(entry.descriptor.maxOutput == 3)
    #expect(entry.descriptor.can == [.tools, .reasoning])
    #expect(entry.descriptor.cannot == [.imageInput])

    entry = try catalog(vendor, listed: [listed]).entry(for: "a", "m")
    #expect(entry.authority == .listing(at: 7))
    #expect(entry.descriptor.window == 2)
    #expect(entry.descriptor.maxOutput == 3)

    entry = try catalog(vendor).entry(for: "a", "m")
    #expect(entry.authority == .table)
    #expect(entry.descriptor == vendor.models.first)

    entry = try catalog(vendor).entry(for: "a", "m-2026")
    #expect(entry.authority == .family)
    #expect(entry.descriptor.model == "m-2026")
    #expect(entry.descriptor.window == 4)
  }

  @Test func `of an unknown model or vendor nothing is known but its name`() throws {
    let catalog = try catalog(Vendor())
    for vendor in ["a", "b"] as [VendorID] {
      let entry = catalog.entry(for: vendor, "x")
      #expect(entry.authority == .none)
      #expect(entry.descriptor == ModelDescriptor("x"))
    }
    #expect(catalog.models(of: "b").isEmpty)
  }

  @Test func `an empty list of a vendor takes nothing away`() throws {
    let vendor = Vendor(models: [ModelDescriptor("m", window: 3)])
    #expect(try catalog(vendor, listed: []).entry(for: "a", "m").authority == .table)
  }

  @Test func `models are listed once, in the order of those who name them`() throws {
    let vendor = Vendor(models: [ModelDescriptor("t"), ModelDescriptor("l", window: 9)])
    let catalog = try catalog(
      vendor, configured: [ModelDescriptor("c"), ModelDescriptor("t")],
      listed: [ModelDescriptor("l"), ModelDescriptor("c")])
    let entries = catalog.models(of: "a")
    #expect(entries.map(\.descriptor.model) == ["c", "t", "l"])
    #expect(entries.map(\.authority) == [.configuration, .configuration, .listing(at: 7)])
    #expect(entries.last?.descriptor.window == 9)
  }

  @Test func `what one says for certain no other contradicts`() {
    let known = ModelDescriptor("m", can: [.tools], cannot: [.imageInput])
    let other = ModelDescriptor(
      "o", window: 1, maxOutput: 2, can: [.imageInput, .reasoning], cannot: [.tools, .streaming],
      inputs: [MediaLimit("image/*")], rejects: [.seed], prices: Prices(input: USD("1")),
      retires: Day("2027-01-01"), answersWithText: false)
    let filled = known.filled(from: other)
    #expect(filled.model == "m")
    #expect(filled.can == [.tools, .reasoning])
    #expect(filled.cannot == [.imageInput, .streaming])
    #expect(filled.window == 1)
    #expect(filled.maxOutput == 2)
    #expect(filled.inputs == other.inputs)
    #expect(filled.rejects == [.seed])
    #expect(filled.prices == other.prices)
    #expect(filled.retires == other.retires)
    #expect(!filled.answersWithText)
    #expect(other.filled(from: known).inputs == other.inputs)
  }

  @Test func `a catalog knows the vendors of its registry apart`() throws {
    let first = Vendor(id: "a", models: [ModelDescriptor("m", window: 1)])
    let second = Vendor(id: "b", models: [ModelDescriptor("m", window: 2)])
    let catalog = ModelCatalog(
      registry: try Registry([first, second]),
      configured: ["b": [ModelDescriptor("m", maxOutput: 5)]])
    #expect(catalog.entry(for: "a", "m").descriptor.maxOutput == nil)
    #expect(catalog.entry(for: "b", "m").descriptor.maxOutput == 5)
    #expect(catalog.entry(for: "b", "m").descriptor.window == 2)
  }
}
