import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs calls that may block on threads of their own, so that the tasks of the program never wait for
/// one another.
package enum BlockingCall {
  /// What a thread is started with.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a function on a thread of its own and waits for its result.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; the thread is then left to what it
  ///   waits for, and its result is dropped.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    typealias Continuation = CheckedContinuation<Result, any Error>
    let waiting = Locked<(continuation: Continuation?, isOver: Bool)>((nil, false))
    @Sendable func end(_ result: Swift.Result<Result, any Error>) {
      let continuation = waiting.withLock { state in
        defer { state = (nil, true) }
        return state.continuation
      }
      continuation?.resume(with: result)
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Continuation) in
        let isOver = waiting.withLock { state in
          if !state.isOver { state.continuation = continuation }
          return state.isOver
        }
        if isOver { return continuation.resume(throwing: CancellationError()) }
        if let code = start({ end(Swift.Result { try body() }) }) {
          end(.failure(noThread(code)))
        }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  /// Starts a thread.
  ///
  /// - Returns: The error, or `nil`.
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32? {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, blockingCallMain, work.toOpaque())
    if code != 0 {
      work.release()
      return code
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    return nil
  }

  /// The failure when a thread could not be started.
  static func noThread(_ code: Int32) -> SwitchboardError {
    SwitchboardError(.invalidRequest, "No thread could be started: \(FileFailure.words(of: code)).")
  }

  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  }
}

#if canImport(Darwin)
private func blockingCallMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  BlockingCall.run(argument)
  return nil
}
#else
private func blockingCallMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { BlockingCall.run(argument) }
  return nil
}
#endif
