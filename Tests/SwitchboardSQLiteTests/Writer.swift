import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program `StoreWriter`, which was built beside the tests.
final class Writer {
  private let process: pid_t
  private let output: Int32
  private var rest: [UInt8] = []
  private var isOver = false

  init(_ words: String...) throws {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions: posix_spawn_file_actions_t?
    #else
    // No program that another test starts at this moment may inherit it.
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let path = Self.path
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    // A program that ends while its threads run leaves what they hold, which is no leak.
    var environment = [
      strdup("LLVM_PROFILE_FILE=/dev/null"), strdup("ASAN_OPTIONS=detect_leaks=0"), nil,
    ]
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &arguments, &environment)
    for word in arguments + environment { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    self.process = process
    output = ends[0]
    try #require(code == 0, "\(path): \(String(cString: strerror(code)))")
  }

  deinit {
    if !isOver { kill() }
    close(output)
  }

  /// The next line that it prints; `nil` at its end.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      if count <= 0 { return nil }
      rest += buffer[..<count]
    }
  }

  /// All lines to its end.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends it as a power cut would end everything.
  func kill() {
    #if canImport(Darwin)
    Darwin.kill(process, SIGKILL)
    #else
    Glibc.kill(process, SIGKILL)
    #endif
    _ = wait()
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit code; 128 and the number for one that a signal ended.
  func wait() -> Int32 {
    isOver = true
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own =
      count > 0
      ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      : CommandLine.arguments.first ?? ""
    let parts = own.split(separator: "/", omittingEmptySubsequences: false)
    // On Apple's systems the tests lie in a bundle: its folder is three above.
    let depth = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
    return (parts[..<depth] + ["StoreWriter"]).joined(separator: "/")
  }
}
