import Switchboard
import SwitchboardCore
import SwitchboardMock

extension Benchmark {
  /// What the router costs by itself.
  static let routerOverhead = Benchmark(
    figures: [
      Figure(
        "routerOverheadUs", .atMost(20),
        "decide, watch, check, record: a reply of the mock through the router minus one without it")
    ]
  ) {
    let provider = MockProvider()
    let router = try Router(registry: Registry { provider })
    let request = ChatRequest("What is a fjord?", model: "mock/small")
    var (routed, direct, shares): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0..<4_000 {
      let with = try await Rounds.wall { _ = try await router.reply(to: request) }
      let without = try await Rounds.wall { _ = try await provider.reply(to: request) }
      if round < 500 { continue }
      routed.append(with)
      direct.append(without)
      shares.append(with - without)
    }
    return Findings(
      figures: ["routerOverheadUs": JSON(measured: Rounds.median(shares) * 1e6)],
      baselines: [
        "routedMockReplyUs": JSON(measured: Rounds.median(routed) * 1e6),
        "directMockReplyUs": JSON(measured: Rounds.median(direct) * 1e6),
      ])
  }
}
