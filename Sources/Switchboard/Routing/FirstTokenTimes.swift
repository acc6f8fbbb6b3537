import SwitchboardCore

/// How soon models answered of late, for the policy `fastest`.
final class FirstTokenTimes: Sendable {
  private let averages = Locked<[ModelReference: Double]>([:])

  /// How much of the average the newest time is.
  private static let share = 0.3

  /// Notes a time.
  func note(_ time: Duration, for model: ModelReference) {
    averages.withLock { averages in
      let seconds = time.seconds
      if let average = averages[model] {
        averages[model] = average + Self.share * (seconds - average)
      } else {
        averages[model] = seconds
      }
    }
  }

  /// The average in seconds; `nil` when the model was not asked yet.
  func average(of model: ModelReference) -> Double? { averages.withLock { $0[model] } }
}
