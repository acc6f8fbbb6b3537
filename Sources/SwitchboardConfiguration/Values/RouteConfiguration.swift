public import SwitchboardCore

/// A route as the configuration file describes it.
public struct RouteConfiguration: Sendable, Hashable {
  /// How one of the candidates is chosen.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// The first that can do it.
    case ordered
    /// By chance, in proportion to the weights.
    case weighted
    /// The one whose answer costs least.
    case cheapest
    /// The one whose answer starts soonest.
    case fastest
  }

  /// A model, or several by a wildcard, that a route may choose.
  public struct Candidate: Sendable, Hashable {
    /// The model; a wildcard is kept as text, as in `gemini/*`.
    public var model: ModelReference

    /// Its share under the policy ``Policy/weighted``.
    public var weight: Double

    /// Creates a candidate.
    public init(model: ModelReference, weight: Double = 1) {
      self.model = model
      self.weight = weight
    }
  }

  /// The words that `fallbackOn` may hold: `error` for whatever another candidate may do better, or
  /// kinds of failure.
  public static let fallbackWords = [
    "error", "authentication", "contentFilter", "contextLength", "decoding", "invalidRequest",
    "network", "notFound", "overloaded", "permission", "quota", "rateLimited", "server", "timeout",
    "truncated", "unsupported",
  ]

  /// The models to choose from.
  public var candidates: [Candidate]

  /// How one is chosen.
  public var policy: Policy

  /// After which failures the next candidate is asked; words of ``fallbackWords``.
  public var fallbackOn: [String]

  /// Creates a route; the defaults are those of the configuration file.
  public init(
    candidates: [Candidate], policy: Policy = .ordered, fallbackOn: [String] = ["error"]
  ) {
    self.candidates = candidates
    self.policy = policy
    self.fallbackOn = fallbackOn
  }
}
