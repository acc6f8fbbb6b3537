import CBenchmarks
import SwitchboardCore
import SwitchboardTransport

extension Benchmark {
  /// One stream flat out over a socket.
  static let eventThroughput = Benchmark(
    figures: [
      Figure(
        "curlEventsPerSecond", .atLeast(150_000),
        "one stream flat out: loopback socket to events that are read one by one")
    ]
  ) {
    let server = try Server()
    let events = 64 * 1_500
    let provider = try server.provider("flat/\(events)", PlatformTransport.make())
    let peer = try Peer(server.url("flat/\(events)"))
    var cpu: [Double] = []
    let (ours, theirs, _) = try await Rounds.compare {
      let start = bench_cpu()
      let seconds = try await Rounds.wall {
        var seen = 0
        for try await event in provider.events(for: Samples.question) {
          if case .partDelta = event { seen += 1 }
        }
        try expect(seen == events, "\(seen) of \(events) events arrived")
      }
      cpu.append(Double(bench_cpu() - start) / 1e3 / Double(events))
      return seconds
    } _: {
      try await Rounds.wall { _ = try peer.call() }
    }
    return Findings(
      figures: ["curlEventsPerSecond": JSON(measured: Double(events) / ours)],
      baselines: [
        "curlEventCpuMicroseconds": JSON(measured: Rounds.median(cpu)),
        "rawCurlEventsPerSecond": JSON(measured: Double(events) / theirs),
      ])
  }
}
