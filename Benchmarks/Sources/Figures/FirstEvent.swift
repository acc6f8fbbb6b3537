import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardTransport

extension Benchmark {
  /// How long a reader waits for the first words, beyond what libcurl needs.
  static let firstEvent = Benchmark(
    figures: [
      Figure(
        "firstEventOverheadMs", .atMost(0.3),
        "request to first event through the router, median, minus libcurl alone")
    ]
  ) {
    let server = try Server()
    let provider = try server.provider("first", PlatformTransport.make())
    let router = try Router(registry: Registry { provider })
    let peer = try Peer(server.url("first"))
    var (routed, direct, raw): ([Double], [Double], [Double]) = ([], [], [])
    // In turn, so that noise meets all; the first hundred do not count.
    for round in 0..<1_100 {
      let times = try await (
        first { try router.answer(to: Samples.question) },
        first { provider.events(for: Samples.question) },
        peer.call()
      )
      if round < 100 { continue }
      routed.append(times.0)
      direct.append(times.1)
      raw.append(times.2)
    }
    let (ours, theirs) = (Rounds.median(routed), Rounds.median(raw))
    return Findings(
      figures: ["firstEventOverheadMs": JSON(measured: (ours - theirs) * 1e3)],
      baselines: [
        "firstEventMs": JSON(measured: ours * 1e3),
        "firstEventWithoutRouterMs": JSON(measured: Rounds.median(direct) * 1e3),
        "rawCurlFirstEventMs": JSON(measured: theirs * 1e3),
      ])
  }

  /// Seconds until the first text; the rest of the answer is read too.
  private static func first<Answer: AsyncSequence>(
    _ begin: () throws -> Answer
  ) async throws -> Double where Answer.Element == StreamEvent {
    let start = bench_now()
    var first: Int64?
    for try await event in try begin() {
      if first == nil, case .partDelta = event { first = bench_now() - start }
    }
    try expect(first != nil, "an answer had no text")
    return Double(first ?? 0) / 1e9
  }
}
