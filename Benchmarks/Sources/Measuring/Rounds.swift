import CBenchmarks

/// Ways to measure that stay honest while other programs use the same cores.
enum Rounds {
  /// How often a thing is measured; the median of as many holds.
  static let count = 9

  /// The number in the middle.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return 0 }
    return sorted.count.isMultiple(of: 2) ? (upper + sorted[sorted.count / 2 - 1]) / 2 : upper
  }

  /// The number that so many of a hundred do not exceed.
  static func percentile(_ part: Double, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let place = Int((Double(sorted.count) * part / 100).rounded(.up)) - 1
    return sorted.indices.contains(place) ? sorted[place] : last
  }

  /// Seconds of processor time, of all threads, that one of so many operations takes.
  ///
  /// What happens in memory alone is measured by processor time, which does not count the time in
  /// which another program had the core.
  static func cpu(of operations: Int, _ body: () async throws -> Void) async rethrows -> Double {
    let start = bench_cpu()
    try await body()
    return Double(bench_cpu() - start) / 1e9 / Double(operations)
  }

  /// Seconds that pass.
  static func wall(_ body: () async throws -> Void) async rethrows -> Double {
    let start = bench_now()
    try await body()
    return Double(bench_now() - start) / 1e9
  }

  /// The median of a measurement, after one that does not count.
  static func median(
    rounds: Int = count, of measure: () async throws -> Double
  ) async rethrows -> Double {
    _ = try await measure()
    var values: [Double] = []
    for _ in 0..<rounds { values.append(try await measure()) }
    return median(values)
  }

  /// The medians of two measurements, made in turn so that noise meets both, and of how many times
  /// the second one's value the first one's is.
  static func compare(
    rounds: Int = count, _ ours: () async throws -> Double, _ theirs: () async throws -> Double
  ) async rethrows -> (ours: Double, theirs: Double, ratio: Double) {
    _ = try await (ours(), theirs())
    var (all, others, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let (our, their) = try await (ours(), theirs())
      all.append(our)
      others.append(their)
      ratios.append(our / their)
    }
    return (median(all), median(others), median(ratios))
  }
}
