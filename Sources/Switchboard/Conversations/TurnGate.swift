import SwitchboardCore

/// Lets one turn of a conversation in at a time, in the order they came.
final class TurnGate: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Who was cancelled before it could wait.
    var left: Set<Int> = []
    var count = 0
  }

  private let state = Locked(State())

  /// Waits for a turn's place, or refuses it.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when refused;
  ///   `CancellationError` when the task was cancelled.
  func enter(_ whenBusy: Conversation.Options.WhenBusy) async throws {
    let id = state.withLock { state -> Int? in
      if !state.isBusy {
        state.isBusy = true
        return nil
      }
      state.count += 1
      return state.count
    }
    guard let id else { return }
    if whenBusy == .refuse {
      throw SwitchboardError(
        .invalidRequest,
        "The conversation is in the middle of a turn; wait for it, or stop it first.")
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if state.left.remove(id) != nil { return .failure(CancellationError()) }
          if !state.isBusy {
            state.isBusy = true
            return .success(())
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let place = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.left.insert(id)
          return nil
        }
        return state.waiting.remove(at: place).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// Makes room for the next.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.waiting.isEmpty {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
