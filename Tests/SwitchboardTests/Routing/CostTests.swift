import Switchboard
import SwitchboardCore
import Testing

/// What a reply costs, by whoever knows best.
struct CostTests {
  /// The prices of the table, the usage, and the cost.
  static let costs: [(Prices?, Usage?, Cost)] = [
    (
      prices, Usage(input: 10, output: 10), Cost(usd: USD(picodollars: 30_000_000), quality: .exact)
    ),
    (
      prices, Usage(input: 10, output: 10, reportedCost: USD("0.5")),
      Cost(usd: USD(picodollars: 500_000_000_000), quality: .exact)
    ),
    (
      nil, Usage(reportedCost: USD("0.5")),
      Cost(usd: USD(picodollars: 500_000_000_000), quality: .exact)
    ),
    (nil, Usage(input: 10, output: 10), .unknown), (prices, nil, .unknown),
  ]

  private static let prices = Prices("1", "2", asOf: "2026-01-01", source: "test")

  @Test(arguments: costs.indices)
  func `what the vendor says goes before the table`(index: Int) async throws {
    let (prices, usage, cost) = Self.costs[index]
    let vendor = ScriptedVendor(
      models: [ModelDescriptor("m", prices: prices)],
      scripts: [ScriptedVendor.answer("ok", usage: usage)])
    let routed = try await router([vendor]).reply(to: ChatRequest("hi", model: "a/m"))
    #expect(routed.reply.cost == cost)
    #expect(routed.attempts.map(\.cost) == [cost])
  }

  @Test func `of an answer that broke off no cost is believed`() async throws {
    let start = StreamEvent.start(Origin(vendor: "a", kind: "scripted", model: "m"))
    let events: [StreamEvent] = [
      start, .usage(Usage(input: 10, output: 0, reportedCost: .zero)), .partStart(index: 0, .text),
      .partDelta(index: 0, text: "half"),
    ]
    let vendor = ScriptedVendor(
      models: [ModelDescriptor("m", prices: Self.prices)],
      scripts: [[.events(events), .fail(SwitchboardError(.server, "gone"))]])
    let error = try await failure {
      _ = try await router([vendor]).reply(to: ChatRequest("hi", model: "a/m"))
    }
    let cost = try #require(error?.attempts[0].cost)
    #expect(cost.quality == .estimated)
    #expect((cost.usd ?? .zero) > USD(picodollars: 10_000_000))
  }
}
