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
    let maxCost = try CompareCommand.limit(session)
    let judge = try await MatrixJudging.judge(session)
    let configuration = try session.configuration()
    var (file, evaluation) = try await open()
    let router = try await session.calibratedRouter(over: configuration)
    try await MatrixRun(
      session: session, configuration: configuration, router: router, file: file, maxCost: maxCost
    ).ask(&evaluation)
    var code = Self.code(evaluation)
    if let judge {
      let judging = MatrixJudging(session: session, router: router, file: file, maxCost: maxCost)
      code = max(code, try await judging.judge(&evaluation, by: judge))
    }
    if session.arguments.has(.json) {
      try await session.document(Report(evaluation).json())
    } else if !reports.areOnOutput {
      try await session.output.write(SummaryTable.text(evaluation))
    }
    try await reports.write(evaluation)
    return code
  }

  /// The table, and the file that keeps it.
  private func open() async throws -> (RunFile?, Evaluation) {
    let path = session.arguments.text(MatrixRun.file)
    let isAsked = MatrixArguments.areGiven(session.arguments) || !session.arguments.words.isEmpty
    if let path, !isAsked, !session.arguments.has(CompareCommand.models) {
      return try RunFile.open(path, for: nil)
    }
    if !isAsked {
      throw ArgumentParser.UsageError(
        message: "'compare' needs PROMPT or \(MatrixArguments.prompts.written) FILE.",
        command: "compare")
    }
    let evaluation = try await MatrixArguments(session).evaluation(
      try CompareCommand.references(session))
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
