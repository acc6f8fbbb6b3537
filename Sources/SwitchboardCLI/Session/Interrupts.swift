import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the user says by signals: Ctrl-C, the wish that the program end, another size of the window.
///
/// The signals are blocked in every thread, and the main thread alone takes them, one after the other:
/// no code ever runs inside a signal handler.
final class Interrupts: Sendable {
  /// What a signal asks for.
  enum Wish: Sendable {
    /// That what runs be stopped: Ctrl-C.
    case interrupt
    /// That the program end.
    case terminate
  }

  private struct State {
    var stop: (@Sendable (Wish) -> Bool)?
    var resize: (@Sendable () -> Void)?
    var suspension: (leave: @Sendable () -> Void, comeBack: @Sendable () -> Void)?
    var restore: (@Sendable () -> Void)?
    var isInterrupted = false
  }

  private let state = Locked(State())

  /// Takes the signals over; must be called before any other thread is started.
  init() {
    // A reader that goes away and a file that may not grow are errors of whoever writes.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = Self.signals()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether the user asked the program to stop.
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Says what Ctrl-C does.
  ///
  /// - Parameter stop: Stops what runs; false when there is nothing to stop any more, and the program
  ///   shall end at once.
  func onStop(_ stop: @escaping @Sendable (Wish) -> Bool) { state.withLock { $0.stop = stop } }

  /// Says what is done when the window has another size.
  func onResize(_ resize: (@Sendable () -> Void)?) { state.withLock { $0.resize = resize } }

  /// Says what is done before Ctrl-Z stops the program, and when it goes on.
  func onSuspension(
    leave: @escaping @Sendable () -> Void, comeBack: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.suspension = (leave, comeBack) }
  }

  /// Nothing is done any more when Ctrl-Z stops the program.
  func endSuspension() { state.withLock { $0.suspension = nil } }

  /// Says what must be put in order before the program ends, as the settings of the terminal.
  func onEnd(_ restore: (@Sendable () -> Void)?) { state.withLock { $0.restore = restore } }

  /// Puts in order what must be, and ends the program.
  ///
  /// Not by `exit`: other threads may be in the middle of a call, and the libraries' own cleaning up
  /// would pull the floor from under them.
  func end(_ code: ExitCode) -> Never {
    state.withLock { $0.restore }?()
    _exit(code.number)
  }

  /// Waits for signals, for ever.
  func serve() -> Never {
    var set = Self.signals()
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      if number == SIGWINCH {
        state.withLock { $0.resize }?()
        continue
      }
      if number == SIGTSTP {
        suspend()
        continue
      }
      let stop = state.withLock { state in
        state.isInterrupted = true
        return state.stop
      }
      if stop?(number == SIGINT ? .interrupt : .terminate) != true { end(.interrupted) }
    }
  }

  /// Stops the program as the system does it, and goes on when that lets it.
  private func suspend() {
    let suspension = state.withLock { $0.suspension }
    suspension?.leave()
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // It stops here; or at once not, where there is no shell that could make it go on.
    raise(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    suspension?.comeBack()
  }

  /// The signals that are taken: not those that whoever started the program had switched off, as
  /// `nohup` does.
  private static func signals() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] where !isIgnored(number) {
      sigaddset(&set, number)
    }
    sigaddset(&set, SIGWINCH)
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
