import Switchboard
import SwitchboardCore

/// Shows a comparison while it runs: drawn on a terminal, else one answer after the other.
struct SideBySide {
  private let comparison: Comparison
  private let models: [ModelReference]
  private let session: Session
  private let isForPrograms: Bool

  /// Creates a view.
  ///
  /// - Parameter isQuiet: Whether standard output belongs to something else.
  init(
    _ comparison: Comparison, _ models: [ModelReference], _ session: Session, isQuiet: Bool
  ) {
    self.comparison = comparison
    self.models = models
    self.session = session
    isForPrograms = isQuiet || session.arguments.has(.json)
  }

  /// Asks the models and shows their answers.
  ///
  /// - Returns: How each ended, in the order asked.
  func show() async throws -> [CandidateView] {
    let isLive = session.drawsOutput && !isForPrograms
    let start = ContinuousClock.now
    var views = models.map { CandidateView($0) }
    let board = LiveBoard(views, output: session.output)
    let drawing = isLive ? Task { await board.run() } : nil
    if isLive { session.interrupts.onResize { board.resize() } }
    var printed = 0
    var failure: (any Error)?
    do {
      for try await event in comparison {
        views[event.candidate].take(event.step, now: ContinuousClock.now - start)
        if isLive {
          await board.update(event.candidate, views[event.candidate])
        } else if !isForPrograms {
          // In the order asked, whoever is quicker.
          while printed < views.count, views[printed].isOver {
            let gap = printed == 0 ? "" : "\n"
            try await session.output.write(gap + block(views[printed]))
            printed += 1
          }
        }
      }
    } catch {
      failure = error
    }
    session.interrupts.onResize(nil)
    drawing?.cancel()
    await drawing?.value
    if isLive { try await board.finish() }
    if let failure { throw failure }
    return views
  }

  /// A candidate that has ended, where nothing can be drawn over.
  private func block(_ view: CandidateView) -> String {
    let body = session.output.isTerminal ? view.body : view.reply?.reply.text ?? view.body
    return "== \(view.model) — \(view.status)\n\(body)\(body.hasSuffix("\n") ? "" : "\n")"
  }
}
