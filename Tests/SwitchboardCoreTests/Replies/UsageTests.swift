import SwitchboardCore
import Testing

struct UsageTests {
  @Test(arguments: [
    (0, 0), (1, 1), (999_999_999_999, 999_999_999_999), (1_000_000_000_000, nil), (-1, nil),
    (Int.max, nil), (Int.min, nil), (nil, nil),
  ])
  func `a count that cannot be is unknown`(count: Int?, kept: Int?) {
    let usage = Usage(
      input: count, cachedInput: count, cacheWrite: count, output: count, reasoning: count)
    #expect(
      usage
        == Usage(input: kept, cachedInput: kept, cacheWrite: kept, output: kept, reasoning: kept))
    #expect(usage.input == kept)
    #expect(usage.reasoning == kept)
  }

  /// 3 $ a million of the prompt, 0.30 $ read from and 3.75 $ written to a cache, 15 $ generated.
  private static let prices = Prices(
    "3", "15", cached: "0.30", cacheWrite: "3.75", asOf: "2026-11-30", source: "s")

  static let costs: [(usage: Usage, usd: String)] = [
    (Usage(input: 10_050, cachedInput: 9_000, cacheWrite: 1_000, output: 0), "0.0066"),
    (Usage(input: 10_050, cachedInput: 9_000, output: 10), "0.006"),
    (Usage(input: 1_000_000, output: 1_000_000), "18"),
    (Usage(input: 0, output: 0), "0"),
    (Usage(input: 10, cachedInput: 10, output: 0), "0.000003"),
    // More of a cache than of the prompt: no vendor owes money.
    (Usage(input: 5, cachedInput: 10, output: 0), "0.000003"),
    (Usage(input: 1, output: 100, reasoning: 90), "0.001503"),
  ]

  @Test(arguments: costs.indices)
  func `each part of a usage has its price`(index: Int) {
    let (usage, usd) = Self.costs[index]
    let cost = Self.prices.cost(of: usage)
    #expect(cost.usd == USD(usd))
    #expect(cost.quality == .exact)
  }

  /// 3 and 15 $ up to 200,000 tokens of prompt and another bound above that; 0.5 and 2 $ up to 272,000.
  private static let long = Prices("3", "15", cached: "0.30", asOf: "2026-11-30", source: "s")
    .above(400_000, "9", "30").above(200_000, "6", "22.5", cached: "0.60")
  private static let other = Prices("0.5", "2", asOf: "2026-11-30", source: "s")
    .above(272_000, "1", "3")

  static let longCosts: [(prices: Prices, usage: Usage, usd: String, quality: Cost.Quality)] = [
    (long, Usage(input: 200_000, output: 1000), "0.615", .exact),
    // The whole request costs more, and what a cache had counts for the bound.
    (long, Usage(input: 200_001, cachedInput: 150_000, output: 1000), "0.412506", .exact),
    (long, Usage(input: 200_001, output: 0), "1.200006", .exact),
    (long, Usage(input: 400_000, output: 0), "2.4", .exact),
    (long, Usage(input: 400_001, output: 1000), "3.630009", .exact),
    // No price of a cache is known there.
    (long, Usage(input: 400_001, cachedInput: 1, output: 0), "3.600009", .estimated),
    (other, Usage(input: 272_000, output: 1000), "0.138", .exact),
    (other, Usage(input: 272_001, output: 1000), "0.275001", .exact),
    (other, Usage(input: 272_001, output: 1, source: .estimated), "0.272004", .estimated),
  ]

  @Test(arguments: longCosts.indices)
  func `a long prompt makes the whole request cost more`(index: Int) {
    let row = Self.longCosts[index]
    #expect(
      row.prices.cost(of: row.usage) == Cost(usd: USD(row.usd) ?? .zero, quality: row.quality))
  }

  @Test func `a tier is dated and sourced like its prices`() {
    #expect(Self.long.tiers.map(\.above) == [400_000, 200_000])
    #expect(
      Self.long.tiers.allSatisfy { $0.prices.asOf == Self.long.asOf && $0.prices.source == "s" })
    #expect(Self.long.cost(of: Usage(output: 1)) == .unknown)
  }

  @Test func `an estimated usage has an estimated cost`() {
    let cost = Self.prices.cost(of: Usage(input: 1, output: 1, source: .estimated))
    #expect(cost.quality == .estimated)
    #expect(cost.usd == USD("0.000018"))
  }

  @Test(arguments: [
    Usage(), Usage(input: 1), Usage(output: 1), Usage(cachedInput: 1, output: 1),
    Usage(input: -1, output: 1),
  ])
  func `an unknown count has an unknown cost, never nothing`(usage: Usage) {
    #expect(Self.prices.cost(of: usage) == .unknown)
  }

  @Test(arguments: [
    Prices(), Prices(input: USD("1")), Prices(output: USD("1")), Prices(image: USD("1")),
    Prices("free", "1", asOf: "2026-11-30", source: "s"),
  ])
  func `an unknown price has an unknown cost, never nothing`(prices: Prices) {
    #expect(prices.cost(of: Usage(input: 1, output: 1)) == .unknown)
  }

  @Test(arguments: [
    (Usage(input: 10, cachedInput: 4, output: 1), Cost.Quality.estimated),
    (Usage(input: 10, cacheWrite: 4, output: 1), .estimated),
    (Usage(input: 10, cachedInput: 0, cacheWrite: 0, output: 1), .exact),
    (Usage(input: 10, output: 1), .exact),
  ])
  func `tokens of a cache without a price cost as the prompt, by estimate`(
    usage: Usage, quality: Cost.Quality
  ) {
    let cost = Prices("1", "2", asOf: "2026-11-30", source: "s").cost(of: usage)
    #expect(cost.usd == USD("0.000012"))
    #expect(cost.quality == quality)
  }

  @Test func `prices are read from decimal texts`() {
    #expect(Self.prices.cachedInput == USD("0.3"))
    #expect(Self.prices.asOf == Day("2026-11-30"))
    #expect(Self.prices.image == nil)
    #expect(Prices("x", "1", asOf: "never", source: "s") == Prices(output: USD("1"), source: "s"))
  }
}
