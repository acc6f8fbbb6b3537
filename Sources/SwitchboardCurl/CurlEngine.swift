#if os(Linux)
import CSwitchboardCurl
import Glibc
import SwitchboardCore
import SwitchboardWire

/// Owns the thread: it starts with the first command and ends with the engine.
///
/// The transport and every exchange hold the engine, the thread only its mailbox.
final class CurlEngine: Sendable {
  private let mailbox: CurlMailbox

  init(_ settings: CurlSettings) {
    mailbox = CurlMailbox(settings)
  }

  deinit { mailbox.stop() }

  /// Has the thread carry a command out.
  func post(_ command: CurlMailbox.Command) throws(SwitchboardError) {
    try mailbox.post(command)
  }
}

/// Commands on their way to the thread.
final class CurlMailbox: Sendable {
  /// What the thread can be told.
  enum Command: Sendable {
    /// Send a request.
    case start(CurlTransfer, HTTPRequest, HTTPOrigin, at: ContinuousClock.Instant)

    /// Go on with a transfer whose inbox was full.
    case resume(CurlTransfer)

    /// Read a transfer to its end, which must come soon, for nobody but the next request.
    case release(CurlTransfer)

    /// Close a transfer.
    case cancel(CurlTransfer)

    /// End the thread.
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var isRung = false
    var bell: Int32?
  }

  let settings: CurlSettings
  private let state = Locked(State())

  init(_ settings: CurlSettings) {
    self.settings = settings
  }

  /// Puts a command in and wakes the thread, which is started when there is none.
  func post(_ command: Command) throws(SwitchboardError) {
    let bell = try state.withLock { state throws(SwitchboardError) -> Int32? in
      if state.bell == nil { state.bell = try launch() }
      return Self.add(command, to: &state)
    }
    if let bell { eventfd_write(bell, 1) }
  }

  /// Ends the thread, if there is one; the engine's last word.
  func stop() {
    let bell = state.withLock { $0.bell == nil ? nil : Self.add(.stop, to: &$0) }
    if let bell { eventfd_write(bell, 1) }
  }

  /// Takes all commands out, in their order.
  func take() -> [Command] {
    state.withLock { state in
      var commands: [Command] = []
      swap(&commands, &state.commands)
      state.isRung = false
      return commands
    }
  }

  /// The descriptor to ring, when nobody has since the thread last looked.
  private static func add(_ command: Command, to state: inout State) -> Int32? {
    state.commands.append(command)
    guard !state.isRung else { return nil }
    state.isRung = true
    return state.bell
  }

  /// Starts the thread; it owns the descriptor that is returned.
  private func launch() throws(SwitchboardError) -> Int32 {
    let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard bell >= 0 else { throw Self.failure("event descriptor", errno) }
    let queue = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard queue >= 0 else {
      let reason = errno
      close(bell)
      throw Self.failure("event queue", reason)
    }
    if let reason = CurlLoop.Launch(mailbox: self, bell: bell, queue: queue).detach() {
      close(bell)
      close(queue)
      throw Self.failure("thread", reason)
    }
    return bell
  }

  private static func failure(_ thing: String, _ reason: Int32) -> SwitchboardError {
    SwitchboardError(
      .network,
      "The HTTP transport cannot open its \(thing): \(String(cString: strerror(reason))); raise the "
        + "limit of the process (ulimit -n, ulimit -u).")
  }
}
#endif
