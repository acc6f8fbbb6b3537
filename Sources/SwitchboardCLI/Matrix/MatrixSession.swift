import Switchboard
import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardReports

/// A whole run of a table: asks, judges, shows and writes its reports.
struct MatrixSession {
  private let session: Session
  private let reports: ReportFiles

  init(_ session: Session, _ reports: ReportFiles) {
    self.session = session
    self.reports = reports
  }

  /// Runs it.
  ///
  /// - Returns: 0 when every cell has its answer and every pair its judgement, else the worst code.
  func run() async throws -> ExitCode {
    let maxCost = try CompareArguments.limit(session)
    let judge = try await MatrixJudging.judge(session)
    try checkGoingOn()
    let configuration = try session.configuration()
    var (file, evaluation) = try await open()
    try checkJudging(evaluation)
    let router = try await session.calibratedRouter(over: configuration)
    if maxCost != nil {
      warnOfUnknownPrices(evaluation, judge.map { [$0.model] } ?? [], router)
    }
    var code = ExitCode.done
    do {
      try await MatrixRun(
        session: session, configuration: configuration, router: router, file: file, maxCost: maxCost
      ).ask(&evaluation)
      code = Self.code(evaluation)
      if let judge {
        let judging = MatrixJudging(session: session, router: router, file: file, maxCost: maxCost)
        code = max(code, try await judging.judge(&evaluation, by: judge))
      }
    } catch is CancellationError {
      let ended = evaluation
      // The user stopped it; what had ended is reported all the same.
      try await Task { try await reports.write(ended) }.value
      throw CancellationError()
    }
    let printed: Result<Void, any Error>
    do {
      printed = .success(try await printSummary(of: evaluation))
    } catch {
      printed = .failure(error)
    }
    // Who reads no further, as `head` does, still wants the files.
    try await reports.write(evaluation)
    try printed.get()
    return code
  }

  private func printSummary(of evaluation: Evaluation) async throws {
    if session.arguments.has(.json) {
      try await session.document(Report(evaluation).json())
    } else if !reports.areOnOutput {
      try await session.output.write(SummaryTable.text(evaluation))
    }
  }

  /// A limit holds nobody whose price is not known; whoever set one shall know that in time.
  private func warnOfUnknownPrices(
    _ evaluation: Evaluation, _ judges: [ModelReference], _ router: Router
  ) {
    func isUnknown(_ model: ModelReference) -> Bool {
      var request = evaluation.cases.first?.request ?? ChatRequest("")
      request.model = model
      do {
        let chosen = try router.explain(request).candidates.first { $0.verdict == .chosen }
        return chosen.map { $0.expectedCost.usd == nil } ?? false
      } catch {
        // Who cannot be asked costs nothing; why not is said in its cell.
        return false
      }
    }
    var names: [String] = []
    for model in evaluation.variants.map(\.model) + judges where isUnknown(model) {
      let name = "'\(model)'"
      if !names.contains(name) { names.append(name) }
    }
    if names.isEmpty { return }
    session.notes.say(
      "warning: the price of \(names.joined(separator: ", ")) is not known, so \(CompareArguments.maxCost.written) does not hold it back."
    )
  }

  /// Whether the run is all that its file says.
  private var goesOn: Bool {
    let arguments = session.arguments
    return arguments.has(MatrixRun.file) && !arguments.has(CompareArguments.models)
      && !arguments.has(MatrixArguments.prompts) && arguments.words.isEmpty
  }

  /// A run that goes on asks what it began with; what would change that is refused, not passed over.
  private func checkGoingOn() throws {
    guard goesOn else { return }
    let asking = CompareArguments.asking + MatrixArguments.flags
    guard let flag = asking.first(where: session.arguments.has) else { return }
    throw ArgumentParser.UsageError(
      message: """
        \(flag.written) is for a run that begins, with a prompt and \(CompareArguments.models.written); with \
        \(MatrixRun.file.written) alone a run goes on as it began.
        """, command: "compare")
  }

  /// A judge has nothing to compare in one column.
  private func checkJudging(_ evaluation: Evaluation) throws {
    guard session.arguments.has(MatrixJudging.judge), evaluation.variants.count < 2 else { return }
    throw ArgumentParser.UsageError(
      message: "\(MatrixJudging.judge.written) compares answers, and there is only one variant.",
      command: "compare")
  }

  /// The table, and the file that keeps it.
  private func open() async throws -> (RunFile?, Evaluation) {
    let path = session.arguments.text(MatrixRun.file)
    if let path, goesOn { return try RunFile.open(path, for: nil) }
    let isAsked = MatrixArguments.areGiven(session.arguments) || !session.arguments.words.isEmpty
    if !isAsked {
      throw ArgumentParser.UsageError(
        message: "'compare' needs PROMPT or \(MatrixArguments.prompts.written) FILE.",
        command: "compare")
    }
    let evaluation = try await MatrixArguments(session).evaluation(
      try CompareArguments.references(session))
    try checkJudging(evaluation)
    guard let path else { return (nil, evaluation) }
    return try RunFile.open(path, for: evaluation)
  }

  /// 0 when every cell has its answer, else the worst code; what was not asked counts as its limit.
  private static func code(_ evaluation: Evaluation) -> ExitCode {
    evaluation.cells.reduce(.done) { worst, cell in
      switch cell.outcome {
      case .reply: worst
      case .failure(let error): max(worst, ExitCode.of(error))
      case .skipped: max(worst, .limit)
      }
    }
  }
}
