import Observation

/// Counts the changes of what a view would read.
@MainActor final class Changes {
  private(set) var count = 0
  private let read: @MainActor () -> Void

  /// Watches what a closure reads, from now on.
  init(of read: @escaping @MainActor () -> Void) {
    self.read = read
    watch()
  }

  private func watch() {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      // What is watched changes on the main actor alone.
      MainActor.assumeIsolated {
        self?.count += 1
        self?.watch()
      }
    }
  }
}
