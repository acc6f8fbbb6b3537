/// What a model costs once its prompt is long.
///
/// Some vendors charge more for a whole request, not for its excess alone, when the prompt, what a
/// cache had of it included, is above a bound.
public struct PriceTier: Hashable, Sendable {
  /// The most tokens of a prompt that these prices are not for.
  public var above: Int

  /// The prices of longer prompts.
  public var prices: Prices

  /// Creates a tier.
  public init(above: Int, prices: Prices) {
    self.above = above
    self.prices = prices
  }
}

extension Prices {
  /// The prices of a prompt of so many tokens.
  func forPrompt(of tokens: Int) -> Prices {
    tiers.filter { tokens > $0.above }.max { $0.above < $1.above }?.prices ?? self
  }

  /// The same with other prices for prompts above so many tokens, read where these were.
  ///
  /// - Parameters:
  ///   - tokens: The most tokens of a prompt that costs what this says.
  ///   - input: Dollars a million tokens, as are the others.
  ///   - output: What generated tokens cost then.
  ///   - cached: What tokens read from a cache cost then.
  ///   - cacheWrite: What tokens written to a cache cost then.
  /// - Returns: The prices with the tier.
  public func above(
    _ tokens: Int, _ input: String, _ output: String, cached: String? = nil,
    cacheWrite: String? = nil
  ) -> Prices {
    let long = Prices(
      input: USD(input), cachedInput: cached.flatMap { USD($0) },
      cacheWrite: cacheWrite.flatMap { USD($0) }, output: USD(output), asOf: asOf, source: source)
    var prices = self
    prices.tiers.append(PriceTier(above: tokens, prices: long))
    return prices
  }
}
