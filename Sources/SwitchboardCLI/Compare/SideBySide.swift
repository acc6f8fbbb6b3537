import Switchboard
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Shows a comparison while it runs: drawn on a terminal, else one answer after the other.
struct SideBySide {
  private let comparison: Comparison
  private let models: [ModelReference]
  private let session: Session
  private let isForPrograms: Bool
  private let board: LiveBoard
  private let start = ContinuousClock.now

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - models: Its models.
  ///   - session: Where it is shown.
  ///   - isQuiet: Whether standard output belongs to something else.
  init(
    _ comparison: Comparison, _ models: [ModelReference], _ session: Session, isQuiet: Bool
  ) {
    self.comparison = comparison
    self.models = models
    self.session = session
    isForPrograms = isQuiet || session.arguments.has(.json)
    board = LiveBoard(models.map { CandidateView($0) }, output: session.output, start: start)
  }

  /// Asks the models and shows their answers.
  ///
  /// - Returns: How each ended, in the order asked. When the user stopped them, who had not ended has
  ///   what came until then in its failure.
  /// - Throws: When the output cannot be written.
  func show() async throws -> [CandidateView] {
    if isForPrograms {
      try await read { _ in }
      return board.views
    }
    if session.drawsOutput { return try await draw() }
    var printed = 0
    try await read { isOver in
      // In the order asked, whoever is quicker.
      if isOver { printed = try await printOn(from: printed) }
    }
    _ = try await printOn(from: printed)
    return board.views
  }

  /// Reads all answers; a user who stops them ends it, too.
  ///
  /// - Parameter heed: Told of each step whether a candidate ended with it.
  /// - Throws: What `heed` throws.
  private func read(_ heed: (_ isOver: Bool) async throws -> Void) async throws {
    do {
      for try await event in comparison {
        let now = ContinuousClock.now - start
        let pictures = writePictures(of: event)
        let isOver = board.update(event.candidate) { view in
          view.take(event.step, now: now)
          if !pictures.isEmpty { view.show(pictures) }
          return view.isOver
        }
        try await heed(isOver)
      }
    } catch is CancellationError {
      board.stop()
    }
  }

  /// Writes the pictures of an answer that is whole to files, where people read along.
  private func writePictures(of event: ComparisonEvent) -> [PictureShown] {
    guard case .finished(let reply) = event.step, !isForPrograms else { return [] }
    return PictureShown.written(
      of: reply.reply.message, by: models[event.candidate],
      prompt: session.arguments.words.first ?? "")
  }

  private func draw() async throws -> [CandidateView] {
    let (board, output) = (board, session.output)
    session.interrupts.onResize { board.resize() }
    @Sendable func leave() { if board.leave() { Self.restore(output.descriptor) } }
    session.interrupts.onEnd(leave)
    session.interrupts.onSuspension {
      leave()
    } comeBack: {
      board.comeBack()
    }
    defer {
      session.interrupts.onResize(nil)
      session.interrupts.endSuspension()
      session.interrupts.onEnd(nil)
    }
    let drawing = Task { try await board.run() }
    let reading: Result<Void, any Error>
    do {
      reading = .success(try await read { _ in })
    } catch {
      reading = .failure(error)
    }
    board.end()
    let drawn = await drawing.result
    let width = WindowSize.of(output.descriptor).columns - 1
    let text = (board.isShown ? ScreenFrames.end : "") + whole(board.views, width)
    try await Task { try await output.write(text) }.value
    try drawn.get()
    try reading.get()
    return board.views
  }

  /// All of it, with its pictures below where the terminal can show them.
  private func whole(_ views: [CandidateView], _ width: Int) -> String {
    var text = WholeBoard(width: width).lines(views).map { $0 + "\n" }.joined()
    let terminal = InlinePictures(environment: session.environment)
    for view in views {
      for picture in view.pictures {
        guard let drawn = terminal.sequence(for: picture.media, columns: width) else { continue }
        text += "\n\(view.model) — \(TerminalText.line(picture.path))\n\(drawn)"
      }
    }
    return text
  }

  /// Gives the terminal back when the program ends in the middle; one that takes nothing is left alone.
  private static func restore(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1 else { return }
    let bytes = Array(ScreenFrames.end.utf8)
    _ = systemWrite(descriptor, bytes, bytes.count)
  }

  /// Prints the candidates that have ended, up to the first that has not.
  ///
  /// - Returns: The first that was not printed.
  private func printOn(from first: Int) async throws -> Int {
    var next = first
    for view in board.views[first...] {
      if !view.isOver { break }
      let (text, output) = ((next == 0 ? "" : "\n") + block(view), session.output)
      // The task is cancelled when the user stops it; what had come is printed all the same, and once.
      try await Task { try await output.write(text) }.value
      next += 1
    }
    return next
  }

  /// A candidate that has ended, where nothing can be drawn over.
  private func block(_ view: CandidateView) -> String {
    let body = session.output.isTerminal ? view.body() : view.plainBody
    if !session.output.isTerminal {
      for warning in view.warnings {
        session.notes.say("warning: \(view.model): \(warning.message)")
      }
    }
    return "== \(view.model) — \(view.status().text)\n\(body)\(body.hasSuffix("\n") ? "" : "\n")"
  }
}
