import SwitchboardCore

/// Draws a progress on standard error, where a person reads along; else says nothing.
final class ProgressLine: Sendable {
  private struct State {
    var progress: MatrixProgress
    var isDirty = true
  }

  private static let pace = Duration.milliseconds(100)

  private let notes: Notes
  private let state: Locked<State>
  private let start = ContinuousClock.now

  /// Creates a line.
  init(_ progress: MatrixProgress, _ notes: Notes) {
    self.notes = notes
    state = Locked(State(progress: progress))
  }

  /// How it stands.
  var progress: MatrixProgress { state.withLock { $0.progress } }

  /// Notes a change.
  func update(_ change: (inout MatrixProgress) -> Void) {
    state.withLock { state in
      change(&state.progress)
      state.isDirty = true
    }
  }

  /// Draws while something is done, and takes the line away at its end.
  func draw<Result: Sendable>(
    during work: () async throws -> Result
  ) async rethrows -> Result {
    guard notes.hasColours else { return try await work() }
    let drawing = Task { @concurrent in await self.drawAgain() }
    defer { notes.write("\r\u{1B}[K") }
    do {
      let result = try await work()
      drawing.cancel()
      await drawing.value
      return result
    } catch {
      drawing.cancel()
      await drawing.value
      throw error
    }
  }

  /// Says something to people, on a line of its own.
  func say(_ text: String) {
    if notes.hasColours { notes.write("\r\u{1B}[K") }
    notes.say(text)
    state.withLock { $0.isDirty = true }
  }

  private func drawAgain() async {
    var ticks = 0
    while !Task.isCancelled {
      let (progress, isDirty) = state.withLock { state in
        defer { state.isDirty = false }
        return (state.progress, state.isDirty)
      }
      // The time that is left goes on while nothing ends.
      if isDirty || ticks % 10 == 0 {
        let width = WindowSize.of(2).columns - 1
        let line = progress.line(after: ContinuousClock.now - start, width: width)
        notes.write("\r\(line)\u{1B}[K")
      }
      ticks += 1
      do { try await Task.sleep(for: Self.pace) } catch { return }
    }
  }
}
