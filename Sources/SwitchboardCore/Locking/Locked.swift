#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A value behind a mutex.
///
/// The one lock of the package. A POSIX mutex and not `Synchronization.Mutex`, because the thread
/// sanitizer does not see the latter's futex on Linux and reports races that are none.
package final class Locked<State: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // A state of no size, as that of a mere turnstile, would lie where the object itself begins, and
  // Thread Sanitizer would take every look at the object for a look at the state. A byte beside it
  // gives it a place.
  private var content: (state: State, place: UInt8)

  package init(_ state: State) {
    content = (state, 0)
    mutex = .allocate(capacity: 1)
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "pthread_mutex_init failed with \(code)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure alone with the value; it must not wait for anything.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&content.state)
  }
}
