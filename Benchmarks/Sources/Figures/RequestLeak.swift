import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardTransport

extension Benchmark {
  /// What requests leave behind.
  static let requestLeak = Benchmark(
    figures: [
      Figure(
        "requestLeakBytes", .atMost(64),
        "heap in use that is left of a request, over 20,000 requests, streamed and whole in turn"),
      Figure(
        "requestLeakDescriptors", .atMost(0), "descriptors left once the transport is gone"),
    ],
    isAlone: true
  ) {
    let server = try Server()
    let requests = 20_000
    // What the runtime opens once for its own threads and timers is open afterwards.
    _ = try await grown(server, 100)
    try await Task.sleep(for: .milliseconds(100))
    let descriptors = bench_descriptors()
    let left = try await grown(server, requests)
    var more = bench_descriptors() - descriptors
    // The transport's thread closes its own when the last reference is gone.
    for _ in 0..<200 where more > 0 {
      try await Task.sleep(for: .milliseconds(10))
      more = bench_descriptors() - descriptors
    }
    return Findings(
      figures: [
        "requestLeakBytes": JSON(measured: max(0, Double(left)) / Double(requests)),
        "requestLeakDescriptors": JSON(max(0, Int(more))),
      ])
  }

  /// By how many bytes the heap grows over so many requests, after as many as a tenth.
  private static func grown(_ server: Server, _ requests: Int) async throws -> Int64 {
    let transport = PlatformTransport.make()
    let whole = try Router(registry: Registry { try server.provider("whole", transport) })
    let streamed = try Router(registry: Registry { try server.provider("first", transport) })
    var heap: Int64 = 0
    for number in -requests / 10..<requests {
      if number == 0 { heap = bench_heap() }
      _ =
        number.isMultiple(of: 2)
        ? try await whole.reply(to: Samples.wholeQuestion)
        : try await streamed.reply(to: Samples.question)
    }
    return bench_heap() - heap
  }
}
