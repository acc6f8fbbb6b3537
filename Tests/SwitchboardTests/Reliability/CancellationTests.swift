import Switchboard
import SwitchboardCore
import Testing

struct CancellationTests {
  @Test func `leaving the loop closes the vendor's answer`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half"), .stall]])
    let answer = try router([vendor]).answer(to: ChatRequest("hi", model: "a/m"))
    for try await event in answer {
      if case .partDelta = event { break }
    }
    #expect(vendor.closedCount == 1)
    #expect(answer.attempts.map(\.outcome) == [.cancelled])
    #expect(answer.partial?.text == "half")
  }

  @Test func `a cancelled task sees its cancellation and not a failure`() async throws {
    let gate = Gate()
    let vendor = ScriptedVendor(scripts: [[.gate(gate), .stall]])
    let answer = try router([vendor]).answer(to: ChatRequest("hi", model: "a/m"))
    let task = Task { try await answer.reply() }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(vendor.requests.count <= 1)
    #expect(answer.attempts.allSatisfy { $0.outcome == .cancelled })
  }

  @Test func `an answer that is never read sends nothing`() async throws {
    let vendor = ScriptedVendor()
    _ = try router([vendor]).answer(to: ChatRequest("hi", model: "a/m"))
    #expect(vendor.requests.isEmpty)
  }

  @Test func `an answer is read once`() async throws {
    let answer = try router([ScriptedVendor()]).answer(to: ChatRequest("hi", model: "a/m"))
    _ = try await answer.reply()
    let error = try await failure { for try await _ in answer {} }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `a wait between two calls ends with the task`() async throws {
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.overloaded, "no", retryAfter: .seconds(5)))]
    ])
    let router = try router([vendor], clock: clock)
    let task = Task { try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    _ = await clock.shortestSleeper(below: .seconds(55))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(vendor.requests.count == 1)
  }

  /// What the vendor had counted when the answer broke off, and what is recorded: input, output.
  static let counts: [(counted: Usage?, input: Int?, output: Int)] = [
    (Usage(input: 2500, output: 1), 2500, 40), (nil, nil, 40),
    (Usage(input: 2500, output: 90), 2500, 90),
  ]

  @Test(arguments: counts, [true, false])
  func `an answer that broke off has used what it had said`(
    row: (counted: Usage?, input: Int?, output: Int), isCancelled: Bool
  ) async throws {
    let text = String(repeating: "fig ", count: 40)
    let start = StreamEvent.start(Origin(vendor: "a", kind: "scripted", model: "m"))
    let events =
      [start] + (row.counted.map { [.usage($0)] } ?? [])
      + [.partStart(index: 0, .text), .partDelta(index: 0, text: text)]
    let model = ModelDescriptor("m", prices: Prices("1", "2", asOf: "2026-01-01", source: "test"))
    let end = isCancelled ? ScriptedVendor.Step.stall : .fail(SwitchboardError(.server, "gone"))
    let vendor = ScriptedVendor(models: [model], scripts: [[.events(events), end]])
    let answer = try router([vendor]).answer(to: ChatRequest("hi", model: "a/m"))
    _ = try await failure {
      for try await event in answer {
        if isCancelled, case .partDelta = event { break }
      }
    }
    let attempt = try #require(answer.attempts.first)
    #expect(attempt.outcome == (isCancelled ? .cancelled : .failed))
    let usage = try #require(attempt.usage)
    #expect(usage.source == .estimated)
    #expect(row.input == nil ? (usage.input ?? 0) > 0 : usage.input == row.input)
    #expect((row.output - 5...row.output + 5).contains(usage.output ?? 0))
    #expect(attempt.cost?.quality == .estimated)
    #expect((attempt.cost?.usd ?? .zero) > .zero)
  }

  @Test func `an answer that failed before a word has no usage`() async throws {
    let vendor = ScriptedVendor(scripts: [[.fail(SwitchboardError(.quota, "no"))]])
    let answer = try router([vendor]).answer(to: ChatRequest("hi", model: "a/m"))
    _ = try await failure { for try await _ in answer {} }
    #expect(answer.attempts[0].usage == nil)
    #expect(answer.attempts[0].cost == .unknown)
  }
}
