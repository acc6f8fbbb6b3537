import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs a program without a shell and takes what it prints, within limits of time and size.
///
/// The program leads a process group of its own, so that at the end of its time all it started ends
/// with it; so it cannot ask anything on the terminal. What it prints to standard error is thrown
/// away: it may hold a key, and no message may.
struct ChildProcess {
  /// How a program ended.
  struct Outcome {
    /// What it printed.
    var output: [UInt8]

    /// Its exit code; `nil` when a signal ended it.
    var exitCode: Int32?
  }

  enum Failure: Error, Hashable {
    case unsupported
    case notStarted(code: Int32)
    case timedOut
    case tooMuchOutput
    case system(code: Int32)
  }

  /// The program's path.
  var path: String

  /// Its arguments, its own name first.
  var arguments: [String]

  var environment: [String: String]

  /// What it reads from standard input; at most ``KeyText/longest`` bytes.
  var input: [UInt8] = []

  var timeLimit: Duration
  var outputLimit = 64 << 10

  /// Runs it to its end.
  func run() throws(Failure) -> Outcome {
    #if os(macOS) || os(Linux)
    let deadline = ContinuousClock.now + timeLimit
    // One at a time: a program that starts between the making of a pipe and its marking would
    // inherit the pipe, and with it perhaps a key.
    var run = try Self.start.withLock { _ throws(Failure) in try started(deadline: deadline) }
    return try run.finish()
    #else
    throw .unsupported
    #endif
  }
}

#if os(macOS) || os(Linux)
extension ChildProcess {
  private static let start = Locked(())

  private func started(deadline: ContinuousClock.Instant) throws(Failure) -> Run {
    let inbound = try Pipe()
    // All of the input fits the pipe, and it is written while nobody can have closed the other end:
    // there is no way to get a SIGPIPE.
    try inbound.fill(with: input)
    let outbound = try Pipe()
    outbound.neverWaits()
    let child = try spawn(input: inbound, output: outbound)
    inbound.closeReader()
    outbound.closeWriter()
    return Run(child: child, output: outbound, deadline: deadline, limit: outputLimit)
  }

  private func spawn(input: Pipe, output: Pipe) throws(Failure) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    posix_spawn_file_actions_adddup2(&actions, input.reader, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    // The program starts with the signals of a fresh process, whatever ours are.
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = CStrings(arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
    var child: pid_t = 0
    var code: Int32 = 0
    // A program written a moment ago is busy while a child that another thread has just forked still
    // holds its file: that child lets go of it when it starts its own program.
    for _ in 0..<50 {
      code = withExtendedLifetime((words, variables)) {
        posix_spawn(&child, path, &actions, &attributes, words.pointers, variables.pointers)
      }
      guard code == ETXTBSY else { break }
      usleep(2_000)
    }
    guard code == 0 else { throw .notStarted(code: code) }
    return child
  }

  /// A program that runs.
  private struct Run {
    var child: pid_t
    var output: Pipe
    var deadline: ContinuousClock.Instant
    var limit: Int
    private var bytes: [UInt8] = []
    private var status: Int32?

    init(child: pid_t, output: Pipe, deadline: ContinuousClock.Instant, limit: Int) {
      self.child = child
      self.output = output
      self.deadline = deadline
      self.limit = limit
    }

    mutating func finish() throws(Failure) -> Outcome {
      do throws(Failure) {
        var isOpen = true
        while isOpen || status == nil {
          let left = ContinuousClock.now.duration(to: deadline)
          guard left > .zero else { throw .timedOut }
          // After the program's end something that it started may hold the pipe open; what the
          // program itself printed has arrived by then.
          let hasEnded = status != nil
          if isOpen {
            isOpen = try read(waiting: hasEnded ? 0 : 20) && !hasEnded
          } else {
            poll(nil, 0, 2)
          }
          if status == nil { try look() }
        }
      } catch {
        end()
        throw error
      }
      let code = status ?? 0
      return Outcome(output: bytes, exitCode: code & 0x7F == 0 ? code >> 8 & 0xFF : nil)
    }

    /// Takes what has been printed; `false` at the end of it.
    private mutating func read(waiting milliseconds: Int32) throws(Failure) -> Bool {
      var ready = pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, milliseconds) < 0, errno != EINTR { throw .system(code: errno) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = buffer.withUnsafeMutableBytes {
          SystemCall.read(output.reader, $0.baseAddress, $0.count)
        }
        if count == 0 { return false }
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN { return true }
          throw .system(code: errno)
        }
        bytes.append(contentsOf: buffer[..<count])
        if bytes.count > limit { throw .tooMuchOutput }
      }
    }

    private mutating func look() throws(Failure) {
      var code: Int32 = 0
      let found = waitpid(child, &code, WNOHANG)
      if found == child { status = code }
      if found < 0, errno != EINTR { throw .system(code: errno) }
    }

    /// Ends the program and all that it started.
    private func end() {
      guard status == nil else { return }
      kill(-child, SIGKILL)
      var code: Int32 = 0
      while waitpid(child, &code, 0) < 0, errno == EINTR {}
    }
  }

  /// A pipe whose ends no other program inherits, and which close with it.
  private final class Pipe {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    init() throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .system(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reader = ends[0]
      writer = ends[1]
    }

    deinit {
      closeReader()
      closeWriter()
    }

    func closeReader() {
      if reader >= 0 { close(reader) }
      reader = -1
    }

    func closeWriter() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    /// Writes all that will ever be read, and ends it.
    func fill(with bytes: [UInt8]) throws(Failure) {
      _ = fcntl(writer, F_SETFL, O_NONBLOCK)
      let count = bytes.withUnsafeBytes { SystemCall.write(writer, $0.baseAddress, $0.count) }
      guard count == bytes.count else { throw .system(code: count < 0 ? errno : EMSGSIZE) }
      closeWriter()
    }

    /// Makes reading return at once when there is nothing.
    func neverWaits() {
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }
  }

  /// Texts as C wants them: an array of pointers that ends with none.
  private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
      pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
      for pointer in pointers { free(pointer) }
    }
  }
}
#endif
