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
}
