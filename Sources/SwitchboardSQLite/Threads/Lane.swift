import Dispatch
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread with a connection of its own, which does one thing after the other.
///
/// SQLite waits for the disk and for other programs; a thread of the cooperative pool that waits with
/// it would hold up whoever else needs the pool.
final class Lane: Sendable {
  /// Something to do, and who is told.
  struct Job: Sendable {
    /// Does it; what is returned tells the caller once the work is safe.
    ///
    /// It may be called twice: a group that failed is done again one by one.
    let work: @Sendable (Connection) throws -> @Sendable () -> Void

    /// Tells the caller that it failed.
    let fail: @Sendable (any Error) -> Void
  }

  /// What the thread does with the jobs that wait.
  typealias Worker = @Sendable (_ jobs: [Job], _ connection: Connection) -> Void

  private let mailbox: Mailbox

  /// Starts the thread and opens its connection there.
  ///
  /// - Parameters:
  ///   - worker: Does the jobs.
  ///   - gathers: Whether jobs are the better the more they are.
  ///   - open: Opens the connection.
  /// - Throws: What `open` throws; `configuration` when there is no thread to be had.
  init(
    _ worker: @escaping Worker, gathers: Bool,
    open: @escaping @Sendable () throws -> Connection
  ) async throws {
    let mailbox = Mailbox(gathers: gathers)
    self.mailbox = mailbox
    try await withCheckedThrowingContinuation { (ready: CheckedContinuation<Void, any Error>) in
      Launch(mailbox: mailbox, worker: worker, open: open, ready: ready).detach()
    }
  }

  deinit { mailbox.stop(nil) }

  /// Has the thread do something.
  ///
  /// It is done even when the calling task is cancelled meanwhile: a turn that was paid for is stored.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job(
        work: { connection in
          let result = try body(connection)
          return { continuation.resume(returning: result) }
        },
        fail: { continuation.resume(throwing: $0) })
      if !mailbox.post(job) { continuation.resume(throwing: Self.closed) }
    }
  }

  /// Does what waits, closes the connection and ends the thread.
  func close() async {
    await withCheckedContinuation { continuation in
      mailbox.stop { continuation.resume() }
    }
  }

  private static let closed = SwitchboardError(
    .configuration, "The conversation store was closed; open it again to use it.")
}

extension Lane {
  /// Jobs on their way to the thread.
  private final class Mailbox: Sendable {
    private struct State {
      var jobs: [Job] = []
      /// How many were taken last.
      var taken = 0
      var isStopping = false
      var isOver = false
      /// Are told when the connection is closed.
      var leaving: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())
    private let bell = DispatchSemaphore(value: 0)
    private let gathers: Bool

    init(gathers: Bool) { self.gathers = gathers }

    /// Puts a job in.
    ///
    /// - Returns: `false` when nobody is there to do it.
    func post(_ job: Job) -> Bool {
      let (isOpen, isFirst) = state.withLock { state in
        guard !state.isStopping else { return (false, false) }
        state.jobs.append(job)
        return (true, state.jobs.count == 1)
      }
      if isFirst { bell.signal() }
      return isOpen
    }

    /// Has the thread end; `body` is called then.
    func stop(_ body: (@Sendable () -> Void)?) {
      let isOver = state.withLock { state in
        state.isStopping = true
        if let body, !state.isOver { state.leaving.append(body) }
        return state.isOver
      }
      if isOver { body?() } else { bell.signal() }
    }

    /// Waits for jobs; `nil` when there will be none.
    func take() -> [Job]? {
      if gathers { gather() }
      while true {
        let (jobs, isStopping) = state.withLock { state in
          var jobs: [Job] = []
          swap(&jobs, &state.jobs)
          state.taken = jobs.count
          return (jobs, state.isStopping)
        }
        if !jobs.isEmpty { return jobs }
        if isStopping { return nil }
        bell.wait()
      }
    }

    /// Lets those who were told together come back together.
    ///
    /// Without it the first to come back would begin the next group, and all others wait for the one
    /// behind it: two commits where one would do. It ends when nobody came for a moment.
    private func gather() {
      var seen = 0
      while true {
        let (waiting, taken) = state.withLock { ($0.jobs.count, $0.taken) }
        guard taken > 1, waiting < taken, waiting > seen || seen == 0 else { return }
        seen = max(waiting, 1)
        usleep(100)
      }
    }

    /// The thread's last word.
    func leave() {
      let leaving = state.withLock { state in
        state.isStopping = true
        state.isOver = true
        var leaving: [@Sendable () -> Void] = []
        swap(&leaving, &state.leaving)
        return leaving
      }
      for body in leaving { body() }
    }
  }

  /// What the thread is started with.
  private final class Launch: Sendable {
    private let mailbox: Mailbox
    private let worker: Worker
    private let open: @Sendable () throws -> Connection
    private let ready: CheckedContinuation<Void, any Error>

    init(
      mailbox: Mailbox, worker: @escaping Worker,
      open: @escaping @Sendable () throws -> Connection,
      ready: CheckedContinuation<Void, any Error>
    ) {
      self.mailbox = mailbox
      self.worker = worker
      self.open = open
      self.ready = ready
    }

    func detach() {
      #if canImport(Darwin)
      var thread: pthread_t?
      #else
      var thread = pthread_t()
      #endif
      let me = Unmanaged.passRetained(self)
      let code = pthread_create(
        &thread, nil,
        { context in
          #if !canImport(Darwin)
          guard let context else { return nil }
          #endif
          Unmanaged<Launch>.fromOpaque(context).takeRetainedValue().main()
          return nil
        }, me.toOpaque())
      guard code == 0 else {
        me.release()
        mailbox.leave()
        ready.resume(
          throwing: SwitchboardError(
            .configuration,
            "The conversation store cannot start its thread: \(String(cString: strerror(code))); "
              + "raise the limit of the process (ulimit -u)."))
        return
      }
      #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
      #else
      pthread_detach(thread)
      #endif
    }

    private func main() {
      // Whoever hears that the thread is over must find the connection closed.
      serve()
      mailbox.leave()
    }

    private func serve() {
      let connection: Connection
      do {
        connection = try open()
      } catch {
        ready.resume(throwing: error)
        return
      }
      ready.resume()
      while let jobs = mailbox.take() { worker(jobs, connection) }
    }
  }
}
