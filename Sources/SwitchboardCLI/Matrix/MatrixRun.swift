import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardEvaluation

/// Asks what a table has no answer for yet, and keeps each answer as soon as it has ended.
struct MatrixRun {
  static let concurrency = Flag(
    "concurrency", .integer("N", 1...1024), "How many answers are on their way at once (8)")
  static let fresh = Flag("fresh", "Ask anew what another run has an answer for")
  static let file = Flag(
    "run", .text("FILE"), "Keep the run in a file as it goes, and go on with one that is there")

  static let flags = [concurrency, fresh, file]

  let session: Session
  let configuration: Configuration
  let router: Router
  let file: RunFile?
  let maxCost: USD?

  /// Asks.
  ///
  /// - Parameter evaluation: The table; answers are put into it as they end.
  /// - Throws: `CancellationError` when it was stopped; ``SwitchboardCore/SwitchboardError`` when an
  ///   answer cannot be kept.
  func ask(_ evaluation: inout Evaluation) async throws {
    let open = evaluation.openPlaces.count
    guard open > 0 else { return }
    let cache = try session.folders().answers.map { FolderCache(folder: $0) }
    var isKept = file != nil || cache != nil
    let run = EvaluationRun(
      of: evaluation, router: router,
      concurrency: session.arguments.integer(Self.concurrency) ?? 8, maxCost: maxCost,
      otherCosts: evaluation.judgingCost,
      cache: cache,
      isFresh: session.arguments.has(Self.fresh), fingerprints: configuration.fingerprints)
    let line = ProgressLine(MatrixProgress("answers", total: open), session.notes)
    var reasons = Reasons()
    do {
      try await line.draw {
        for try await step in run {
          switch step {
          case .started: break
          case .cell(let cell):
            try file?.append(cell.json)
            evaluation.set(cell)
            line.update { $0.end(cell) }
            reasons.take(cell.outcome)
          case .cacheFailed(let error):
            isKept = file != nil
            line.say("warning: answers of this run are not kept for later ones: \(error.message)")
          }
        }
      }
    } catch {
      let progress = line.progress
      let rest = isKept ? "and are kept; \(goOn)" : "and nothing keeps them; use --run next time."
      session.notes.say("\(progress.ended) of \(progress.total) answers have ended \(rest)")
      throw error
    }
    let progress = line.progress
    session.notes.say(progress.sentence)
    if let failure = reasons.failure {
      let count = "\(progress.failed) \(progress.failed == 1 ? "answer" : "answers")"
      session.notes.say("\(count) failed, the first because: \(Notes.sentence(failure))")
    }
    if let skip = reasons.skip { session.notes.say(skip) }
  }

  /// Why something has no answer: the first failure, and the first reason not to ask.
  private struct Reasons {
    var failure: SwitchboardError?
    var skip: String?

    mutating func take(_ outcome: Evaluation.Cell.Outcome) {
      switch outcome {
      case .reply: break
      case .failure(let error): failure = failure ?? error
      case .skipped(let why): skip = skip ?? why
      }
    }
  }

  /// How a run that has stopped goes on.
  private var goOn: String {
    if let file { return "go on with: switchboard compare --run \(ShellWord.quoted(file.path))" }
    return "the same command goes on with the others."
  }
}

extension MatrixProgress {
  fileprivate mutating func end(_ cell: Evaluation.Cell) {
    switch cell.outcome {
    case .reply(let reply):
      end(isFree: cell.isCached, cost: cell.isCached ? nil : reply.cost?.usd)
    case .failure: end(hasFailed: true)
    case .skipped: end(isSkipped: true)
    }
  }
}
