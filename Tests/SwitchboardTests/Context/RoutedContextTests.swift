import Switchboard
import SwitchboardCore
import Testing

struct RoutedContextTests {
  static let long =
    (0..<20).flatMap { HistorySamples.turn("\($0)") } + [.user("newest")]

  static func vendor(
    _ id: VendorID = "v", window: Int?, maxOutput: Int? = nil,
    _ answer: (@Sendable (ChatRequest) -> ScriptedVendor.Script)? = nil
  ) -> ScriptedVendor {
    ScriptedVendor(
      id, models: [ModelDescriptor("m", window: window, maxOutput: maxOutput)], answer: answer)
  }

  @Test func `each model is sent what its window holds`() async throws {
    let small = Self.vendor("small", window: 1_500)
    let large = Self.vendor("large", window: 100_000)
    let router = try router([small, large], routes: ["default": route("small/m", "large/m")])
    let request = ChatRequest(messages: Self.long)
    let decision = try router.explain(request)
    #expect(decision.order == ["small/m", "large/m"])
    #expect((decision.candidates[0].plan?.droppedCount ?? 0) > 0)
    #expect(decision.candidates[1].plan?.droppedCount == 0)
    #expect(decision.json["candidates"][0]["context"]["window"].int == 1_500)
    let answer = try await router.reply(to: request)
    #expect(answer.reply.warnings.map(\.code) == [.historyCut])
    #expect(small.requests.first?.messages.last == Self.long.last)
    #expect((small.requests.first?.messages.count ?? 99) < Self.long.count)
    let whole = try await router.reply(to: ChatRequest(model: "large/m", messages: Self.long))
    #expect(whole.reply.warnings.isEmpty)
    #expect(large.requests.first?.messages == Self.long)
  }

  @Test func `a window too small for what must stay leaves a model out, with the numbers`()
    async throws
  {
    let small = Self.vendor("small", window: 200)
    let router = try router(
      [small, Self.vendor("large", window: 100_000)],
      routes: ["default": route("small/m", "large/m")])
    var request = ChatRequest(HistorySamples.text("a long question", words: 500))
    let decision = try router.explain(request)
    #expect(decision.order == ["large/m"])
    let reason = try #require(decision.candidates.last?.reasons.first)
    #expect(reason.code == .window && reason.have == "200")
    #expect((reason.need.flatMap { Int($0) } ?? 0) > 400)
    request.model = "small/m"
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .contextLength)
    #expect(error?.message.contains("newest turn") == true)
    #expect(small.requests.isEmpty)
  }

  @Test func `a strict request is refused where something would be left out`() async throws {
    let vendor = Self.vendor(window: 1_500)
    let router = try router([vendor])
    var request = ChatRequest(messages: Self.long)
    request.strict = true
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("messages were left out") == true)
    #expect(vendor.requests.isEmpty)
  }

  @Test func `a strict request falls back to none that would leave something out`() async throws {
    let broken = ScriptedVendor(
      "large", models: [ModelDescriptor("m", window: 100_000)],
      scripts: [[.fail(SwitchboardError(.notFound, "gone"))]])
    let small = Self.vendor("small", window: 1_500)
    let router = try router(
      [broken, small], routes: ["default": route("large/m", "small/m")])
    var request = ChatRequest(messages: Self.long)
    request.strict = true
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .notFound)
    #expect(small.requests.isEmpty)
  }

  @Test func `the router's policy holds unless the conversation has its own`() throws {
    let vendor = Self.vendor(window: 100_000)
    let router = try Router(
      registry: Registry([vendor]), context: ContextPolicy(strategy: .slidingTurns(2)))
    let request = ChatRequest(messages: Self.long)
    #expect(try router.explain(request).candidates[0].plan?.droppedCount == 38)
    let whole = ContextInput(policy: ContextPolicy())
    #expect(try router.explain(request, context: whole).candidates[0].plan?.droppedCount == 0)
  }

  @Test func `pins and summaries of a conversation reach the vendor`() async throws {
    let vendor = Self.vendor(window: 1_500)
    let summary = ContextSummary(covers: 38, text: "They counted to eighteen.")
    let context = ContextInput(
      pinned: [2], summaries: [summary], policy: ContextPolicy(strategy: .summarise))
    _ = try await router([vendor]).reply(to: ChatRequest(messages: Self.long), context: context)
    let sent = try #require(vendor.requests.first?.messages)
    #expect(sent == [summary.message, Self.long[2]] + Self.long[38...])
  }

  /// A server that counts a prompt as so many tokens, and refuses as vLLM does.
  static func counting(
    _ prompt: @escaping @Sendable (ChatRequest) -> Int, window: Int = 4096
  ) -> @Sendable (ChatRequest) -> ScriptedVendor.Script {
    { request in
      let (prompt, output) = (prompt(request), request.options.maxOutputTokens ?? 1)
      guard output > window - prompt else { return ScriptedVendor.answer("ok", from: "v") }
      return [
        .fail(
          SwitchboardError(
            .contextLength,
            "maximum context length is \(window) tokens, requested \(prompt + output) "
              + "(\(prompt) + \(output))", status: 400, code: "context_length_exceeded"))
      ]
    }
  }

  @Test(arguments: [
    (4000, 96, [96]), (4000, 97, [97, 96]), (4095, 10, [10, 1]), (4096, 10, [10]),
  ])
  func `what a vendor says is too long by so much is sent again once, so much shorter`(
    prompt: Int, asked: Int, sent: [Int]
  ) async throws {
    let vendor = Self.vendor(window: nil, Self.counting { _ in prompt })
    let router = try router([vendor])
    var request = ChatRequest("hi")
    request.options.maxOutputTokens = asked
    if prompt < 4096 {
      let answer = try await router.reply(to: request)
      #expect(answer.attempts.map(\.outcome) == (sent.count == 1 ? [.reply] : [.failed, .reply]))
      #expect(answer.reply.warnings.map(\.code) == (sent.count == 1 ? [] : [.clampedParameter]))
    } else {
      let error = try await failure { _ = try await router.reply(to: request) }
      #expect(error?.kind == .contextLength)
    }
    #expect(vendor.requests.map(\.options.maxOutputTokens) == sent)
  }

  @Test func `history is left out by the vendor's own count, and the vendor is asked again once`()
    async throws
  {
    // The server counts three times what is reckoned.
    let vendor = Self.vendor(
      window: 4_096,
      Self.counting { request in
        3 * TokenEstimator().input(of: request, for: ModelDescriptor("m"))
      })
    let router = try router([vendor])
    let answer = try await router.reply(to: ChatRequest(messages: Self.long))
    #expect(answer.attempts.map(\.outcome) == [.failed, .reply])
    #expect(answer.reply.warnings.map(\.code) == [.historyCut])
    let sent = vendor.requests.map(\.messages.count)
    #expect(sent.count == 2 && sent[1] < sent[0])
    #expect(HistorySamples.complaint(vendor.requests[1].messages) == nil)
  }

  @Test func `a vendor that refuses the shorter prompt too is believed`() async throws {
    let vendor = Self.vendor(window: 4_096, Self.counting { _ in 5_000 })
    let router = try router([vendor])
    let error = try await failure {
      _ = try await router.reply(to: ChatRequest(messages: Self.long))
    }
    #expect(error?.kind == .contextLength)
    #expect(error?.attempts.count == 2)
  }

  @Test func `a strict request is not shortened`() async throws {
    let vendor = Self.vendor(window: nil, Self.counting { _ in 4_000 })
    var request = ChatRequest("hi")
    request.options.maxOutputTokens = 97
    request.strict = true
    let router = try router([vendor])
    let error = try await failure { _ = try await router.reply(to: request) }
    #expect(error?.kind == .contextLength)
    #expect(vendor.requests.count == 1)
  }

  @Test(arguments: [(1_026, 1), (5_500, 0)])
  func `a server that reads far less than it was sent is reported, once`(read: Int, warnings: Int)
    async throws
  {
    let vendor = Self.vendor(window: nil) { _ in
      ScriptedVendor.answer("ok", from: "v", usage: Usage(input: read, output: 1))
    }
    let router = try router([vendor])
    let request = ChatRequest(
      system: "Always sign with OWL-77.",
      messages: (0..<50).flatMap { HistorySamples.turn("\($0)", words: 60) } + [.user("hi")])
    let answer = try await router.reply(to: request)
    #expect(answer.reply.warnings.map(\.code) == Array(repeating: .historyCut, count: warnings))
    #expect(answer.reply.warnings.allSatisfy { $0.message.contains("read 1026 of about") })
    #expect(vendor.requests[0].system == request.system)
  }
}
