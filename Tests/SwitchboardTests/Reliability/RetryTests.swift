import Switchboard
import SwitchboardCore
import Testing

struct RetryTests {
  static let transient: [SwitchboardError.Kind] = [.server, .overloaded, .network, .truncated]

  @Test(arguments: transient)
  func `a passing fault is tried again on the same target`(
    kind: SwitchboardError.Kind
  ) async throws {
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(kind, "not now", retryAfter: .seconds(2)))],
      ScriptedVendor.answer("at last"),
    ])
    let router = try router([vendor], clock: clock)
    async let reply = router.reply(to: ChatRequest("hi", model: "a/m"))
    try await clock.skipRetries()
    let answer = try await reply
    #expect(answer.reply.text == "at last")
    #expect(answer.attempts.map(\.outcome) == [.failed, .reply])
    #expect(answer.attempts[0].error?.kind == kind)
    #expect(vendor.requests.count == 2)
  }

  @Test(arguments: [
    SwitchboardError.Kind.quota, .authentication, .permission, .notFound, .invalidRequest,
    .contentFilter, .contextLength, .unsupported, .decoding,
  ])
  func `a fault that no waiting mends is reported after one call`(
    kind: SwitchboardError.Kind
  ) async throws {
    let vendor = ScriptedVendor(scripts: [[.fail(SwitchboardError(kind, "no"))]])
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == kind)
    #expect(error?.attempts.count == 1)
    #expect(vendor.requests.count == 1)
  }

  @Test func `a vendor that says not to try again is not asked again`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.server, "no", shouldRetry: false))]
    ])
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == .server)
    #expect(vendor.requests.count == 1)
  }

  @Test func `a spent quota is not tried again even when the vendor says so`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.quota, "no", shouldRetry: true))]
    ])
    let router = try router([vendor])
    _ = try await failure { _ = try await router.reply(to: ChatRequest("hi", model: "a/m")) }
    #expect(vendor.requests.count == 1)
  }

  @Test func `nothing is tried again after output`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .fail(SwitchboardError(.server, "gone"))],
      ScriptedVendor.answer("whole"),
    ])
    let router = try router(
      [vendor, ScriptedVendor("b")], routes: ["default": route("a/m", "b/m")])
    let error = try await failure { _ = try await router.reply(to: ChatRequest("hi")) }
    #expect(error?.kind == .server)
    #expect(error?.outputBegun == true)
    #expect(error?.partial?.text == "half")
    #expect(error?.partial?.incomplete == .failed)
    #expect(vendor.requests.count == 1)
  }

  @Test func `a failed call leaves no event behind`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [
        .events([.start(Origin(vendor: "a", kind: nil, model: "m")), .warning(Warning(.mock, "x"))]
        ),
        .fail(SwitchboardError(.quota, "no")),
      ]
    ])
    let router = try router(
      [vendor, ScriptedVendor("b", scripts: [ScriptedVendor.answer("from b", from: "b")])],
      routes: ["default": route("a/m", "b/m")])
    var events: [StreamEvent] = []
    for try await event in try router.answer(to: ChatRequest("hi")) { events.append(event) }
    #expect(events.count { if case .start = $0 { true } else { false } } == 1)
    #expect(!events.contains(.warning(Warning(.mock, "x"))))
  }

  @Test func `a wait that would pass the deadline is not begun`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.rateLimited, "slow down", retryAfter: .seconds(40)))]
    ])
    let router = try router(
      [vendor], reliability: Reliability(deadlines: Deadlines(total: .seconds(30))))
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == .rateLimited)
    #expect(vendor.requests.count == 1)
  }

  @Test func `a wait of over a minute is left to the next target`() async throws {
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.rateLimited, "slow down", retryAfter: .seconds(90)))]
    ])
    let router = try router(
      [vendor, ScriptedVendor("b", scripts: [ScriptedVendor.answer("b", from: "b")])],
      routes: ["default": route("a/m", "b/m")])
    let answer = try await router.reply(to: ChatRequest("hi"))
    #expect(answer.reply.text == "b")
    #expect(vendor.requests.count == 1)
  }

  @Test func `the vendor's own wait is kept`() async throws {
    let clock = ManualClock()
    let vendor = ScriptedVendor(scripts: [
      [.fail(SwitchboardError(.rateLimited, "slow down", retryAfter: .seconds(10)))],
      ScriptedVendor.answer("ok"),
    ])
    let router = try router([vendor], clock: clock)
    async let reply = router.reply(to: ChatRequest("hi", model: "a/m"))
    try await clock.skipRetries()
    #expect(try await reply.reply.text == "ok")
    #expect(clock.now.offset >= .seconds(10))
    #expect(clock.now.offset <= .seconds(11))
  }

  @Test func `calls are capped over all targets`() async throws {
    let clock = ManualClock()
    let vendors = ["a", "b", "c"].map {
      ScriptedVendor(VendorID(rawValue: $0), scripts: [[.fail(SwitchboardError(.server, "no"))]])
    }
    let router = try router(
      vendors, routes: ["default": route("a/m", "b/m", "c/m")],
      reliability: Reliability(attemptsPerTarget: 2, targets: 3, calls: 4), clock: clock)
    async let error = failure { _ = try await router.reply(to: ChatRequest("hi")) }
    try await clock.skipRetries(2)
    #expect(try await error?.attempts.count == 4)
    #expect(vendors.map(\.requests.count) == [2, 2, 0])
  }

  static let causes: [(SwitchboardError.Kind, Set<Route.Fallback>, Bool)] = [
    (.contextLength, [.error], false),
    (.contextLength, [.error, .contextLength], true),
    (.contentFilter, [.error], false),
    (.contentFilter, [.contentFilter], true),
    (.authentication, [.error], true),
    (.authentication, [], false),
    (.invalidRequest, [.error, .contextLength, .contentFilter], false),
  ]

  @Test(arguments: causes)
  func `a route falls back on what it names`(
    kind: SwitchboardError.Kind, causes: Set<Route.Fallback>, falls: Bool
  ) async throws {
    let second = ScriptedVendor("b", scripts: [ScriptedVendor.answer("b", from: "b")])
    var chosen = route("a/m", "b/m")
    chosen.fallbackOn = causes
    let router = try router(
      [ScriptedVendor(scripts: [[.fail(SwitchboardError(kind, "no"))]]), second],
      routes: ["default": chosen])
    let error = try await failure { _ = try await router.reply(to: ChatRequest("hi")) }
    #expect((error == nil) == falls)
    #expect(second.requests.count == (falls ? 1 : 0))
  }

  @Test func `a named model has no substitute`() async throws {
    let second = ScriptedVendor("b")
    let router = try router([
      ScriptedVendor(scripts: [[.fail(SwitchboardError(.quota, "no"))]]), second,
    ])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == .quota)
    #expect(second.requests.isEmpty)
  }

  @Test func `an answer out of order is a failure and not a reply`() async throws {
    let vendor = ScriptedVendor(scripts: [[.events([.partDelta(index: 0, text: "x")])]])
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == .decoding)
  }

  @Test func `an answer without its end is truncated and keeps its words`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half")]])
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest("hi", model: "a/m"))
    }
    #expect(error?.kind == .truncated)
    #expect(error?.partial?.text == "half")
    #expect(error?.partial?.incomplete == .truncated)
  }
}

extension ManualClock {
  /// Lets a number of waits between attempts pass, whatever their lengths.
  func skipRetries(_ count: Int = 1) async throws {
    for _ in 0..<count {
      let due = await shortestSleeper(below: .seconds(55))
      advance(to: due)
    }
  }
}
