import Switchboard
import SwitchboardCore
import SwitchboardEvaluation

/// `compare`: several models side by side, with one prompt or with many.
enum CompareCommand {
  static let row = CommandRow(
    name: "compare", words: "[PROMPT] --models A,B,C", wordCount: 0...1,
    summary: "Ask several models the same",
    notes: [
      "All are asked at the same time with the same conversation, system text and pictures; one that fails spoils no other. With --json an array of {\"model\", \"reply\" | \"error\"} is printed in the order asked, and the exit code is 0 when any of them answered, else the highest of their codes. --max-cost refuses before any call, also when a price is not known.",
      "With --prompts, --repeat, --vary or several --system every prompt is asked of every variant, and a summary is printed; with --json the whole run. A line of prompts is a text with {{variables}}; PROMPT stands for lines without one. Lines of a .csv have a header: name, prompt, system, check.contains and its like are what they say, others are variables. Lines of a .jsonl are objects: name, prompt or request, system, variables, checks.",
      "Answers are kept in the user's cache folder by what was asked, and not asked for again without --fresh. --run keeps the run itself: a run that was stopped goes on with `compare --run FILE` alone, and so do reports, judges and `compare pick`. The exit code is 0 when every cell has its answer, else the highest of the codes of their failures.",
    ],
    flags: [CompareArguments.models] + CompareArguments.asking + [CompareArguments.maxCost]
      + MatrixArguments.flags + MatrixRun.flags
      + MatrixJudging.flags + ReportFiles.flags + [.json],
    subcommands: [ComparePick.row]
  ) { session in
    let reports = try ReportFiles(session)
    let arguments = session.arguments
    let isMatrix =
      MatrixArguments.areGiven(arguments)
      || (MatrixRun.flags + MatrixJudging.flags).contains(where: arguments.has)
    return isMatrix
      ? try await MatrixSession(session, reports).run()
      : try await sideBySide(session, reports)
  }

  private static func sideBySide(
    _ session: Session, _ reports: ReportFiles
  ) async throws -> ExitCode {
    let references = try CompareArguments.references(session)
    guard let prompt = session.arguments.words.first else {
      throw ArgumentParser.UsageError(message: "'compare' needs PROMPT.", command: "compare")
    }
    let request = try await RequestArguments.request(session, prompt: prompt, readsInput: false)
    let router = try await session.router()
    try checkCost(of: request, references, router, session)
    let startedAt = Timekeeper.systemWall()
    let comparison = router.compare(request, across: references, inFlight: references.count)
    let views = try await SideBySide(comparison, references, session, isQuiet: reports.areOnOutput)
      .show()
    if session.arguments.has(.json) {
      let text = JSON.array(views.map { $0.json(explained: false) }).text
      // The task is cancelled when the user stopped it; what had come is printed all the same.
      try await Task { try await session.output.line(text) }.value
    }
    if !reports.isEmpty {
      var evaluation = Evaluation(
        title: ConversationTitle.make(from: request.messages) ?? "A comparison",
        startedAt: startedAt,
        variants: try VariantAxes(models: references, systems: [], options: []).variants(),
        cases: [Evaluation.Case(name: "1", request: request)])
      for (column, view) in views.enumerated() {
        if let cell = view.cell(at: Evaluation.Place(row: 0, column: column)) {
          evaluation.set(cell)
        }
      }
      let asked = evaluation
      try await Task { try await reports.write(asked) }.value
    }
    return code(views)
  }

  /// 0 when any answered, else the worst; another one when the user stopped them.
  static func code(_ views: [CandidateView]) -> ExitCode {
    if views.contains(where: { $0.stand == .stopped }) { return .interrupted }
    if views.contains(where: { $0.reply != nil }) { return .done }
    return views.compactMap { $0.failure.map(ExitCode.of) }.max() ?? .done
  }

  /// Refuses a comparison that may cost more than the user wants to pay.
  private static func checkCost(
    of request: ChatRequest, _ models: [ModelReference], _ router: Router, _ session: Session
  ) throws {
    guard let most = try CompareArguments.limit(session) else { return }
    var total = USD.zero
    for model in models {
      var request = request
      request.model = model
      // Who cannot be asked costs nothing; why not is said in their place.
      let decision: Decision
      do {
        decision = try router.explain(request)
      } catch let error as SwitchboardError where error.kind == .invalidRequest {
        continue
      }
      guard let chosen = decision.candidates.first(where: { $0.verdict == .chosen }) else {
        continue
      }
      guard let usd = chosen.expectedCost.usd else {
        throw SwitchboardError(
          .budget,
          "The price of '\(chosen.model)' is not known, so --max-cost cannot be kept; nothing was sent."
        )
      }
      total += usd
    }
    if total > most {
      throw SwitchboardError(
        .budget,
        "The answers are expected to cost about $\(total) together, more than $\(most); nothing was sent."
      )
    }
  }
}

extension CandidateView {
  /// The cell of a table; `nil` for a candidate that has not ended.
  fileprivate func cell(at place: Evaluation.Place) -> Evaluation.Cell? {
    if let reply { return Evaluation.Cell(place: place, outcome: .reply(reply.reply)) }
    return failure.map { Evaluation.Cell(place: place, outcome: .failure($0)) }
  }
}
