#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system's clock, for dates that vendors write.
public enum SystemTime {
  /// Seconds since 1970 (UTC).
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
