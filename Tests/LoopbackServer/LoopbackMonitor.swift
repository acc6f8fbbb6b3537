#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A value behind a mutex whose changes threads and tasks can wait for.
final class LoopbackMonitor<Value: Sendable>: @unchecked Sendable {
  /// A task that waits: how to wake it when the value is right, and how when it is cancelled.
  private struct Watcher {
    var wake: (Value) -> (() -> Void)?
    var cancel: () -> Void
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value
  private var watchers: [Int: Watcher] = [:]
  private var cancelled: Set<Int> = []
  private var nextWatcher = 0

  init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  private func locked<Result>(_ work: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return work()
  }

  /// Looks at the value.
  func read<Result>(_ work: (Value) -> Result) -> Result {
    locked { work(value) }
  }

  /// Changes the value and wakes whoever waited for what it is now.
  @discardableResult
  func update<Result>(_ work: (inout Value) -> Result) -> Result {
    var woken: [() -> Void] = []
    let result = locked {
      let result = work(&value)
      for (key, watcher) in watchers {
        guard let wake = watcher.wake(value) else { continue }
        watchers[key] = nil
        woken.append(wake)
      }
      pthread_cond_broadcast(condition)
      return result
    }
    for wake in woken { wake() }
    return result
  }

  /// Blocks the calling thread until the function has an answer.
  func block<Result>(until work: (inout Value) -> Result?) -> Result {
    locked {
      while true {
        if let result = work(&value) { return result }
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  /// Suspends the calling task until the function has an answer.
  func value<Result: Sendable>(
    when work: @escaping @Sendable (Value) -> Result?
  ) async throws -> Result {
    let key = locked {
      nextWatcher += 1
      return nextWatcher
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, _>) in
        let wake = locked { () -> (() -> Void)? in
          if cancelled.remove(key) != nil {
            return { continuation.resume(throwing: CancellationError()) }
          }
          if let result = work(value) { return { continuation.resume(returning: result) } }
          watchers[key] = Watcher(
            wake: { value in
              work(value).map { result in { continuation.resume(returning: result) } }
            },
            cancel: { continuation.resume(throwing: CancellationError()) })
          return nil
        }
        wake?()
      }
    } onCancel: {
      let cancel = locked { () -> (() -> Void)? in
        let watcher = watchers.removeValue(forKey: key)
        if watcher == nil { cancelled.insert(key) }
        return watcher?.cancel
      }
      cancel?()
    }
  }
}
