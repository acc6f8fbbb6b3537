import SwitchboardEvaluation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The figures are those of statsmodels 0.14 (`proportion_confint`, `GLM` with a logit link) and NumPy
/// (`quantile`).
struct StatisticsTests {
  private static let tolerance = 1e-9

  @Test(
    arguments: [
      (0, 1, 0.0, 0.7934506856227627), (1, 1, 0.2065493143772374, 1.0),
      (0, 10, 0.0, 0.27753279986288926), (3, 10, 0.10779126740630104, 0.6032218525388546),
      (5, 10, 0.23659309051256394, 0.7634069094874361), (10, 10, 0.7224672001371106, 1.0),
      (1, 3, 0.06149194472039626, 0.7923403991979523),
      (27, 50, 0.40398871399157477, 0.6703034780777566),
      (999, 1000, 0.9943574414020421, 0.9998234536293739),
      (2.5, 7, 0.11808301126155246, 0.6974399701860725),
      (123, 456, 0.23104962756216274, 0.3122712366796905),
    ] as [(Double, Double, Double, Double)])
  func `the interval of a rate is Wilson's`(
    _ successes: Double, _ trials: Double, _ lower: Double, _ upper: Double
  ) {
    let interval = WilsonInterval(successes: successes, trials: trials)
    #expect(abs(interval.lower - lower) < Self.tolerance)
    #expect(abs(interval.upper - upper) < Self.tolerance)
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (-1, 3), (4, 3), (.nan, 3), (1, .nan),
    ] as [(Double, Double)])
  func `no trials, or counts that cannot be, say nothing`(_ successes: Double, _ trials: Double) {
    let interval = WilsonInterval(successes: successes, trials: trials)
    #expect(interval.lower == 0 && interval.upper == 1)
  }

  @Test(
    arguments: [
      ([3], [3, 3, 3, 3]), ([1, 2], [1.25, 1.5, 1.95, 1.99]),
      ([5, 1, 4, 2, 3], [2, 3, 4.8, 4.96]),
      (
        [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4],
        [0.30000000000000004, 0.8, 5.439999999999998, 6.207999999999998]
      ),
      ((1...100).reversed().map(Double.init), [25.75, 50.5, 95.05, 99.01]),
    ] as [([Double], [Double])])
  func `a quantile lies between two values`(_ values: [Double], _ expected: [Double]) throws {
    for (share, expected) in zip([0.25, 0.5, 0.95, 0.99], expected) {
      #expect(abs(try #require(Quantile.of(share, in: values)) - expected) < Self.tolerance)
    }
    #expect(Quantile.of(0, in: values) == values.min())
    #expect(Quantile.of(1, in: values) == values.max())
  }

  @Test func `values that are no numbers are left out, and of nothing there is no quantile`() {
    #expect(Quantile.of(0.5, in: [.nan, 1, .infinity, 3]) == 2)
    #expect(Quantile.of(0.5, in: []) == nil)
    #expect(Quantile.of(0.5, in: [.nan]) == nil)
    #expect(Quantile.of(1.5, in: [1]) == nil)
    #expect(Quantile.of(.nan, in: [1]) == nil)
  }

  @Test(
    arguments: [
      ([[0, 3], [1, 0]], [0.5493061443340547, -0.5493061443340547], [0, 1]),
      (
        [[0, 2, 4], [3, 0, 5], [1, 2, 0]],
        [0.29319682636543853, 0.4322672295547599, -0.7254640559201984], [1, 0, 2]
      ),
      (
        [[0, 7.5, 9, 3], [2.5, 0, 6, 2], [1, 4, 0, 1.5], [7, 8, 8.5, 0]],
        [0.5376998071017136, -0.5376998071017132, -1.0560877362350414, 1.0560877362350412],
        [3, 0, 1, 2]
      ),
      (
        [[0, 5, 0, 1], [1, 0, 6, 0], [0, 1, 0, 4], [1, 0, 1, 0]],
        [1.2696663716693983, 0.44918826751154306, -0.58643093794931, -1.1324237012316312],
        [0, 1, 2, 3]
      ),
    ] as [([[Double]], [Double], [Int])])
  func `strengths are the likeliest ones`(
    _ wins: [[Double]], _ expected: [Double], _ ranking: [Int]
  ) throws {
    let fit = BradleyTerry(wins: wins)
    let strengths = try #require(fit.strengths)
    for (strength, expected) in zip(strengths, expected) {
      #expect(abs(strength - expected) < Self.tolerance)
    }
    #expect(fit.ranking == ranking)
    #expect(abs(strengths.reduce(0, +)) < Self.tolerance)
  }

  @Test(
    arguments: [
      ([[0, 3], [0, 0]], [0, 1]), ([[0, 0], [0, 0]], [0, 1]),
      ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [0, 1, 2]),
      ([[0, 0, 0], [2, 0, 0], [2, 2, 0]], [2, 1, 0]),
    ] as [([[Double]], [Int])])
  func `where somebody only won there is a ranking and no strength`(
    _ wins: [[Double]], _ ranking: [Int]
  ) {
    let fit = BradleyTerry(wins: wins)
    #expect(fit.strengths == nil)
    #expect(fit.ranking == ranking)
    #expect(fit.chance(of: 0, against: 1) == nil)
  }

  @Test func `strengths give the chance of a win`() throws {
    let fit = BradleyTerry(wins: [[0, 3], [1, 0]])
    #expect(abs(try #require(fit.chance(of: 0, against: 1)) - 0.75) < Self.tolerance)
    #expect(BradleyTerry(wins: []).strengths == [])
    #expect(BradleyTerry(wins: [[0]]).strengths == [0])
  }

  @Test func `the iteration ends with many players who are far apart`() throws {
    let wins = (0..<50).map { a in
      (0..<50).map { b in a == b ? 0 : abs(a - b) == 1 ? (a < b ? 100.0 : 1.0) : 0 }
    }
    let strengths = try #require(BradleyTerry(wins: wins).strengths)
    for (stronger, weaker) in zip(strengths, strengths.dropFirst()) {
      #expect(stronger > weaker)
    }
  }

  @Test(arguments: [(5, 99.0, 1.0), (50, 50, 1), (50, 2, 1), (4, 100_000, 0.5)])
  func `strengths are exact where players met their neighbours alone, however unequal`(
    _ count: Int, _ won: Double, _ lost: Double
  ) throws {
    var wins = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for player in 1..<count {
      (wins[player - 1][player], wins[player][player - 1]) = (won, lost)
    }
    let strengths = try #require(BradleyTerry(wins: wins).strengths)
    for (stronger, weaker) in zip(strengths, strengths.dropFirst()) {
      // Two who met nobody else: the odds are the games.
      #expect(abs(stronger - weaker - log(won / lost)) < Self.tolerance)
    }
  }
}
