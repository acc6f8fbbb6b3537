import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct JudgeRunTests {
  private static let judge = Judge("j/m")

  @Test func `the better answer wins wherever it stands`() async throws {
    let vendor = court { shown in
      verdict(shown.a == shown.b ? "tie" : shown.a > shown.b ? "A" : "B", "It is \(shown.a).")
    }
    var evaluation = Matrix.answered([["1", "2", "3"], ["9", "8", "7"]])
    _ = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: try router([vendor]), concurrency: 1))
    #expect(
      evaluation.judgements.map { [$0.row, $0.first, $0.second] }
        == [[0, 0, 1], [0, 0, 2], [0, 1, 2], [1, 0, 1], [1, 0, 2], [1, 1, 2]])
    #expect(
      evaluation.judgements.map(\.verdict) == [.second, .second, .second, .first, .first, .first])
    // The reason is of the order in which the first answer was A.
    #expect(evaluation.judgements[0].reason == "It is 1.")
    #expect(evaluation.judgements.allSatisfy { $0.judge == "j/m" })
    #expect(vendor.requests.count == 12)
  }

  @Test(arguments: [
    ("A", "B", Evaluation.Judgement.Verdict.first), ("B", "A", .second), ("tie", "tie", .tie),
    ("A", "A", .inconsistent), ("B", "B", .inconsistent), ("tie", "A", .inconsistent),
    ("B", "tie", .inconsistent),
  ])
  func `both orders must agree`(
    _ forward: String, _ backward: String, _ joined: Evaluation.Judgement.Verdict
  ) async throws {
    let vendor = court { verdict($0.a == "one" ? forward : backward, $0.a == "one" ? "x" : "y") }
    var evaluation = Matrix.answered([["one", "two"]])
    _ = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: try router([vendor])))
    #expect(evaluation.judgements.map(\.verdict) == [joined])
    #expect(
      evaluation.judgements[0].reason
        == (joined == .inconsistent
          ? "The first as A: \(forward), x\nThe first as B: \(backward), y" : "x"))
  }

  @Test(arguments: [
    (#"{"reason":"r","verdict":"A"}"#, true),
    ("```json\n{\"reason\":\"r\",\"verdict\":\"A\"}\n```", true),
    ("\n {\"verdict\" : \"A\", \"reason\":\"r\"} ", true), ("A", false), ("", false),
    (#"{"reason":"r","verdict":"a"}"#, false), (#"{"reason":"r","verdict":"first"}"#, false),
    (#"{"reason":"r","verdict":"C"}"#, false), (#"{"reason":"r","verdict":["A"]}"#, false),
    (#"{"reason":"r"}"#, false), (#"{"verdict":"A"}"#, false),
    (#"{"reason":1,"verdict":"A"}"#, false), (#"{"reason":"r","verdict":"A","sure":1}"#, false),
    (#"{"reason":"r","verdict":"B","verdict":"A"}"#, false),
    (#"{"reason":"r","verdict":"A"} I am sure."#, false), (#"["A"]"#, false),
    ("Answer A wins.", false),
  ])
  func `what was not asked for is nonsense and never guessed`(
    _ text: String, _ counts: Bool
  ) async throws {
    let vendor = court { $0.a == "one" ? text : verdict("B") }
    var evaluation = Matrix.answered([["one", "two"]])
    _ = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: try router([vendor])))
    #expect(evaluation.judgements.map(\.verdict) == [counts ? .first : .nonsense])
    if !counts {
      #expect(evaluation.judgements[0].reason?.hasPrefix("The judge answered '") == true)
    }
  }

  @Test func `a verdict that is cut anywhere is nonsense`() async throws {
    let whole = verdict("A", "é")
    var texts = Array(whole.unicodeScalars.indices.map { String(whole.unicodeScalars[..<$0]) })
    texts.append(whole)
    let cut = Locked(texts)
    let vendor = court { shown in
      shown.a == "one" ? cut.withLock { $0.removeFirst() } : verdict("B")
    }
    var evaluation = Matrix.answered(texts.map { _ in ["one", "two"] })
    _ = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: try router([vendor]), concurrency: 1))
    #expect(evaluation.judgements.count == texts.count)
    #expect(evaluation.judgements.dropLast().allSatisfy { $0.verdict == .nonsense })
    #expect(evaluation.judgements.last?.verdict == .first)
  }

  @Test func `equal answers are a tie that nobody is asked about`() async throws {
    let vendor = court { _ in verdict("A") }
    var evaluation = Matrix.answered([["same", "same", "other"]])
    // What a model thought, and whose words they are, is no part of what it says.
    var reply = Matrix.reply("same")
    reply.message.parts.insert(Part(.reasoning(Reasoning("hm"))), at: 0)
    reply.message.origin = Origin(vendor: "elsewhere", kind: nil, model: "n")
    evaluation.set(Matrix.cell(0, 1, reply))
    _ = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: try router([vendor]), concurrency: 1))
    #expect(evaluation.judgements.map(\.verdict) == [.tie, .inconsistent, .inconsistent])
    #expect(evaluation.judgements[0].cost == .zero)
    #expect(evaluation.judgements[0].reason?.isEmpty == false)
    #expect(vendor.requests.count == 4)
  }

  @Test func `a call that fails leaves no judgement and is made again when the run goes on`()
    async throws
  {
    let fails = Locked(true)
    let vendor = ScriptedVendor(
      "j",
      answer: { _ in
        fails.withLock { $0 }
          ? [.fail(SwitchboardError(.quota, "no"))]
          : ScriptedVendor.answer(verdict("tie"), from: "j")
      })
    let router = try router([vendor])
    var evaluation = Matrix.answered([["1", "2"], ["same", "same"]])
    let steps = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Self.judge, router: router, concurrency: 1))
    let failed = steps.compactMap { step -> (Evaluation.Pair, SwitchboardError)? in
      if case .failed(let pair, let error) = step { (pair, error) } else { nil }
    }
    #expect(failed.map(\.0) == [Evaluation.Pair(row: 0, first: 0, second: 1)])
    #expect(failed.map(\.1.kind) == [.quota])
    #expect(evaluation.judgements.map(\.row) == [1])
    fails.withLock { $0 = false }
    let asked = vendor.requests.count
    _ = try await evaluation.run(JudgeRun(of: evaluation, judge: Self.judge, router: router))
    #expect(evaluation.judgements.map(\.row) == [1, 0])
    #expect(vendor.requests.count == asked + 2)
    #expect(evaluation.openPairs(for: "j/m").isEmpty)
    _ = try await evaluation.run(JudgeRun(of: evaluation, judge: Self.judge, router: router))
    #expect(vendor.requests.count == asked + 2)
  }

  @Test func `a judge that is not there is told for every pair`() async throws {
    var evaluation = Matrix.answered([["1", "2", "3"]])
    let steps = try await evaluation.run(
      JudgeRun(of: evaluation, judge: Judge("nobody/m"), router: try router([ScriptedVendor()])))
    let kinds = steps.compactMap { step -> SwitchboardError.Kind? in
      if case .failed(_, let error) = step { error.kind } else { nil }
    }
    #expect(kinds == [.invalidRequest, .invalidRequest, .invalidRequest])
  }

  @Test func `pairs without both answers wait, and another judge's judgements do not count`() {
    var evaluation = Matrix.make(rows: 2, models: ["a/m", "b/m", "c/m"], repeats: 2)
    func fill(_ row: Int, _ column: Int, _ repetition: Int, _ outcome: Evaluation.Cell.Outcome) {
      evaluation.set(
        .init(place: .init(row: row, column: column, repetition: repetition), outcome: outcome))
    }
    fill(0, 0, 1, .reply(Matrix.reply("x")))
    fill(0, 2, 1, .reply(Matrix.reply("y")))
    fill(0, 1, 1, .failure(SwitchboardError(.server, "no")))
    fill(0, 1, 0, .reply(Matrix.reply("z")))
    fill(1, 0, 0, .reply(Matrix.reply("z")))
    fill(1, 1, 0, .skipped("no money"))
    let pair = Evaluation.Pair(row: 0, repetition: 1, first: 0, second: 2)
    #expect(evaluation.openPairs(for: "j/m") == [pair])
    // Whichever way round it was judged.
    evaluation.judgements = [
      .init(row: 0, repetition: 1, first: 2, second: 0, judge: "k/m", verdict: .tie)
    ]
    #expect(evaluation.openPairs(for: "j/m") == [pair])
    #expect(evaluation.openPairs(for: "k/m").isEmpty)
  }

  @Test func `what judging costs stands in the judgement and under its own limit`() async throws {
    let vendor = Matrix.vendor(verdict("tie"), dollars: 1)
    let router = try router([vendor])
    var evaluation = Matrix.answered([["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"]])
    let steps = try await evaluation.run(
      JudgeRun(
        of: evaluation, judge: Judge("a/m"), router: router, concurrency: 1, maxCost: USD("3")))
    #expect(evaluation.judgements.map(\.cost) == [USD("2"), USD("2")])
    #expect(evaluation.judgingCost == USD("4"))
    #expect(evaluation.spent == .zero)
    let failed = steps.compactMap { step -> SwitchboardError? in
      if case .failed(_, let error) = step { error } else { nil }
    }
    #expect(failed.map(\.kind) == [.budget, .budget])
    #expect(failed[0].message == "The cost limit of 3 US dollars was reached.")
    #expect(vendor.requests.count == 4)
    _ = try await evaluation.run(
      JudgeRun(
        of: evaluation, judge: Judge("a/m"), router: router, concurrency: 1, maxCost: USD("5")))
    #expect(evaluation.judgingCost == USD("6"))
  }

  @Test func `as many pairs are judged at once as allowed and no more`() async throws {
    let gate = Gate()
    let vendor = ScriptedVendor(
      "j", scripts: [[.gate(gate)] + ScriptedVendor.answer(verdict("tie"), from: "j")])
    let evaluation = Matrix.answered((0..<7).map { ["\($0)", "x"] })
    var (started, judged) = (0, 0)
    for try await step in JudgeRun(
      of: evaluation, judge: Self.judge, router: try router([vendor]), concurrency: 3)
    {
      switch step {
      case .started: started += 1
      case .judgement: judged += 1
      case .failed: break
      }
      if started == 3 { gate.open() }
    }
    #expect(judged == 7)
    #expect(vendor.mostAtOnce == 3)
  }

  @Test func `a run that is cancelled leaves no judgement for what was on its way`() async throws {
    let vendor = ScriptedVendor("j", scripts: [[ScriptedVendor.beginning("{", from: "j"), .stall]])
    let router = try router([vendor])
    let begun = Gate()
    let task = Task {
      var ended = 0
      do {
        let evaluation = Matrix.answered([["1", "2"], ["3", "4"]])
        for try await step in JudgeRun(of: evaluation, judge: Self.judge, router: router) {
          if case .started = step { begun.open() } else { ended += 1 }
        }
        return (ended, false)
      } catch is CancellationError {
        return (ended, true)
      }
    }
    await begun.wait()
    task.cancel()
    #expect(try await task.value == (0, true))
  }

  @Test func `leaving the loop ends the calls on their way`() async throws {
    let vendor = ScriptedVendor("j", scripts: [[ScriptedVendor.beginning("{", from: "j"), .stall]])
    let evaluation = Matrix.answered([["1", "2"]])
    for try await step in JudgeRun(
      of: evaluation, judge: Self.judge, router: try router([vendor]))
    {
      guard case .started = step else { continue }
      while vendor.requests.isEmpty { await Task.yield() }
      break
    }
    await vendor.closing.wait()
    #expect(vendor.closedCount == 1)
  }
}
