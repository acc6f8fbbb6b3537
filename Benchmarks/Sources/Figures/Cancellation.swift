import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardTransport
import SwitchboardWire

extension Benchmark {
  /// How soon a vendor learns that nobody listens any more.
  static let cancellation = Benchmark(
    figures: [
      Figure(
        "cancelToCloseMsP99", .atMost(20),
        "task cancelled, loop left or iterator dropped, until the server sees the close"),
      Figure("cancelSeen", .atLeast(500), "of 500 closes seen by the server"),
    ]
  ) {
    let server = try Server()
    let transport = PlatformTransport.make()
    var left: [Int: Int64] = [:]
    for id in 0..<500 {
      let router = try Router(registry: Registry { try server.provider("wait/\(id)", transport) })
      left[id] =
        switch id % 3 {
        case 0: try await cancelTask(router)
        case 1: try await leaveLoop(router)
        default: try await dropIterator(router)
        }
    }
    var seen: [Int: Int64] = [:]
    for _ in 0..<100 where seen.count < left.count {
      seen.merge(try await server.closes(transport)) { first, _ in first }
      if seen.count < left.count { try await Task.sleep(for: .milliseconds(20)) }
    }
    let times = seen.compactMap { id, time in left[id].map { Double(time - $0) / 1e6 } }
    return Findings(
      figures: [
        "cancelToCloseMsP99": JSON(measured: Rounds.percentile(99, times)),
        "cancelSeen": JSON(times.count),
      ],
      baselines: ["cancelToCloseMsMedian": JSON(measured: Rounds.median(times))])
  }

  private static func cancelTask(_ router: Router) async throws -> Int64 {
    let (begun, noted) = AsyncStream<Void>.makeStream()
    let task = Task {
      for try await event in try router.answer(to: Samples.question) {
        if case .partDelta = event { noted.yield() }
      }
    }
    for await _ in begun { break }
    let time = bench_now()
    task.cancel()
    let end = await task.result
    guard case .failure(let error) = end, error is CancellationError else {
      throw SwitchboardError(.server, "a cancelled reader saw a quiet end.")
    }
    return time
  }

  private static func leaveLoop(_ router: Router) async throws -> Int64 {
    var time: Int64 = 0
    for try await event in try router.answer(to: Samples.question) {
      if case .partDelta = event {
        time = bench_now()
        break
      }
    }
    return time
  }

  private static func dropIterator(_ router: Router) async throws -> Int64 {
    let answer = try router.answer(to: Samples.question)
    var iterator: EventStream.Iterator? = answer.makeAsyncIterator()
    while let event = try await iterator?.next() {
      if case .partDelta = event { break }
    }
    let time = bench_now()
    iterator = nil
    return time
  }
}
