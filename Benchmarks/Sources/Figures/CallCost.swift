import Switchboard
import SwitchboardCore
import SwitchboardTransport

extension Benchmark {
  /// The processor time of a whole call.
  static let callCost = Benchmark(
    figures: [
      Figure(
        "callCpuUs", .atMost(250),
        "processor time of a whole reply over loopback HTTP through the router, kept connection")
    ]
  ) {
    let server = try Server()
    let router = try Router(
      registry: Registry { try server.provider("whole", PlatformTransport.make()) })
    let peer = try Peer(server.url("whole"))
    let (ours, theirs, ratio) = try await Rounds.compare {
      try await Rounds.cpu(of: 500) {
        for _ in 0..<500 { _ = try await router.reply(to: Samples.wholeQuestion) }
      }
    } _: {
      try await Rounds.cpu(of: 500) {
        for _ in 0..<500 { _ = try peer.call() }
      }
    }
    return Findings(
      figures: ["callCpuUs": JSON(measured: ours * 1e6)],
      baselines: [
        "rawCurlCallCpuUs": JSON(measured: theirs * 1e6), "callVsRawCurl": JSON(measured: ratio),
      ])
  }
}
