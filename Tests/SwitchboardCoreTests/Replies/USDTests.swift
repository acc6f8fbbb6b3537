import SwitchboardCore
import Testing

struct USDTests {
  static let texts: [(String, Int64, String)] = [
    ("0", 0, "0"), ("0.000412", 412_000_000, "0.000412"), ("1", 1_000_000_000_000, "1"),
    ("1.50", 1_500_000_000_000, "1.5"), ("0.000000000001", 1, "0.000000000001"),
    ("-0.25", -250_000_000_000, "-0.25"), ("-0", 0, "0"), ("007", 7_000_000_000_000, "7"),
    ("10.000", 10_000_000_000_000, "10"), ("0.1", 100_000_000_000, "0.1"),
    ("9223372.036854775807", Int64.max, "9223372.036854775807"),
    ("-9223372.036854775808", Int64.min, "-9223372.036854775808"),
  ]

  @Test(arguments: texts.indices)
  func `a decimal text is an exact amount`(index: Int) {
    let (text, picodollars, written) = Self.texts[index]
    #expect(USD(text)?.picodollars == picodollars)
    #expect(USD(picodollars: picodollars).description == written)
    #expect(USD(written)?.picodollars == picodollars)
  }

  @Test(arguments: [
    "", "-", ".", ".5", "5.", "+1", "1e3", "1,5", "--1", "1.2.3", " 1", "1 ", "$1", "0x1", "NaN",
    "1.0000000000001", "9223372.036854775808", "-9223372.036854775809", "99999999999999999999",
    "١", "1.٥", "1-", "−1",
  ])
  func `what is no amount is none`(text: String) {
    #expect(USD(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("0.1", 100_000_000_000), ("3.6e-6", 3_600_000), ("1000", 1_000_000_000_000_000),
    ("0.0076509169000000005", 7_650_916_900), ("1e-13", 0), ("6e-13", 1),
    ("123.456789", 123_456_789_000_000),
  ])
  func `a vendor's number of dollars is an amount`(text: String, picodollars: Int64) throws {
    #expect(USD(try JSON(parsing: text)) == USD(picodollars: picodollars))
  }

  @Test(arguments: ["-0.1", "1001", "1e99", "\"1\"", "null", "[]", "true"])
  func `what is no number of dollars is none`(text: String) throws {
    #expect(USD(try JSON(parsing: text)) == nil)
  }

  @Test func `texts of random amounts are read back`() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20_000 {
      let shift = Int64.random(in: 0..<63, using: &random)
      let amount = USD(picodollars: Int64.random(in: .min ... .max, using: &random) >> shift)
      if USD(amount.description) != amount { Issue.record("\(amount)") }
    }
  }

  @Test func `ten dimes are a dollar`() throws {
    let dime = try #require(USD("0.1"))
    let sum = (0..<10).reduce(into: USD.zero) { sum, _ in sum += dime }
    #expect(sum == USD("1"))
    #expect(dime < sum)
    #expect(USD(picodollars: -1) < .zero)
  }

  static let sums: [(Int64, Int64, Int64)] = [
    (Int64.max, 1, Int64.max), (Int64.max, Int64.max, Int64.max), (Int64.min, -1, Int64.min),
    (Int64.min, Int64.min, Int64.min), (Int64.min, Int64.max, -1), (-5, 3, -2),
  ]

  @Test(arguments: sums.indices)
  func `a sum stops at its end, on the side where it is`(index: Int) {
    let (a, b, sum) = Self.sums[index]
    #expect((USD(picodollars: a) + USD(picodollars: b)).picodollars == sum)
  }

  @Test(arguments: [
    (0, "3", "0"), (1_000_000, "3", "3"), (1, "3", "0.000003"), (123, "0.075", "0.000009225"),
    (1_000_000, "0.1234567", "0.1234567"), (10, "0.0000001", "0.000000000001"),
    (9, "0.0000001", "0"), (7, "0.15", "0.00000105"), (999_999_999_999, "9", "8999999.999991"),
    (-1_000_000, "3", "-3"), (2_000_000, "-0.5", "-1"),
  ])
  func `so many tokens at so much a million have an exact price`(
    tokens: Int, price: String, expected: String
  ) throws {
    let price = try #require(USD(price))
    #expect(USD.price(tokens: tokens, perMillion: price).description == expected)
  }

  static let ends: [(Int, Int64, Int64)] = [
    (Int.max, Int64.max, Int64.max), (Int.min, Int64.max, Int64.min),
    (Int.min, Int64.min, Int64.max), (999_999_999_999, 20_000_000_000_000, Int64.max),
    (1_000_000, Int64.max, Int64.max), (1_000_000, -Int64.max, -Int64.max),
  ]

  @Test(arguments: ends.indices)
  func `a price stops at its end, on the side where it is`(index: Int) {
    let (tokens, price, expected) = Self.ends[index]
    #expect(USD.price(tokens: tokens, perMillion: USD(picodollars: price)).picodollars == expected)
  }

  @Test func `an unknown cost has no amount`() {
    #expect(Cost.unknown.usd == nil)
    #expect(Cost.unknown.json.text == #"{"quality":"unknown"}"#)
    #expect(
      Cost(usd: .zero, quality: .estimated).json.text == #"{"usd":"0","quality":"estimated"}"#)
  }
}
