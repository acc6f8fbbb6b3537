#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The strengths of players that fit the outcomes of their games best.
///
/// Player i beats player j with the probability pᵢ / (pᵢ + pⱼ): R. A. Bradley and M. E. Terry, "Rank
/// Analysis of Incomplete Block Designs: I" (Biometrika 39, 1952). A tie counts half a win for both.
/// The strengths of greatest likelihood are found by the iteration of D. R. Hunter, "MM Algorithms for
/// Generalized Bradley–Terry Models" (The Annals of Statistics 32, 2004), and given as logarithms
/// whose mean is 0.
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
  /// - Complexity: O(n²) an iteration, at most 100,000 of them.
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

  private static func fitted(_ wins: [[Double]]) -> [Double] {
    let players = wins.indices
    var strengths = players.map { _ in 1.0 }
    for _ in 0..<100_000 {
      var change = 0.0
      for player in players {
        var (won, weight) = (0.0, 0.0)
        for other in players where other != player {
          let games = wins[player][other] + wins[other][player]
          won += wins[player][other]
          weight += games / (strengths[player] + strengths[other])
        }
        let next = won / weight
        change = max(change, abs(log(next / strengths[player])))
        strengths[player] = next
      }
      let mean = strengths.reduce(0) { $0 + log($1) } / Double(strengths.count)
      let scale = exp(-mean)
      for player in players { strengths[player] *= scale }
      if change < 1e-14 { break }
    }
    return strengths.map { log($0) }
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
