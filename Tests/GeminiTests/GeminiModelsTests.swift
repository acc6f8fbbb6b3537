import SwitchboardCore
import Testing

@testable import SwitchboardGemini

struct GeminiModelsTests {
  private let table = ModelTable(GeminiModels.models, families: GeminiModels.families)

  @Test func `no model is said to be able and unable`() {
    for model in GeminiModels.models + GeminiModels.families {
      #expect(model.can.isDisjoint(with: model.cannot), "\(model.model)")
    }
  }

  @Test func `every offered model has a window, media and a dated price`() {
    for model in GeminiModels.models {
      #expect(model.window != nil, "\(model.model)")
      #expect(!model.inputs.isEmpty, "\(model.model)")
      #expect(model.prices?.input != nil, "\(model.model)")
      #expect(model.prices?.output != nil || model.prices?.image != nil, "\(model.model)")
      #expect(model.prices?.asOf == Day("2026-11-30"), "\(model.model)")
    }
    #expect(Set(GeminiModels.models.map(\.model)).count == GeminiModels.models.count)
  }

  /// An id, and what must be known of it.
  static let families: [(String, Ability, Support)] = [
    ("gemini-2.5-flash-preview-09-2025", .imageInput, .yes),
    ("gemini-2.5-flash-image", .tools, .no), ("gemini-2.5-flash-image", .imageOutput, .yes),
    ("gemini-3.9-flash-image", .imageOutput, .unknown), ("gemini-9-neon", .tools, .unknown),
    ("gemma-3-4b-it", .systemText, .no), ("imagen-4.0-generate-001", .imageOutput, .yes),
    ("imagen-4.0-generate-001", .tools, .no), ("gemini-2.5-pro", .imageOutput, .no),
  ]

  @Test(arguments: families)
  func `longer ids are read by the row that fits best`(
    model: String, ability: Ability, support: Support
  ) {
    #expect(table.facts(for: model).support(for: ability) == support)
  }

  @Test(arguments: [
    ("gemini-2.5-pro", "0.25", "0.5000025"), ("gemini-3.1-pro-preview", "0.4", "0.800004"),
    ("gemini-2.5-flash", "0.06", "0.0600003"),
  ])
  func `a prompt above 200,000 tokens costs more where the vendor says so`(
    model: String, short: String, long: String
  ) throws {
    let prices = try #require(GeminiModels.models.first { $0.model == model }?.prices)
    #expect(prices.cost(of: Usage(input: 200_000, output: 0)).usd == USD(short))
    #expect(prices.cost(of: Usage(input: 200_001, output: 0)).usd == USD(long))
  }

  @Test(arguments: [
    ("gemini-2.5-flash", false), ("gemini-3.5-flash", false), ("gemini-3.5-flash-lite", true),
    ("gemini-3.8-flash", true), ("gemini-4-argon", true),
  ])
  func `newer models take no sampling options`(model: String, rejects: Bool) {
    #expect(table.facts(for: model).rejects.contains(.temperature) == rejects)
  }

  @Test(arguments: ["image/gif", "image/svg+xml", "image/bmp", "application/zip"])
  func `types that the vendor refuses are not listed`(mime: String) {
    let inputs = table.facts(for: "gemini-2.5-flash").inputs
    #expect(!inputs.contains { $0.matches(mime) })
  }
}
