public import Switchboard
public import SwitchboardCore

/// Has a model judge the pairs of answers of an ``Evaluation`` that it has not judged yet, several at
/// once.
///
/// Every pair is shown twice, each answer once as A and once as B, because judges favour places. Both
/// verdicts must agree, else the judgement is ``Evaluation/Judgement/Verdict/inconsistent``; an answer
/// that is no verdict makes it ``Evaluation/Judgement/Verdict/nonsense``. Two answers that say the same
/// are a tie, and nobody is asked. Reasons call the first answer A.
///
/// The judge reads the words of a case and of its answers, with their pictures, as quoted material,
/// and never the name of a model. It reads the case as its row has it, without what a column adds.
///
/// A pair whose calls fail has no judgement and is told as ``Step/failed(_:_:)``. Leaving the loop, or
/// cancelling the task, ends the calls on their way and leaves no judgement for them: the same run goes
/// on later without asking again what was judged.
public struct JudgeRun: AsyncSequence, Sendable {
  /// What happens.
  public enum Step: Sendable {
    /// The judge is shown a pair now.
    case started(Evaluation.Pair)
    /// A pair was judged.
    case judgement(Evaluation.Judgement)
    /// A pair could not be judged; kind `budget` when the cost limit was reached.
    case failed(Evaluation.Pair, SwitchboardError)
  }

  /// One step.
  public typealias Element = Step

  let evaluation: Evaluation
  let judge: Judge
  let router: Router
  let concurrency: Int
  let maxCost: USD?
  let otherCosts: USD

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - evaluation: The answers. Pairs with a judgement of the same model are not judged again, by
  ///     whatever rubric they were.
  ///   - judge: Who judges.
  ///   - router: Who carries the requests.
  ///   - concurrency: The most pairs on their way at once; 1 or more.
  ///   - maxCost: No pair is begun any more when this much was spent on judging, or would be with the
  ///     pairs that are on their way, as far as their cost can be expected. What earlier judgements of
  ///     the evaluation cost counts; calls of unknown cost count nothing.
  ///   - otherCosts: What else was spent of `maxCost`, as on the answers.
  public init(
    of evaluation: Evaluation, judge: Judge, router: Router, concurrency: Int = 8,
    maxCost: USD? = nil, otherCosts: USD = .zero
  ) {
    self.evaluation = evaluation
    self.judge = judge
    self.router = router
    self.concurrency = Swift.max(1, concurrency)
    self.maxCost = maxCost
    self.otherCosts = otherCosts
  }

  /// Begins to judge.
  public func makeAsyncIterator() -> Iterator {
    let pairs = evaluation.openPairs(for: judge.model)
    let purse = Purse(most: maxCost, spent: evaluation.judgingCost + otherCosts)
    return Iterator(
      steps: StepReader { report in
        await each(of: pairs.count, atOnce: concurrency) {
          if let step = await judged(pairs[$0], purse, report) { report(step) }
        }
      })
  }

  /// The reader of a run; dropping it ends all calls.
  public struct Iterator: AsyncIteratorProtocol {
    var steps: StepReader<Step>

    /// Waits for the next step.
    ///
    /// - Throws: `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> Step? { try await steps.next() }
  }

  /// Judges a pair.
  ///
  /// - Returns: How it ended; `nil` when the run was cancelled.
  private func judged(
    _ pair: Evaluation.Pair, _ purse: Purse, _ report: @Sendable (Step) -> Void
  ) async -> Step? {
    func answer(_ column: Int) -> Message? {
      evaluation.reply(
        at: Evaluation.Place(row: pair.row, column: column, repetition: pair.repetition)
      )?.message
    }
    guard let first = answer(pair.first), let second = answer(pair.second) else { return nil }
    if Quotation.Piece.answer(first, label: "").saysTheSame(as: .answer(second, label: "")) {
      return .judgement(
        Evaluation.Judgement(
          row: pair.row, repetition: pair.repetition, first: pair.first, second: pair.second,
          judge: judge.model, verdict: .tie,
          reason: "Both answers say the same, so nobody was asked.", cost: .zero))
    }
    let question = evaluation.cases[pair.row].request
    let takesSchema = takesSchema
    let requests = [(first, second), (second, first)].map {
      judge.request(question, showing: $0, takesSchema: takesSchema)
    }
    let reserved = purse.reserve {
      requests.reduce(.zero) { $0 + router.expectedCost(of: $1) }
    }
    guard let reserved else {
      return .failed(pair, SwitchboardError(.budget, purse.limitReached))
    }
    var spent = USD.zero
    defer { purse.settle(reserved, spent) }
    report(.started(pair))
    var replies: [ChatReply] = []
    do {
      for request in requests {
        let reply = try await router.reply(to: request).reply
        spent += reply.cost?.usd ?? .zero
        replies.append(reply)
      }
    } catch is CancellationError {
      return nil
    } catch {
      let error =
        error as? SwitchboardError ?? SwitchboardError(.server, "The judge failed: \(error).")
      spent += error.spent
      return .failed(pair, error)
    }
    let isCostKnown = replies.contains { $0.cost?.usd != nil }
    return .judgement(
      Evaluation.Judgement(
        pair, by: judge.model, forward: JudgeAnswer(replies[0]),
        backward: JudgeAnswer(replies[1]), cost: isCostKnown ? spent : nil))
  }

  /// Whether the model is known to take a schema; one of which that is not known is asked in words.
  private var takesSchema: Bool {
    do {
      let (provider, model) = try router.resolve(judge.model)
      return router.catalog.entry(for: provider.id, model).descriptor
        .support(for: .structuredOutput) == .yes
    } catch {
      // Who it is that cannot be asked is told when it is asked.
      return false
    }
  }
}
