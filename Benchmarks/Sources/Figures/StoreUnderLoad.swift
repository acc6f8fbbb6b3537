import CBenchmarks
import SwitchboardCore
import SwitchboardSQLite

extension Benchmark {
  /// What a store that waits for the disk does to those who do not use it.
  static let storeUnderLoad = Benchmark(
    figures: [
      Figure(
        "poolLatenessMsP99", .atMost(5),
        "by which a timer of 1 ms on the cooperative pool is late while 16 writers store turns")
    ]
  ) {
    let file = try StoreFile()
    let store = try await file.open()
    let idle = try await lateness(for: 1)
    let busy = try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var talking = Talking()
          while !Task.isCancelled { try await talking.say(1, to: store) }
        }
      }
      let busy = try await lateness(for: 3)
      group.cancelAll()
      try await group.waitForAll()
      return busy
    }
    await store.close()
    return Findings(
      figures: ["poolLatenessMsP99": JSON(measured: Rounds.percentile(99, busy))],
      baselines: [
        "poolLatenessMsP50": JSON(measured: Rounds.percentile(50, busy)),
        "poolLatenessIdleMsP99": JSON(measured: Rounds.percentile(99, idle)),
      ])
  }

  /// By how many milliseconds each of the timers of some seconds was late.
  private static func lateness(for seconds: Int64) async throws -> [Double] {
    let end = bench_now() + seconds * 1_000_000_000
    var late: [Double] = []
    while bench_now() < end {
      let due = bench_now() + 1_000_000
      try await Task.sleep(for: .milliseconds(1))
      late.append(Double(bench_now() - due) / 1e6)
    }
    return late
  }
}
