import Switchboard
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

  /// What is said of a question that there is no money left for.
  var limitReached: String { "The cost limit of \(most ?? .zero) US dollars was reached." }

  /// Sets an amount aside.
  ///
  /// - Parameter expected: Reckons the amount; called only where there is a limit.
  /// - Returns: The amount; `nil` when there is not so much left.
  func reserve(_ expected: () -> USD) -> USD? {
    let amount = most == nil ? .zero : expected()
    return state.withLock { state in
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

extension Router {
  /// What an answer should cost; zero where nobody knows, as when it cannot be asked.
  func expectedCost(of request: ChatRequest) -> USD {
    do {
      let chosen = try explain(request).candidates.first { $0.verdict == .chosen }
      return chosen?.expectedCost.usd ?? .zero
    } catch {
      // Why it cannot be asked is told when it is.
      return .zero
    }
  }
}

extension SwitchboardError {
  /// What the calls cost that led to a failure, as far as it is known.
  var spent: USD { attempts.reduce(.zero) { $0 + ($1.cost?.usd ?? .zero) } }
}
