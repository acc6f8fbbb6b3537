/// The tokens of one call, counted alike for every vendor.
///
/// A count is `nil` when it is unknown, never zero. ``cachedInput`` and ``cacheWrite`` are parts of
/// ``input``; ``reasoning`` is a part of ``output``.
public struct Usage: Hashable, Sendable {
  /// Where the counts come from.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The vendor said so.
    case reported
    /// We reckoned.
    case estimated
  }

  /// All tokens of the prompt: fresh, read from a cache and written to one.
  public var input: Int?

  /// Tokens of the prompt that were read from a cache.
  public var cachedInput: Int?

  /// Tokens of the prompt that were written to a cache.
  public var cacheWrite: Int?

  /// All tokens that were generated, thinking among them.
  public var output: Int?

  /// Generated tokens that were thinking.
  public var reasoning: Int?

  /// Where the counts come from.
  public var source: Source

  /// The vendor's own object.
  public var raw: JSON?

  /// What the vendor itself says the call cost; part of ``raw`` in the JSON form.
  public var reportedCost: USD?

  /// Creates a usage; counts that are negative or absurd (10^12 and more) become unknown.
  public init(
    input: Int? = nil, cachedInput: Int? = nil, cacheWrite: Int? = nil, output: Int? = nil,
    reasoning: Int? = nil, source: Source = .reported, raw: JSON? = nil,
    reportedCost: USD? = nil
  ) {
    func sane(_ count: Int?) -> Int? {
      count.flatMap { (0..<1_000_000_000_000).contains($0) ? $0 : nil }
    }
    self.input = sane(input)
    self.cachedInput = sane(cachedInput)
    self.cacheWrite = sane(cacheWrite)
    self.output = sane(output)
    self.reasoning = sane(reasoning)
    self.source = source
    self.raw = raw
    self.reportedCost = reportedCost
  }
}
