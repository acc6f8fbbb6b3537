#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Why a server could not start.
struct LoopbackFailure: Error, CustomStringConvertible {
  var description: String
}

/// What the server's threads share.
struct LoopbackState: Sendable {
  /// One connection, open or not.
  struct Connection: Sendable {
    var descriptor: Int32
    var input: [UInt8] = []
    var written = 0
    var isBlocked = false
    var isOpen = true
    var readerIsDone = false
    var closing: LoopbackClosing?
  }

  var requests: [LoopbackRequest] = []
  var connections: [Connection] = []
  var isStopping = false
  var threads = 0

  var openConnections: Int { connections.count { $0.isOpen } }
}

/// The server without its owner: what the threads hold on to.
final class LoopbackCore: Sendable {
  let monitor = LoopbackMonitor(LoopbackState())
  let port: Int
  let answer: @Sendable (LoopbackRequest) -> LoopbackScript
  private let listener: Int32

  init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackScript) throws {
    self.answer = answer
    listener = LoopbackSocket.open()
    guard listener >= 0, let port = LoopbackSocket.listen(listener) else {
      throw LoopbackFailure(description: "no listening socket: \(String(cString: strerror(errno)))")
    }
    self.port = port
    spawn { self.accept() }
  }

  /// Ends all threads and waits for them.
  func stop() {
    let isFirst = monitor.update { state in
      defer { state.isStopping = true }
      for connection in state.connections where connection.isOpen {
        shutdown(connection.descriptor, Int32(LoopbackSocket.both))
      }
      return !state.isStopping
    }
    if isFirst {
      // A connection of its own wakes the accepting thread on every system.
      let knock = LoopbackSocket.connect(toPort: port)
      if knock >= 0 { close(knock) }
    }
    monitor.block { $0.threads == 0 ? () : nil }
    if isFirst { close(listener) }
  }

  /// Starts a thread; ``stop()`` waits for it.
  func spawn(_ work: @escaping @Sendable () -> Void) {
    monitor.update { $0.threads += 1 }
    LoopbackThread.start { [monitor] in
      work()
      monitor.update { $0.threads -= 1 }
    }
  }

  private func accept() {
    while true {
      let descriptor = LoopbackSocket.accept(listener)
      if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
      let index = monitor.update { state -> Int? in
        guard descriptor >= 0, !state.isStopping else { return nil }
        state.connections.append(LoopbackState.Connection(descriptor: descriptor))
        return state.connections.count - 1
      }
      guard let index else {
        if descriptor >= 0 { close(descriptor) }
        return
      }
      let connection = LoopbackConnection(core: self, index: index, descriptor: descriptor)
      spawn { connection.read() }
      spawn { connection.serve() }
    }
  }
}

/// Threads that run a closure.
enum LoopbackThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ run: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(run)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, work)
    if let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work)
    if result == 0 { pthread_detach(thread) }
    #endif
    precondition(result == 0, "no thread for the loopback server: \(result)")
  }
}
