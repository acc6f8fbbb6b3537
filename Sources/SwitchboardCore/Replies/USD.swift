/// An amount of US dollars, exact to 10^-12.
///
/// Prices per token have up to ten decimals, so amounts are counted in whole picodollars. Sums
/// saturate at about nine million dollars.
public struct USD: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Millionths of a millionth of a dollar.
  public var picodollars: Int64

  /// Creates an amount.
  public init(picodollars: Int64) { self.picodollars = picodollars }

  /// Nothing.
  public static let zero = USD(picodollars: 0)

  /// Reads a decimal number such as `0.000412`; `nil` for anything else and for more than twelve
  /// decimals.
  public init?(_ text: String) {
    var digits = text[...]
    let negative = digits.first == "-"
    if negative { digits.removeFirst() }
    let halves = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = halves.count == 2 ? halves[1] : ""
    guard let whole = halves.first, !whole.isEmpty, fraction.count <= 12,
      halves.count == 1 || !fraction.isEmpty,
      (whole + fraction).utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let picodollars = Int64(
        (negative ? "-" : "") + whole + fraction
          + String(repeating: "0", count: 12 - fraction.count))
    else { return nil }
    self.picodollars = picodollars
  }

  /// Reads an amount that a vendor wrote as a number of dollars, such as `3.6e-6`; `nil` for anything
  /// else, for less than nothing and for more than a thousand dollars.
  ///
  /// What is below a picodollar is rounded: vendors write doubles out to their last digit.
  public init?(_ number: JSON) {
    guard let dollars = number.double, (0...1000).contains(dollars) else { return nil }
    self.picodollars = Int64((dollars * 1e12).rounded())
  }

  /// The price of a number of tokens at so many dollars a million; saturates.
  ///
  /// It is divided after it is multiplied, so that only what is below a picodollar is lost.
  public static func price(tokens: Int, perMillion price: USD) -> USD {
    let isNegative = (tokens < 0) != (price.picodollars < 0)
    let product = UInt64(tokens.magnitude).multipliedFullWidth(by: price.picodollars.magnitude)
    let million: UInt64 = 1_000_000
    guard product.high < million,
      let amount = Int64(exactly: million.dividingFullWidth(product).quotient)
    else { return USD(picodollars: isNegative ? .min : .max) }
    return USD(picodollars: isNegative ? -amount : amount)
  }

  /// The sum; saturates.
  public static func + (a: USD, b: USD) -> USD {
    let (sum, overflow) = a.picodollars.addingReportingOverflow(b.picodollars)
    return USD(picodollars: overflow ? (b.picodollars < 0 ? .min : .max) : sum)
  }

  /// Adds an amount; saturates.
  public static func += (a: inout USD, b: USD) { a = a + b }

  /// Orders by amount.
  public static func < (a: USD, b: USD) -> Bool { a.picodollars < b.picodollars }

  /// The amount as decimal text without needless zeros, as `0.000412`.
  public var description: String {
    let magnitude = picodollars.magnitude
    var fraction = String(magnitude % 1_000_000_000_000)
    fraction = String(repeating: "0", count: 12 - fraction.utf8.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (picodollars < 0 ? "-" : "") + String(magnitude / 1_000_000_000_000)
      + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

/// What a call cost, and how well that is known.
public struct Cost: Hashable, Sendable {
  /// How well an amount is known.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    /// From reported usage and a dated price, or from the vendor's own figure.
    case exact
    /// From estimated usage.
    case estimated
    /// Not at all.
    case unknown
  }

  /// The amount; `nil` when unknown, never zero.
  public var usd: USD?

  /// How well it is known.
  public var quality: Quality

  /// A known amount.
  public init(usd: USD, quality: Quality) {
    self.usd = usd
    self.quality = quality
  }

  /// Nobody knows.
  public static let unknown = Cost()

  private init() {
    self.usd = nil
    self.quality = .unknown
  }
}
