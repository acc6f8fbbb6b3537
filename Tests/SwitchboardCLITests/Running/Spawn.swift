import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts a process with the streams that a test wants.
struct Spawn {
  /// Held while something is opened that no program may inherit, and while a program is started: one
  /// that held another's pipe open would keep it from its end.
  static let turn = Locked(())

  #if canImport(Darwin)
  private var actions: posix_spawn_file_actions_t?
  private var attributes: posix_spawnattr_t?
  #else
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  #endif
  private var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF

  #if canImport(Darwin)
  private static let setSID = POSIX_SPAWN_SETSID
  #else
  /// `POSIX_SPAWN_SETSID` of glibc, which shows it to GNU's own programs alone.
  private static let setSID: Int32 = 0x80
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  mutating func open(_ descriptor: Int32, _ path: String, _ mode: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, mode, 0)
  }

  mutating func close(_ descriptor: Int32) {
    posix_spawn_file_actions_addclose(&actions, descriptor)
  }

  mutating func duplicate(_ source: Int32, _ target: Int32) {
    posix_spawn_file_actions_adddup2(&actions, source, target)
  }

  /// The process leads a session of its own: the first terminal it opens is its own.
  mutating func leadSession() { flags |= Self.setSID }

  /// How long a file may become that the process writes, in blocks of 512 bytes; `nil` for any length.
  var longestFile: Int?

  /// Starts the program.
  mutating func start(
    _ words: [String], in folder: TestFolder, _ environment: [String: String]
  ) throws -> pid_t {
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    // The shell changes the folder, which not every `posix_spawn` can, and then is the program.
    let path = "/bin/sh"
    let limit = longestFile.map { "ulimit -f \($0) && " } ?? ""
    let script = "\(limit)cd \"$1\" && shift && exec \"$@\""
    let line = ["sh", "-c", script, "sh", folder.path, Self.program]
    var variables = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm", "LANG": "C.UTF-8",
    ]
    // Coverage of the program itself is not kept: its runs would write over one another.
    variables["LLVM_PROFILE_FILE"] = "/dev/null"
    variables.merge(environment) { $1 }
    var arguments: [UnsafeMutablePointer<CChar>?] = (line + words).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in arguments + settings { free(word) } }
    var id = pid_t()
    let code = Self.turn.withLock { _ in
      posix_spawn(&id, path, &actions, &attributes, &arguments, &settings)
    }
    try #require(code == 0, "\(path): \(SystemFailure(code).words)")
    return id
  }

  /// Waits for the end of a process.
  ///
  /// - Returns: Its exit code; 128 and the number for one that a signal ended.
  static func wait(_ id: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// The program that was built beside the tests.
  static var program: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own =
      count > 0
      ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      : CommandLine.arguments.first ?? ""
    let parts = own.split(separator: "/", omittingEmptySubsequences: false)
    // On Apple's systems the tests lie in a bundle: its folder is three above.
    let depth = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
    return (parts[..<depth] + ["switchboard"]).joined(separator: "/")
  }
}
