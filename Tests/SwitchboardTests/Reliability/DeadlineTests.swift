import Switchboard
import SwitchboardCore
import Testing

struct DeadlineTests {
  private static let deadlines = Deadlines(
    firstToken: .seconds(10), idle: .seconds(20), total: .seconds(300))

  private func setUp(_ script: ScriptedVendor.Script) throws -> (
    Router, ManualClock, ScriptedVendor
  ) {
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: [script])
    let router = try router(
      [vendor], reliability: Reliability(attemptsPerTarget: 1, deadlines: Self.deadlines),
      clock: clock)
    return (router, clock, vendor)
  }

  @Test func `silence before the first content ends the call`() async throws {
    let (router, clock, vendor) = try setUp([.stall])
    async let error = failure { _ = try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    await clock.sleeper(until: .seconds(10))
    clock.advance(to: .seconds(10))
    #expect(try await error?.kind == .timeout)
    #expect(try await error?.phase == .firstToken)
    #expect(try await error?.outputBegun == false)
    #expect(vendor.closedCount == 1)
  }

  @Test func `silence after content ends the call and keeps the words`() async throws {
    let waits = Gate()
    let (router, clock, _) = try setUp([ScriptedVendor.beginning("half"), .signal(waits), .stall])
    async let error = failure { _ = try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    await waits.wait()
    // The watch may have begun before the content came or after it.
    if await clock.shortestSleeper(below: .seconds(21)) == .seconds(10) {
      clock.advance(to: .seconds(10))
      await clock.sleeper(until: .seconds(20))
    }
    clock.advance(to: .seconds(20))
    #expect(try await error?.phase == .idle)
    #expect(try await error?.partial?.text == "half")
    #expect(try await error?.outputBegun == true)
  }

  @Test func `pings put the deadline off but not for ever`() async throws {
    let gates = (0..<3).map { _ in Gate() }
    let waits = (0..<4).map { _ in Gate() }
    let pings = gates.indices.flatMap { place -> [ScriptedVendor.Step] in
      [.signal(waits[place]), .gate(gates[place]), .events([])]
    }
    let (router, clock, _) = try setUp(pings + [.signal(waits[3]), .stall])
    async let error = failure { _ = try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    // A ping every nine seconds: the deadline moves from 10 to 19 to 28, but not beyond 30.
    for (place, deadline) in [10, 19, 28].enumerated() {
      await waits[place].wait()
      await clock.sleeper(until: .seconds(deadline))
      clock.advance(to: .seconds(deadline - 1))
      gates[place].open()
      await waits[place + 1].wait()
      clock.advance(to: .seconds(deadline))
    }
    await clock.sleeper(until: .seconds(30))
    clock.advance(to: .seconds(30))
    #expect(try await error?.phase == .firstToken)
  }

  @Test func `the whole answer has a deadline of its own`() async throws {
    let clock = ManualClock()
    let waits = Gate()
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .signal(waits), .stall]
    ])
    let router = try router(
      [vendor],
      reliability: Reliability(deadlines: Deadlines(idle: .seconds(100), total: .seconds(30))),
      clock: clock)
    async let error = failure { _ = try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    await waits.wait()
    await clock.sleeper(until: .seconds(30))
    clock.advance(to: .seconds(30))
    #expect(try await error?.phase == .total)
    #expect(vendor.requests.count == 1)
  }

  @Test func `calls that began apart end apart, though one task watches both`() async throws {
    let waits = (0..<2).map { _ in Gate() }
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: waits.map { [.signal($0), .stall] })
    let router = try router(
      [vendor], reliability: Reliability(attemptsPerTarget: 1, deadlines: Self.deadlines),
      clock: clock)
    async let first = failure { _ = try await router.reply(to: ChatRequest("1", model: "a/m")) }
    await waits[0].wait()
    clock.advance(to: .seconds(4))
    async let second = failure { _ = try await router.reply(to: ChatRequest("2", model: "a/m")) }
    await waits[1].wait()
    await clock.sleeper(until: .seconds(10))
    clock.advance(to: .seconds(10))
    #expect(try await first?.phase == .firstToken)
    #expect(vendor.closedCount == 1)
    await clock.sleeper(until: .seconds(14))
    clock.advance(to: .seconds(14))
    #expect(try await second?.phase == .firstToken)
    #expect(vendor.closedCount == 2)
  }

  @Test func `a slow reader is not the vendor's fault`() async throws {
    let (router, clock, _) = try setUp([
      ScriptedVendor.beginning("one"),
      .events([
        .partEnd(index: 0, vendorData: [:]), .finish(FinishReason(.stop, raw: "stop")),
      ]),
    ])
    let answer = try router.answer(to: ChatRequest("hi", model: "a/m"))
    let source = try answer.open()
    _ = try await source.next()
    clock.advance(to: .seconds(200))
    let rest = try await source.next()
    #expect(rest?.count == 2)
    #expect(answer.finished?.reply.text == "one")
  }

  @Test func `a healthy answer of ten minutes less a second is not cut`() async throws {
    let gates = (0..<59).map { _ in Gate() }
    let clock = ManualClock()
    let deltas: [ScriptedVendor.Step] = gates.flatMap { gate -> [ScriptedVendor.Step] in
      [.gate(gate), .events([.partDelta(index: 0, text: "x")])]
    }
    let end = ScriptedVendor.Step.events([
      .partEnd(index: 0, vendorData: [:]), .finish(FinishReason(.stop, raw: "stop")),
    ])
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("")] + deltas + [end]])
    let router = try router([vendor], clock: clock)
    let source = try router.answer(to: ChatRequest("hi", model: "a/m")).open()
    _ = try await source.next()
    for (number, gate) in gates.enumerated() {
      async let events = source.next()
      clock.advance(to: .seconds((number + 1) * 10))
      gate.open()
      #expect(try await events != nil)
    }
    #expect(try await source.next()?.isEmpty == false)
  }
}
