import Switchboard
import SwitchboardCore
import SwitchboardEvaluation

/// Has a model judge the answers of a table.
struct MatrixJudging {
  static let judge = Flag(
    "judge", .text("M"), "Have a model judge every two answers, both ways round and blind")
  static let rubric = Flag(
    "rubric", .text("TEXT"), "What makes an answer the better one; '@FILE' reads a file")

  static let flags = [judge, rubric]

  let session: Session
  let router: Router
  let file: RunFile?
  let maxCost: USD?

  /// Judges what was not judged yet.
  ///
  /// - Returns: The worst code of the calls that failed.
  func judge(_ evaluation: inout Evaluation, by judge: Judge) async throws -> ExitCode {
    let open = evaluation.openPairs(for: judge.model).count
    guard open > 0 else { return .done }
    let run = JudgeRun(
      of: evaluation, judge: judge, router: router,
      concurrency: session.arguments.integer(MatrixRun.concurrency) ?? 8, maxCost: maxCost,
      otherCosts: evaluation.spent)
    let line = ProgressLine(MatrixProgress("judgements", total: open), session.notes)
    var worst = ExitCode.done
    var firstFailure: SwitchboardError?
    try await line.draw {
      for try await step in run {
        switch step {
        case .started: break
        case .judgement(let judgement):
          try file?.append(judgement.json)
          evaluation.judgements.append(judgement)
          line.update { $0.end(cost: judgement.cost) }
        case .failed(_, let error):
          if firstFailure == nil { firstFailure = error }
          worst = max(worst, ExitCode.of(error))
          line.update { $0.end(hasFailed: true) }
        }
      }
    }
    let progress = line.progress
    session.notes.say(progress.sentence)
    if let firstFailure {
      session.notes.say(
        "\(progress.failed) \(progress.failed == 1 ? "pair" : "pairs") could not be judged, the first because: \(Notes.sentence(firstFailure))"
      )
    }
    return worst
  }

  /// The judge that a command line asks for.
  static func judge(_ session: Session) async throws -> Judge? {
    let rubric = session.arguments.text(rubric)
    guard let model = session.arguments.text(judge) else {
      if rubric != nil {
        throw ArgumentParser.UsageError(
          message: "--rubric is for a judge: name one with --judge.", command: "compare")
      }
      return nil
    }
    guard let rubric else { return Judge(ModelReference(model)) }
    guard rubric.hasPrefix("@") else { return Judge(ModelReference(model), rubric: rubric) }
    let path = String(rubric.dropFirst())
    let text = try InputFile.text(
      try await InputFile.bytes(path), name: InputFile.shown(path)
    ).trimmed
    guard !text.isEmpty else {
      throw SwitchboardError(.invalidRequest, "\(InputFile.shown(path)) is empty.")
    }
    return Judge(ModelReference(model), rubric: text)
  }
}
