import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardTransport

extension Benchmark {
  /// What waiting costs.
  static let idleStreams = Benchmark(
    figures: [
      Figure(
        "idleStreams1000MB", .atMost(60),
        "resident memory of the process with 1,000 streams waiting for tokens"),
      Figure(
        "idleStreams1000CpuPercent", .atMost(2), "of a core, over three seconds of waiting"),
    ],
    isAlone: true
  ) {
    let server = try Server()
    let transport = PlatformTransport.make()
    let router = try Router(registry: Registry { try server.provider("wait/1", transport) })
    let base = bench_resident()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      let (begun, noted) = AsyncStream<Void>.makeStream()
      for _ in 0..<1_000 {
        group.addTask {
          // A stream that fails must not leave the others waiting for it.
          defer { noted.finish() }
          for try await event in try router.answer(to: Samples.question) {
            if case .partDelta = event { noted.yield() }
          }
        }
      }
      var count = 0
      for await _ in begun {
        count += 1
        if count == 1_000 { break }
      }
      if count < 1_000 { try await group.waitForAll() }
      try await Task.sleep(for: .seconds(1))
      let cpu = bench_cpu()
      try await Task.sleep(for: .seconds(3))
      let used = Double(bench_cpu() - cpu) / 1e9 / 3
      let resident = bench_resident()
      group.cancelAll()
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
      return Findings(
        figures: [
          "idleStreams1000MB": JSON(measured: Double(resident) / 1e6),
          "idleStreams1000CpuPercent": JSON(measured: used * 100),
        ],
        baselines: [
          "idleStreams0MB": JSON(measured: Double(base) / 1e6),
          "idleStreamKB": JSON(measured: Double(resident - base) / 1e6),
        ])
    }
  }
}
