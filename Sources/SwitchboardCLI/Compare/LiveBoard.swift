import SwitchboardCore

/// Draws a comparison on a terminal while it runs.
///
/// Whoever reads the answers notes what happens and never waits for the terminal; a task draws how things
/// stand at most thirty times a second, and less often on a terminal that is slower.
final class LiveBoard: Sendable {
  private struct State {
    var views: [CandidateView]
    var isDirty = true
    /// Whether the terminal is somebody else's at the moment.
    var isAway = false
    /// Whether the terminal shows nothing of ours, since it was somebody else's.
    var isFresh = true
    var isOver = false
  }

  private static let pace = Duration.milliseconds(34)

  private let output: StandardOutput
  private let state: Locked<State>
  private let start: ContinuousClock.Instant

  init(_ views: [CandidateView], output: StandardOutput, start: ContinuousClock.Instant) {
    state = Locked(State(views: views))
    self.output = output
    self.start = start
  }

  /// Changes how a candidate stands.
  func update<Result>(_ place: Int, _ change: (inout CandidateView) -> Result) -> Result {
    state.withLock { state in
      state.isDirty = true
      return change(&state.views[place])
    }
  }

  /// Ends all that have not ended, as the user did.
  func stop() {
    state.withLock { state in
      for place in state.views.indices { state.views[place].stop() }
    }
  }

  /// How all stand.
  var views: [CandidateView] { state.withLock { $0.views } }

  /// Notes that the window has another size; from any thread.
  func resize() { state.withLock { $0.isDirty = true } }

  /// Whether the terminal shows the board.
  var isShown: Bool { state.withLock { !$0.isFresh && !$0.isAway } }

  /// Draws nothing until ``comeBack()``; from any thread.
  ///
  /// - Returns: Whether the terminal shows the board.
  func leave() -> Bool {
    state.withLock { state in
      defer { state.isAway = true }
      return !state.isFresh && !state.isAway
    }
  }

  /// Draws again, all of it; from any thread.
  func comeBack() {
    state.withLock { state in
      (state.isAway, state.isFresh, state.isDirty) = (false, true, true)
    }
  }

  /// Lets ``run()`` come to its end.
  func end() { state.withLock { $0.isOver = true } }

  /// Draws what changes, until the end.
  ///
  /// - Throws: What the terminal's end throws.
  func run() async throws {
    var frame = BoardFrame()
    var frames = ScreenFrames()
    while true {
      let size = WindowSize.of(output.descriptor)
      let now = ContinuousClock.now - start
      let look = state.withLock { state in
        let isNew = state.isDirty && !state.isAway
        if isNew { frame.look(at: state.views, in: size, now: now) }
        defer { if isNew { (state.isDirty, state.isFresh) = (false, false) } }
        return (isNew: isNew, isFresh: isNew && state.isFresh, isOver: state.isOver)
      }
      if look.isOver { return }
      if look.isFresh { frames = ScreenFrames() }
      if look.isNew {
        let bytes = frames.draw(frame.rows(), in: size)
        let begin = look.isFresh ? Array(ScreenFrames.begin.utf8) : []
        if !bytes.isEmpty { try await output.write(begin + bytes) }
      }
      try await Task.sleep(for: Self.pace)
    }
  }
}
