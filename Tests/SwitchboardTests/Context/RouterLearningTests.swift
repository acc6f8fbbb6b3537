import Switchboard
import SwitchboardCore
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RouterLearningTests {
  private static let text = String(repeating: "the boats come in with the tide. ", count: 40)

  private static let reckoned = TokenEstimator().input(
    of: ChatRequest(text), for: ModelDescriptor("m"))

  /// An answer that reports so many prompt tokens.
  private static func answer(
    _ id: VendorID, input: Int?, source: Usage.Source = .reported
  ) -> ScriptedVendor.Script {
    ScriptedVendor.answer(
      "ok", from: id, usage: Usage(input: input, output: 2, source: source))
  }

  private func learned(
    _ script: ScriptedVendor.Script, _ request: ChatRequest
  ) async throws -> TokenCalibration {
    let router = try router([ScriptedVendor("a", scripts: [script])])
    _ = try await router.reply(to: request)
    return router.calibration
  }

  private let request = ChatRequest(Self.text, model: "a/m")

  @Test func `a reported count teaches, and the next decision knows it`() async throws {
    let vendor = ScriptedVendor(
      "a", scripts: [Self.answer("a", input: Self.reckoned * 3 / 2)])
    let router = try router([vendor])
    #expect(try router.explain(request).inputTokens == Self.reckoned)
    for _ in 0..<3 { _ = try await router.reply(to: request) }
    #expect(abs(router.calibration.factor(for: "a/m") - 1.5) < 0.01)
    let decided = try router.explain(request).inputTokens
    #expect(abs(decided - Self.reckoned * 3 / 2) <= 2)
  }

  @Test func `counts that we reckoned ourselves, and none, teach nothing`() async throws {
    let ours = Self.answer("a", input: Self.reckoned * 3 / 2, source: .estimated)
    #expect(try await learned(ours, request) == TokenCalibration())
    #expect(try await learned(Self.answer("a", input: nil), request) == TokenCalibration())
    #expect(try await learned(Self.answer("a", input: 0), request) == TokenCalibration())
  }

  @Test func `a prompt with media teaches nothing about text`() async throws {
    var seen = request
    seen.messages[0].parts.append(
      .media(Media(url: "https://example.com/p.png", mime: "image/png")))
    let vendor = ScriptedVendor(
      "a", models: [ModelDescriptor("m", can: [.imageInput])],
      scripts: [Self.answer("a", input: Self.reckoned * 3 / 2)])
    let router = try router([vendor])
    _ = try await router.reply(to: seen)
    #expect(router.calibration == TokenCalibration())
  }

  @Test func `after a retry and a fallback the model that answered is taught`() async throws {
    let broken = SwitchboardError(.overloaded, "busy")
    let first = ScriptedVendor("a", scripts: [[.fail(broken)]])
    let second = ScriptedVendor(
      "b", scripts: [[.fail(broken)], Self.answer("b", input: Self.reckoned * 6 / 5)])
    let clock = ManualClock()
    let router = try router(
      [first, second], routes: ["default": route("a/m", "b/m")],
      reliability: Reliability(attemptsPerTarget: 2, targets: 2, calls: 4), clock: clock)
    let reply = Task { try await router.reply(to: ChatRequest(Self.text)) }
    for _ in 0..<2 {
      clock.advance(to: await clock.shortestSleeper(below: .seconds(30)))
    }
    let attempts = try await reply.value.attempts
    #expect(attempts.map(\.origin.vendor) == ["a", "a", "b", "b"])
    #expect(router.calibration.models == ["b/m"])
  }

  @Test func `what was learned can be kept and set`() async throws {
    let vendor = ScriptedVendor(
      "a", scripts: [Self.answer("a", input: Self.reckoned * 3 / 2)])
    let router = try router([vendor])
    _ = try await router.reply(to: request)
    let kept = router.calibration.json
    let next = try Router(
      registry: Registry([vendor]), calibration: TokenCalibration(json: kept))
    #expect(next.calibration == router.calibration)
    #expect(try next.explain(request).inputTokens == router.explain(request).inputTokens)
    next.calibration = TokenCalibration()
    #expect(try next.explain(request).inputTokens == Self.reckoned)
  }
}
