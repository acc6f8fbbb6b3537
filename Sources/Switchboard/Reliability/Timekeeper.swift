#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The clocks of a router: one that only goes forward, to measure and wait, and the wall's.
public struct Timekeeper: Sendable {
  /// The time since a moment that stays the same.
  public let now: @Sendable () -> Duration

  /// Waits; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Seconds since 1970 (UTC).
  public let wall: @Sendable () -> Double

  /// Keeps time by a clock.
  ///
  /// - Parameters:
  ///   - clock: What measures and waits.
  ///   - wall: Seconds since 1970 (UTC).
  public init<C: Clock>(
    _ clock: C, wall: @escaping @Sendable () -> Double = Timekeeper.systemWall
  ) where C.Duration == Duration {
    let origin = clock.now
    self.now = { origin.duration(to: clock.now) }
    self.sleep = { duration in
      let end = clock.now.advanced(by: min(duration, Self.longestSleep))
      try await clock.sleep(until: end, tolerance: nil)
    }
    self.wall = wall
  }

  /// The system cannot count the nanoseconds of much more, and nobody waits for so long.
  private static let longestSleep = Duration.seconds(3_000_000_000)

  /// The system's clocks.
  public static let system = Timekeeper(ContinuousClock())

  /// The system's wall clock.
  public static let systemWall: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
