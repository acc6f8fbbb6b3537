import SwitchboardCore

/// What Ctrl-C means in a chat: stop the answer; at the prompt, twice in a row, leave.
final class ChatStop: Sendable {
  private struct State {
    var answer: (@Sendable () -> Void)?
    var isStopping = false
    var isEnding = false
    var presses = 0
  }

  private let state = Locked(State())
  private let prompt: @Sendable () -> Void

  /// Creates the rule.
  ///
  /// - Parameter prompt: Shows the prompt again, after Ctrl-C at it.
  init(prompt: @escaping @Sendable () -> Void) { self.prompt = prompt }

  /// A signal came.
  ///
  /// - Returns: Whether the chat goes on.
  func pressed(_ wish: Interrupts.Wish) -> Bool {
    if wish == .terminate { return end() }
    let (answer, presses, wasStopping) = state.withLock { state in
      let wasStopping = state.isStopping
      if state.answer != nil { state.isStopping = true } else { state.presses += 1 }
      return (state.answer, state.presses, wasStopping)
    }
    if let answer {
      // Whoever presses it while the answer is being stopped has lost patience.
      if wasStopping { return false }
      answer()
      return true
    }
    if presses > 1 { return false }
    prompt()
    return true
  }

  /// Whether the program was asked to end while an answer came.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// The program is to end: what has come of an answer is kept first.
  private func end() -> Bool {
    let (answer, wasEnding) = state.withLock { state in
      defer { state.isEnding = true }
      return (state.answer, state.isEnding)
    }
    guard let answer, !wasEnding else { return false }
    answer()
    return true
  }

  /// A line was read.
  func reset() { state.withLock { $0.presses = 0 } }

  /// Runs an answer that Ctrl-C stops.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    state.withLock { state in
      state.answer = { task.cancel() }
      state.isStopping = false
    }
    defer { state.withLock { $0.answer = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
