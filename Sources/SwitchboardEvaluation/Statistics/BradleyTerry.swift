#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The strengths of players that fit the outcomes of their games best.
///
/// Player i beats player j with the probability pᵢ / (pᵢ + pⱼ): R. A. Bradley and M. E. Terry, "Rank
/// Analysis of Incomplete Block Designs: I" (Biometrika 39, 1952). A tie counts half a win for both.
/// The strengths of greatest likelihood are given as logarithms whose mean is 0.
public struct BradleyTerry: Hashable, Sendable {
  /// The logarithm of each player's strength, in the order given; `nil` where the games do not tell.
  ///
  /// Strengths exist when every player can be reached from every other by a chain of wins (ties count
  /// as both). Otherwise somebody has only won, or only lost, against the rest, and no finite strength
  /// is the likeliest.
  public let strengths: [Double]?

  /// The players from the strongest to the weakest; by rate of wins where strengths do not exist.
  public let ranking: [Int]

  /// Fits strengths.
  ///
  /// - Parameter wins: `wins[i][j]` says how often i beat j, 0 or more; half of one counts a tie. The
  ///   table is square and its diagonal does not count.
  /// - Complexity: O(n³) a step; there are about ten, and more where somebody hardly ever loses.
  public init(wins: [[Double]]) {
    let count = wins.count
    let rates = wins.indices.map { player -> Double in
      var (won, played) = (0.0, 0.0)
      for other in wins.indices where other != player {
        won += wins[player][other]
        played += wins[player][other] + wins[other][player]
      }
      return played > 0 ? won / played : 0.5
    }
    guard count > 1, Self.isConnected(wins) else {
      // Nobody to play against leaves a strength of 1.
      strengths = count > 1 ? nil : wins.map { _ in 0 }
      ranking = Self.ranked(rates)
      return
    }
    let logarithms = Self.fitted(wins)
    strengths = logarithms
    ranking = Self.ranked(logarithms)
  }

  /// The chance that one player beats another; `nil` where strengths do not exist.
  public func chance(of player: Int, against other: Int) -> Double? {
    strengths.map { 1 / (1 + exp($0[other] - $0[player])) }
  }

  private static func ranked(_ values: [Double]) -> [Int] {
    values.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }
  }

  /// The logarithms of greatest likelihood, by Newton's steps.
  ///
  /// A step is shortened as far as the curve may bend on its way, so that every step climbs: F. Bach,
  /// "Self-Concordant Analysis for Logistic Regression" (Electronic Journal of Statistics 4, 2010).
  private static func fitted(_ wins: [[Double]]) -> [Double] {
    let players = wins.indices
    var strengths = players.map { _ in 0.0 }
    var before = Double.infinity
    for _ in 0..<mostSteps {
      var slope = players.map { _ in 0.0 }
      // The mean stays 0: a one in every place takes out the direction in which all grow alike.
      var curve = players.map { _ in players.map { _ in 1.0 } }
      for player in players {
        for other in players where other != player {
          let games = wins[player][other] + wins[other][player]
          if games == 0 { continue }
          let gap = strengths[player] - strengths[other]
          let (won, lost) = (1 / (1 + exp(-gap)), 1 / (1 + exp(gap)))
          // Large chances cancel where a sum of games would not.
          slope[player] += wins[player][other] * lost - wins[other][player] * won
          curve[player][player] += games * won * lost
          curve[player][other] -= games * won * lost
        }
      }
      let step = solved(curve, slope)
      let width = (step.max() ?? 0) - (step.min() ?? 0)
      let share = width > 0 ? log1p(width) / width : 1
      for player in players { strengths[player] += share * step[player] }
      let mean = strengths.reduce(0, +) / Double(strengths.count)
      for player in players { strengths[player] -= mean }
      // Near the top a step is all rounding once it is no shorter than the one before.
      if width < 1e-13 || (width < 1e-6 && width >= before) { break }
      before = width
    }
    return strengths
  }

  private static let mostSteps = 1_000

  /// Solves a system of equations whose table is symmetric and positive definite, by Cholesky's way.
  private static func solved(_ table: [[Double]], _ values: [Double]) -> [Double] {
    var (root, result) = (table, values)
    for row in values.indices {
      for column in 0...row {
        var sum = root[row][column]
        for place in 0..<column { sum -= root[row][place] * root[column][place] }
        root[row][column] = row == column ? sum.squareRoot() : sum / root[column][column]
      }
      for place in 0..<row { result[row] -= root[row][place] * result[place] }
      result[row] /= root[row][row]
    }
    for row in values.indices.reversed() {
      for place in (row + 1)..<max(row + 1, values.count) {
        result[row] -= root[place][row] * result[place]
      }
      result[row] /= root[row][row]
    }
    return result
  }

  /// Whether every player reaches every other by a chain of wins.
  private static func isConnected(_ wins: [[Double]]) -> Bool {
    func reached(_ beats: (Int, Int) -> Bool) -> Int {
      var seen: Set<Int> = [0]
      var rest = [0]
      while let player = rest.popLast() {
        for other in wins.indices where other != player && beats(player, other) {
          if seen.insert(other).inserted { rest.append(other) }
        }
      }
      return seen.count
    }
    return reached { wins[$0][$1] > 0 } == wins.count && reached { wins[$1][$0] > 0 } == wins.count
  }
}
