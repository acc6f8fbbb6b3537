#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How long a connection waits for another's lock.
///
/// SQLite's own waiting looks ever more rarely, at last ten times a second; a program that writes without
/// a pause lets go of the file for so short a time that nobody who looks so rarely ever gets it.
final class LockWait {
  /// The longest it waits.
  let patience: Duration

  private var since = ContinuousClock.now

  init(_ patience: Duration) {
    self.patience = patience
  }

  /// Waits a moment.
  ///
  /// - Parameter count: How often it has waited for this lock.
  /// - Returns: Whether to try again.
  func wait(_ count: Int32) -> Bool {
    if count == 0 { since = .now }
    guard ContinuousClock.now - since < patience else { return false }
    // Waits of one length would meet the other's transactions at the same place again and again.
    usleep(.random(in: 200...min(5_000, 800 + 100 * UInt32(count))))
    return true
  }
}
