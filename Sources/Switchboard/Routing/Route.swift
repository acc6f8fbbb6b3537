public import SwitchboardCore

/// A list of models that may serve a request, and how one of them is chosen.
public struct Route: Sendable, Hashable {
  /// A model of a route, or several by a pattern.
  public struct Candidate: Sendable, Hashable {
    /// The entry and model; `*` in either stands for any text.
    public var model: ModelReference

    /// How often it is chosen by the policy `weighted`, against the others; at least 0.
    public var weight: Double

    /// Creates a candidate.
    public init(_ model: ModelReference, weight: Double = 1) {
      self.model = model
      self.weight = weight
    }
  }

  /// How a candidate is chosen.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// The first that can.
    case ordered
    /// By chance, in the proportion of the weights.
    case weighted
    /// The one whose answer should cost least; unknown prices come last.
    case cheapest
    /// The one whose first token came soonest of late; unmeasured ones come first, to be measured.
    case fastest
  }

  /// After what failures the next candidate is asked.
  public enum Fallback: String, Sendable, Hashable, CaseIterable {
    /// The vendor could not, would not or did not answer.
    case error
    /// The conversation was too long for the model.
    case contextLength
    /// The vendor's filter stopped it.
    case contentFilter
  }

  /// The candidates, in order.
  public var candidates: [Candidate]

  /// How one is chosen.
  public var policy: Policy

  /// After what failures the next one is asked.
  public var fallbackOn: Set<Fallback>

  /// Creates a route.
  public init(
    _ candidates: [Candidate], policy: Policy = .ordered, fallbackOn: Set<Fallback> = [.error]
  ) {
    self.candidates = candidates
    self.policy = policy
    self.fallbackOn = fallbackOn
  }
}
