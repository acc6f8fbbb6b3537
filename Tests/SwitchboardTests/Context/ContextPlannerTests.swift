import Switchboard
import SwitchboardCore
import Testing

struct ContextPlannerTests {
  static func model(_ window: Int?, maxOutput: Int? = nil) -> ModelDescriptor {
    ModelDescriptor("m", window: window, maxOutput: maxOutput)
  }

  static func plan(
    _ messages: [Message], window: Int?, _ strategy: ContextPolicy.Strategy = .dropOldest,
    reserve: Int = 50, system: String? = nil, pinned: Set<Int> = [],
    summaries: [ContextSummary] = []
  ) throws -> (plan: ContextPlan, sent: [Message]) {
    let request = ChatRequest(system: system, messages: messages)
    let planner = ContextPlanner(
      policy: ContextPolicy(strategy: strategy, reserveOutput: reserve))
    let plan = try planner.plan(
      request, ContextInput(pinned: pinned, summaries: summaries), for: model(window))
    return (plan, plan.applied(to: request).messages)
  }

  static let turns = ["a", "b", "c", "d"].flatMap { HistorySamples.turn($0) } + [.user("newest")]

  /// A window that holds the newest turn, two turns before it and the answer.
  static let small = 250

  @Test func `what fits is sent whole, with its numbers`() throws {
    let request = ChatRequest(
      system: "Be brief.", messages: Self.turns, tools: [ToolDefinition(name: "look")])
    let plan = try ContextPlanner().plan(request, for: Self.model(100_000))
    #expect(plan.applied(to: request) == request)
    #expect(plan.entries.map(\.disposition) == [.kept, .kept])
    #expect(plan.entries.map(\.messages) == [0..<8, 8..<9])
    #expect(plan.droppedCount == 0 && plan.warnings.isEmpty)
    #expect(plan.window == 100_000 && plan.reserved == 1024 && plan.available == 98_976)
    #expect(plan.used == TokenEstimator().input(of: request, for: Self.model(nil)))
    #expect(plan.asked == plan.used && plan.quality == .estimated)
    let sections = plan.sections
    #expect(
      [sections.system, sections.tools, sections.history, sections.newest].allSatisfy { $0 > 0 })
    #expect(sections.summary == 0 && sections.pinned == 0)
  }

  @Test func `the oldest turns are left out and the user has the first word`() throws {
    let (plan, sent) = try Self.plan(Self.turns, window: Self.small)
    #expect(sent == Array(Self.turns[4...]))
    #expect(plan.droppedCount == 4)
    #expect(plan.entries.first?.disposition == .dropped)
    #expect(plan.entries.first?.reason == .window)
    #expect(plan.warnings.map(\.code) == [.historyCut])
    #expect(plan.warnings[0].message.contains("4 of 9 messages"))
    #expect(plan.used + plan.reserved <= Self.small)
    #expect(plan.asked > plan.used)
  }

  @Test func `instructions stay where they are, also between turns that are left out`() throws {
    var messages = Self.turns
    messages.insert(.system("From now on in French."), at: 3)
    messages.insert(.system("At last: be kind."), at: 8)
    let (plan, sent) = try Self.plan(
      messages, window: Self.small, system: "Always sign with OWL-77.")
    #expect(sent.first == .system("From now on in French."))
    #expect(sent.contains(.system("At last: be kind.")))
    #expect(sent.count < messages.count)
    #expect(plan.entries.contains { $0.messages == 3..<4 && $0.reason == .systemText })
  }

  @Test func `words of the user that are pinned stay alone`() throws {
    let (plan, sent) = try Self.plan(Self.turns, window: Self.small, pinned: [0])
    #expect(sent.first == Self.turns[0])
    #expect(sent.dropFirst().first == Self.turns[6])
    #expect(plan.entries.first?.disposition == .pinned)
    #expect(plan.sections.pinned > 0)
  }

  @Test func `everything else that is pinned stays with its turn`() throws {
    let messages =
      HistorySamples.toolTurn("a") + HistorySamples.turn("b") + HistorySamples.turn("c")
      + [.user("newest")]
    for place in 1...3 {
      let (_, sent) = try Self.plan(messages, window: 300, pinned: [place])
      #expect(Array(sent.prefix(4)) == Array(messages[..<4]))
      #expect(sent.last == messages.last)
      #expect(sent.count < messages.count)
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (3, 5), (100, 9)])
  func `so many turns slide, whatever the window holds`(turns: Int, sent: Int) throws {
    let (plan, messages) = try Self.plan(Self.turns, window: nil, .slidingTurns(turns))
    #expect(messages == Array(Self.turns.suffix(sent)))
    #expect(plan.warnings.count == (sent == 9 ? 0 : 1))
    let (_, fitting) = try Self.plan(Self.turns, window: Self.small, .slidingTurns(turns))
    #expect(fitting == Array(Self.turns.suffix(min(sent, 5))))
  }

  @Test func `a summary stands for the turns that have no room`() throws {
    let summaries = [
      ContextSummary(covers: 8, text: "All of it."), ContextSummary(covers: 2, text: "Only a."),
      ContextSummary(covers: 6, text: "What a, b and c said."),
    ]
    let (plan, sent) = try Self.plan(
      Self.turns, window: Self.small, .summarise, summaries: summaries)
    // Of those that close the gap, the one that leaves the most as it was said.
    #expect(plan.summary == summaries[2])
    #expect(sent == [summaries[2].message] + Self.turns[6...])
    #expect(sent[0].role == .user && sent[0].text.contains("<summary>"))
    #expect(plan.summarisedCount == 6 && plan.droppedCount == 0)
    #expect(plan.warnings.map(\.code) == [.historyCut])
    #expect(plan.sections.summary > 0)
    #expect(plan.summaryDue == nil)
    #expect(plan.used + plan.reserved <= Self.small)
  }

  @Test func `a summary is not used where everything fits`() throws {
    let summary = ContextSummary(covers: 6, text: "What a, b and c said.")
    let (plan, sent) = try Self.plan(Self.turns, window: 10_000, .summarise, summaries: [summary])
    #expect(sent == Self.turns)
    #expect(plan.summary == nil && plan.summaryDue == nil)
  }

  @Test func `a new summary is wanted where the old one leaves a gap`() throws {
    let none = try Self.plan(Self.turns, window: Self.small, .summarise).plan
    let due = try #require(none.summaryDue)
    #expect(none.droppedCount == 4 && due >= 4 && due <= 8)
    let old = ContextSummary(covers: 2, text: "Only a.")
    let gap = try Self.plan(Self.turns, window: Self.small, .summarise, summaries: [old]).plan
    #expect(gap.summary == old)
    #expect(gap.droppedCount > 0 && gap.summarisedCount == 2)
    #expect(gap.summaryDue == due)
    // The summary that was wanted is enough, and for the next turn too.
    let new = ContextSummary(covers: due, text: "What was said.")
    let next = Self.turns + [.assistant("answer"), .user("and now?")]
    let after = try Self.plan(next, window: Self.small, .summarise, summaries: [old, new]).plan
    #expect(after.summary == new && after.droppedCount == 0 && after.summaryDue == nil)
  }

  @Test func `who wants nothing left out is refused what does not fit`() async throws {
    let error = try await failure { _ = try Self.plan(Self.turns, window: Self.small, .fail) }
    #expect(error?.kind == .contextLength)
    #expect(error?.message.contains("window of 250") == true)
    #expect(try Self.plan(Self.turns, window: 10_000, .fail).sent == Self.turns)
  }

  @Test func `what must stay and does not fit is refused with its sections`() async throws {
    var request = ChatRequest(
      system: HistorySamples.text("rules", words: 400), messages: Self.turns,
      tools: [ToolDefinition(name: "look", description: HistorySamples.text("d", words: 60))])
    request.messages[8] = .user(HistorySamples.text("newest", words: 600))
    let error = try await failure {
      _ = try ContextPlanner().plan(request, for: Self.model(500))
    }
    #expect(error?.kind == .contextLength)
    for word in ["instructions ", "tools ", "newest turn ", "window of 500"] {
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
    #expect(error?.message.contains("history") == false)
  }

  @Test func `the numbers are in the JSON form`() throws {
    let plan = try Self.plan(Self.turns, window: Self.small, pinned: [0]).plan
    let json = plan.json
    #expect(json["window"].int == Self.small)
    #expect(json["used"].int == plan.used)
    #expect(json["sections"]["pinned"].int == plan.sections.pinned)
    #expect(
      json["messages"][0].text == #"{"from":0,"count":1,"disposition":"pinned","reason":"pinned"}"#)
    #expect(json["messages"][1]["reason"].string == "window")
    #expect(!json["maxOutputTokens"].exists)
  }

  @Test func `a model's tokens are reckoned by what was learned of it`() throws {
    var calibration = TokenCalibration()
    for _ in 0..<8 { calibration.learn(reckoned: 1000, reported: 1500, for: "v/m") }
    let request = ChatRequest(messages: Self.turns)
    let planner = ContextPlanner(calibration: calibration)
    let plain = try planner.plan(request, for: Self.model(100_000))
    let learned = try planner.plan(request, for: Self.model(100_000), as: "v/m")
    #expect(learned.used > plain.used * 14 / 10)
  }
}
