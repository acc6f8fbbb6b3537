/// Quantiles of measured values.
public enum Quantile {
  /// The value below which a share of the values lies, between two of them by linear interpolation.
  ///
  /// The definition is number 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages"
  /// (The American Statistician 50, 1996), which NumPy and R use.
  ///
  /// - Parameters:
  ///   - share: From 0, the least value, to 1, the greatest.
  ///   - values: The values, in any order; those that are no finite numbers are left out.
  /// - Returns: The quantile; `nil` when no value is left or the share is outside its range.
  /// - Complexity: O(n log n).
  public static func of(_ share: Double, in values: [Double]) -> Double? {
    let sorted = values.filter(\.isFinite).sorted()
    guard let last = sorted.last, (0...1).contains(share) else { return nil }
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
