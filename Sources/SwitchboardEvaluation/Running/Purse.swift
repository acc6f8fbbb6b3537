import SwitchboardCore

/// The money of a run: what was spent, and what the answers on their way should cost.
final class Purse: Sendable {
  private struct State {
    var spent: USD
    var reserved = USD.zero
    var hasComplained = false
  }

  private let most: USD?
  private let state: Locked<State>

  init(most: USD?, spent: USD) {
    self.most = most
    self.state = Locked(State(spent: spent))
  }

  /// Sets an amount aside.
  ///
  /// - Returns: The amount; `nil` when there is not so much left.
  func reserve(_ amount: USD) -> USD? {
    state.withLock { state in
      if let most {
        guard state.spent < most, state.spent + state.reserved + amount <= most else { return nil }
      }
      state.reserved += amount
      return amount
    }
  }

  /// Puts what was spent in the place of what was set aside.
  func settle(_ reserved: USD, _ spent: USD) {
    state.withLock { state in
      state.reserved = USD(picodollars: state.reserved.picodollars - reserved.picodollars)
      state.spent += spent
    }
  }

  /// Whether this is the first complaint of the run.
  func complainsFirst() -> Bool {
    state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
  }
}
