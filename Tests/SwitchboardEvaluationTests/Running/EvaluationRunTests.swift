import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct EvaluationRunTests {
  @Test func `as many are asked at once as allowed and no more`() async throws {
    let gate = Gate()
    let vendor = ScriptedVendor(scripts: [[.gate(gate)] + ScriptedVendor.answer("x")])
    var evaluation = Matrix.make(rows: 6, repeats: 2)
    var started = 0
    for try await step in EvaluationRun(
      of: evaluation, router: try router([vendor]), concurrency: 3)
    {
      if case .started = step { started += 1 }
      // Nobody has answered yet, so that three have begun shows that they run side by side.
      if started == 3 { gate.open() }
      if case .cell(let cell) = step { evaluation.set(cell) }
    }
    #expect(evaluation.outcomes == Array(repeating: "x", count: 12))
    #expect(vendor.mostAtOnce == 3)
  }

  @Test func `an answer is checked as its case says`() async throws {
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("the sea")])
    var evaluation = Matrix.make(checks: [.contains("sea"), .equals("a lake")])
    _ = try await evaluation.run(EvaluationRun(of: evaluation, router: try router([vendor])))
    #expect(evaluation.cells.map { $0.results.map(\.isMet) } == [[true, false]])
  }

  @Test func `an earlier answer is used, unless a fresh one is wanted`() async throws {
    let vendor = ScriptedVendor(scripts: ["one", "two", "three"].map { ScriptedVendor.answer($0) })
    let router = try router([vendor])
    let cache = KeptAnswers()
    let open = Matrix.make()
    for (isFresh, text, isCached, calls) in [
      (false, "one", false, 1), (false, "one", true, 1), (true, "two", false, 2),
      (false, "two", true, 2),
    ] {
      var evaluation = open
      _ = try await evaluation.run(
        EvaluationRun(of: evaluation, router: router, cache: cache, isFresh: isFresh))
      #expect(evaluation.outcomes == [text])
      #expect(evaluation.cells[0].isCached == isCached)
      #expect(vendor.requests.count == calls)
    }
    #expect(cache.texts == ["two"])
  }

  @Test func `repetitions have answers of their own in the cache`() async throws {
    let vendor = ScriptedVendor(scripts: ["one", "two"].map { ScriptedVendor.answer($0) })
    let cache = KeptAnswers()
    var evaluation = Matrix.make(repeats: 2)
    _ = try await evaluation.run(
      EvaluationRun(of: evaluation, router: try router([vendor]), concurrency: 1, cache: cache))
    #expect(evaluation.outcomes == ["one", "two"])
    #expect(cache.texts == ["one", "two"])
  }

  @Test func `columns that ask the same have answers of their own in the cache`() async throws {
    let words = ["one", "two", "three", "four"]
    let vendor = ScriptedVendor(scripts: words.map { ScriptedVendor.answer($0) })
    let cache = KeptAnswers()
    for _ in 0..<2 {
      // It asks row by row and, within one, repetition by repetition.
      var evaluation = Matrix.make(models: ["a/m", "a/m"], repeats: 2)
      _ = try await evaluation.run(
        EvaluationRun(of: evaluation, router: try router([vendor]), concurrency: 1, cache: cache))
      #expect(evaluation.outcomes == ["one", "three", "two", "four"])
    }
    #expect(vendor.requests.count == 4)
  }

  @Test func `answers that cannot be kept are told once and are answers all the same`() async throws
  {
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("x")])
    var evaluation = Matrix.make(rows: 5)
    let steps = try await evaluation.run(
      EvaluationRun(
        of: evaluation, router: try router([vendor]), cache: KeptAnswers(isFull: true)))
    let complaints = steps.compactMap { step -> String? in
      if case .cacheFailed(let error) = step { error.message } else { nil }
    }
    #expect(complaints == ["The disk is full."])
    #expect(evaluation.outcomes == Array(repeating: "x", count: 5))
  }

  @Test func `nothing is asked once the limit is spent, and earlier answers cost nothing`()
    async throws
  {
    let vendor = Matrix.vendor(dollars: 1)
    let cache = KeptAnswers()
    let router = try router([vendor])
    var evaluation = Matrix.make(rows: 5)
    _ = try await evaluation.run(
      EvaluationRun(
        of: evaluation, router: router, concurrency: 1, maxCost: USD("2.5"), cache: cache))
    #expect(evaluation.outcomes == ["ok", "ok", "ok", "skipped", "skipped"])
    #expect(evaluation.spent == USD("3"))
    guard case .skipped(let why) = evaluation.cells[4].outcome else {
      Issue.record("It was not skipped.")
      return
    }
    #expect(why == "The cost limit of 2.5 US dollars was reached.")
    // What was spent counts when the run goes on, and what was skipped is asked with more money.
    _ = try await evaluation.run(
      EvaluationRun(of: evaluation, router: router, concurrency: 1, maxCost: USD("3")))
    #expect(vendor.requests.count == 3)
    _ = try await evaluation.run(
      EvaluationRun(of: evaluation, router: router, concurrency: 1, maxCost: USD("9")))
    #expect(vendor.requests.count == 5)
    var again = Matrix.make(rows: 5)
    _ = try await again.run(
      EvaluationRun(
        of: again, router: router, concurrency: 1, maxCost: USD("1.5"), cache: cache))
    #expect(again.outcomes == ["ok", "ok", "ok", "ok", "ok"])
    #expect(again.spent == USD("2"))
  }

  @Test func `answers on their way are reckoned with what they should cost`() async throws {
    let gate = Gate()
    let vendor = Matrix.vendor(dollars: 0, expected: 1, gate: gate)
    var evaluation = Matrix.make(rows: 4, options: ChatOptions(maxOutputTokens: 1))
    var skipped = 0
    for try await step in EvaluationRun(
      of: evaluation, router: try router([vendor]), concurrency: 4, maxCost: USD("2.5"))
    {
      guard case .cell(let cell) = step else { continue }
      evaluation.set(cell)
      if case .skipped = cell.outcome { skipped += 1 }
      // Two are on their way and two found no money left.
      if skipped == 2 { gate.open() }
    }
    #expect(evaluation.outcomes.sorted() == ["ok", "ok", "skipped", "skipped"])
  }

  @Test func `answers of unknown cost are asked under any limit`() async throws {
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("x")])
    var evaluation = Matrix.make(rows: 3)
    _ = try await evaluation.run(
      EvaluationRun(of: evaluation, router: try router([vendor]), maxCost: USD("0.01")))
    #expect(evaluation.outcomes == ["x", "x", "x"])
    #expect(evaluation.spent == .zero)
  }

  @Test func `a failure stands in its cell and spoils no other`() async throws {
    let router = try router([
      ScriptedVendor("a", scripts: [[.fail(SwitchboardError(.quota, "no"))]]),
      ScriptedVendor("b", scripts: [ScriptedVendor.answer("fine", from: "b")]),
    ])
    var evaluation = Matrix.make(rows: 2, models: ["a/m", "b/m", "nobody/m"])
    _ = try await evaluation.run(EvaluationRun(of: evaluation, router: router))
    #expect(
      evaluation.outcomes == ["quota", "fine", "invalidRequest", "quota", "fine", "invalidRequest"])
  }

  @Test func `a run that goes on asks nothing twice that has an answer`() async throws {
    let vendor = ScriptedVendor(answer: { request in
      request.messages[0].text == "Question 1"
        ? [.fail(SwitchboardError(.quota, "no"))] : ScriptedVendor.answer("x")
    })
    let router = try router([vendor])
    var evaluation = Matrix.make(rows: 3)
    for try await step in EvaluationRun(of: evaluation, router: router, concurrency: 1) {
      guard case .cell(let cell) = step else { continue }
      evaluation.set(cell)
      if cell.place.row == 1 { break }
    }
    #expect(evaluation.openPlaces.map(\.row) == [1, 2])
    let asked = vendor.requests.count
    _ = try await evaluation.run(EvaluationRun(of: evaluation, router: router, concurrency: 1))
    #expect(
      vendor.requests[asked...].map { $0.messages[0].text } == ["Question 1", "Question 2"])
    #expect(evaluation.outcomes == ["x", "quota", "x"])
    #expect(evaluation.cells.count == 3)
  }

  @Test func `a run that is cancelled leaves no cell for what was on its way`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half"), .stall]])
    let router = try router([vendor])
    let begun = Gate()
    let task = Task {
      var cells = 0
      do {
        for try await step in EvaluationRun(of: Matrix.make(rows: 4), router: router) {
          switch step {
          case .started: begun.open()
          case .cell: cells += 1
          case .cacheFailed: break
          }
        }
        return (cells, false)
      } catch is CancellationError {
        return (cells, true)
      }
    }
    await begun.wait()
    task.cancel()
    #expect(try await task.value == (0, true))
  }

  @Test func `leaving the loop ends the answers on their way`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half"), .stall]])
    for try await step in EvaluationRun(of: Matrix.make(), router: try router([vendor])) {
      guard case .started = step else { continue }
      while vendor.requests.isEmpty { await Task.yield() }
      break
    }
    await vendor.closing.wait()
    #expect(vendor.closedCount == 1)
  }
}
