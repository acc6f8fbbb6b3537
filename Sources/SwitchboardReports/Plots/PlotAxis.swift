#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The scale of one side of a plot.
struct PlotAxis {
  /// The values with a line, in order; the first and last are the ends of the axis.
  let ticks: [Double]

  /// Whether equal ratios are equal lengths.
  let isLogarithmic: Bool

  /// A scale for values from 0 on: linear from 0, or logarithmic where the greatest is more than twenty
  /// times the least and none is 0.
  init(for values: [Double], mayBeLogarithmic: Bool = true) {
    let finite = values.filter { $0.isFinite && $0 >= 0 }
    let (least, most) = (finite.min() ?? 0, finite.max() ?? 0)
    isLogarithmic = mayBeLogarithmic && least > 0 && most > 20 * least
    ticks = isLogarithmic ? Self.decades(from: least, to: most) : Self.steps(to: most)
  }

  /// A scale with given lines.
  init(ticks: [Double]) {
    self.ticks = ticks
    isLogarithmic = false
  }

  /// Where a value lies between the ends, from 0 to 1.
  func place(_ value: Double) -> Double {
    guard let low = ticks.first, let high = ticks.last, high > low else { return 0 }
    let share =
      isLogarithmic
      ? (log10(max(value, low)) - log10(low)) / (log10(high) - log10(low))
      : (value - low) / (high - low)
    return min(max(share, 0), 1)
  }

  /// At most six steps of 1, 2 or 5 times a power of ten.
  private static func steps(to most: Double) -> [Double] {
    guard most > 0 else { return [0, 1] }
    let power = pow(10, floor(log10(most / 5)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 * 6 >= most } ?? 10 * power
    let count = Int((most / step).rounded(.up))
    return (0...max(1, count)).map { Double($0) * step }
  }

  /// Powers of ten around the values, not more than eight of them.
  private static func decades(from least: Double, to most: Double) -> [Double] {
    let (first, last) = (Int(floor(log10(least) + 1e-9)), Int(ceil(log10(most) - 1e-9)))
    let step = max(1, (last - first + 6) / 7)
    let end = first + (last - first + step - 1) / step * step
    return stride(from: first, through: end, by: step).map { pow(10, Double($0)) }
  }
}
