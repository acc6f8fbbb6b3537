/// The range in which a rate lies with some confidence, after so many successes in so many trials.
///
/// It is the score interval of E. B. Wilson, "Probable Inference, the Law of Succession, and
/// Statistical Inference" (Journal of the American Statistical Association 22, 1927), without
/// continuity correction. It is of use for few trials and for rates near 0 and 1.
public struct WilsonInterval: Hashable, Sendable {
  /// The least rate, 0 or more.
  public let lower: Double

  /// The greatest rate, 1 or less.
  public let upper: Double

  /// Reckons an interval.
  ///
  /// - Parameters:
  ///   - successes: The successes; half of one counts a tie.
  ///   - trials: The trials; none says nothing: the interval is then 0 to 1.
  ///   - deviations: The standard normal deviate of the confidence; 1.96 and a little is 95 %.
  public init(
    successes: Double, trials: Double, deviations: Double = WilsonInterval.ninetyFivePercent
  ) {
    guard trials > 0, successes >= 0, successes <= trials else {
      (lower, upper) = (0, 1)
      return
    }
    let z = deviations
    let rate = successes / trials
    let square = z * z / trials
    let center = (rate + square / 2) / (1 + square)
    let half = z * (rate * (1 - rate) / trials + square / (4 * trials)).squareRoot() / (1 + square)
    // At the ends the terms cancel but for rounding.
    lower = successes == 0 ? 0 : max(0, center - half)
    upper = successes == trials ? 1 : min(1, center + half)
  }

  /// The 97.5 % point of the standard normal distribution.
  public static let ninetyFivePercent = 1.959963984540054
}
