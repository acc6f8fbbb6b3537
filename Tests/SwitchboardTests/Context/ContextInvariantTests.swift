import Switchboard
import SwitchboardCore
import Testing

/// What every plan keeps, whatever the history, the strategy and the numbers.
struct ContextInvariantTests {
  static let strategies: [ContextPolicy.Strategy] = [
    .dropOldest, .slidingTurns(2), .summarise, .fail,
  ]

  @Test(arguments: strategies)
  func `every plan of every history is one that vendors take`(
    strategy: ContextPolicy.Strategy
  ) throws {
    var random = SplitMix64(seed: 4)
    var plans = 0
    for _ in 0..<40 {
      let messages = HistorySamples.random(&random)
      let request = ChatRequest(system: "Be brief.", messages: messages)
      let pinned = Set(messages.indices.filter { _ in Int.random(in: 0..<20, using: &random) == 0 })
      let covers = Int.random(in: 0...messages.count, using: &random)
      let input = ContextInput(
        pinned: pinned, summaries: [ContextSummary(covers: covers, text: "They talked.")])
      let policy = ContextPolicy(strategy: strategy, reserveOutput: 20)
      for window in stride(from: 10, through: 2_000, by: 61) {
        let plan: ContextPlan
        do {
          plan = try ContextPlanner(policy: policy).plan(
            request, input, for: ModelDescriptor("m", window: window))
        } catch let error as SwitchboardError {
          #expect(error.kind == .contextLength)
          continue
        }
        plans += 1
        check(plan, request, pinned, window)
      }
    }
    #expect(plans > 500)
  }

  private func check(
    _ plan: ContextPlan, _ request: ChatRequest, _ pinned: Set<Int>, _ window: Int
  ) {
    let sent = plan.applied(to: request)
    #expect(HistorySamples.complaint(sent.messages) == nil)
    #expect(plan.used + plan.reserved <= window)
    #expect(plan.reserved >= 1)
    let measured = TokenEstimator().input(of: sent, for: ModelDescriptor("m"))
    #expect(measured == plan.used)
    let places = plan.entries.flatMap { Array($0.messages) }
    #expect(places == Array(request.messages.indices))
    let kept = Set(
      plan.entries.filter { $0.disposition != .dropped && $0.disposition != .summarised }
        .flatMap { Array($0.messages) })
    #expect(pinned.isSubset(of: kept))
    for (place, message) in request.messages.enumerated() where message.role == .system {
      #expect(kept.contains(place))
    }
    #expect(kept.contains(request.messages.lastIndex { $0.role == .user && !$0.text.isEmpty } ?? 0))
    #expect(sent.system == request.system)
    // Messages are kept whole, in their order.
    let texts = kept.sorted().map { request.messages[$0] }
    #expect(sent.messages.filter { !$0.text.hasPrefix("<summary>") } == texts)
  }

  @Test func `numbers of any size end at once`() throws {
    let sizes = [Int.min, -1, 0, 1, 2, 1_000, Int.max - 1, Int.max]
    for window in sizes {
      for most in sizes {
        for system in [0, 10, 1_000] {
          var request = ChatRequest(
            system: String(repeating: "word ", count: system),
            messages: HistorySamples.turn("a") + [.user("hi")])
          request.options.maxOutputTokens = most
          for strategy in Self.strategies {
            let planner = ContextPlanner(policy: ContextPolicy(strategy: strategy))
            for count in [nil, 0, Int.max] as [Int?] {
              do {
                let plan = try planner.plan(
                  request, ContextInput(promptTokens: count),
                  for: ModelDescriptor("m", window: window, maxOutput: most))
                #expect(!plan.applied(to: request).messages.isEmpty)
                #expect(plan.used <= max(0, window))
              } catch let error as SwitchboardError {
                #expect(error.kind == .contextLength)
              }
            }
          }
        }
      }
    }
  }

  struct Border: Sendable {
    var prompt: Int
    var asked: Int?
    var sent: Int?
  }

  @Test(arguments: [
    Border(prompt: 4000, asked: 96, sent: 96), Border(prompt: 4000, asked: 97, sent: 96),
    Border(prompt: 4095, asked: 10, sent: 1), Border(prompt: 4096, asked: 10, sent: nil),
    Border(prompt: 4095, asked: .max, sent: 1), Border(prompt: 100, asked: .max, sent: 3996),
  ])
  func `an answer is shortened to what the prompt leaves, to the token`(border: Border) throws {
    var request = ChatRequest("One message that nothing can be left out of.")
    request.options.maxOutputTokens = border.asked
    let input = ContextInput(promptTokens: border.prompt)
    let model = ModelDescriptor("m", window: 4096)
    guard let sent = border.sent else {
      #expect(throws: SwitchboardError.self) {
        try ContextPlanner().plan(request, input, for: model)
      }
      return
    }
    let plan = try ContextPlanner().plan(request, input, for: model)
    #expect(plan.applied(to: request).options.maxOutputTokens == sent)
    #expect(plan.warnings.map(\.code) == (sent == border.asked ? [] : [.clampedParameter]))
    #expect(plan.quality == .exact && plan.used == border.prompt)
  }

  @Test func `history makes room before the answer is shortened`() throws {
    var request = ChatRequest(
      messages: (0..<9).flatMap { HistorySamples.turn("\($0)") } + [.user("hi")])
    request.options.maxOutputTokens = 300
    let model = ModelDescriptor("m", window: 400)
    let plan = try ContextPlanner().plan(request, for: model)
    #expect(plan.reserved == 300 && plan.maxOutputTokens == nil && plan.droppedCount > 0)
    // An answer as long as the window cannot be had, so nothing is left out for it.
    request.options.maxOutputTokens = 1_000_000
    let whole = try ContextPlanner().plan(request, for: ModelDescriptor("m", window: 5_000))
    #expect(whole.droppedCount == 0)
    #expect(whole.maxOutputTokens == 5_000 - whole.used)
  }

  @Test(arguments: [
    ("漢", 2_000), ("漢字かな", 500), ("🥝", 2_000), ("👩‍👩‍👧‍👦", 300), ("한국어", 700),
  ])
  func `letters that are a token each are not taken for a quarter`(letter: String, count: Int)
    throws
  {
    let request = ChatRequest(String(repeating: letter, count: count))
    #expect(throws: SwitchboardError.self) {
      try ContextPlanner().plan(request, for: ModelDescriptor("m", window: 1_200))
    }
    // What is left out is left out whole.
    let long = ChatRequest(messages: [request.messages[0], .assistant("yes"), .user("and?")])
    let plan = try ContextPlanner().plan(long, for: ModelDescriptor("m", window: 1_200))
    #expect(plan.applied(to: long).messages == [.user("and?")])
  }
}
