import SwitchboardConfiguration
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The built program, run as its users run it.
final class Program: Sendable {
  /// How a run ended.
  struct Run: Sendable {
    var code: Int32
    var output: String
    var errors: String
    var outputBytes: [UInt8]

    /// What was printed, read as one JSON document.
    var json: JSON {
      get throws { try JSON(parsing: outputBytes, limits: .media) }
    }

    /// What was printed, read as JSON lines.
    var lines: [JSON] {
      get throws { try output.split(separator: "\n").map { try JSON(parsing: String($0)) } }
    }
  }

  /// What a run reads.
  enum Input: Sendable {
    case nothing
    case closed
    case text(String)
    /// A pipe that stays open and silent until the test writes to it or ends it.
    case pipe
  }

  /// The process.
  let id: pid_t
  private let output: Int32
  private let errors: Int32
  private let input: Locked<Int32>

  /// Runs the program to its end.
  static func run(
    _ words: String..., input: Input = .nothing, in folder: TestFolder,
    environment: [String: String] = [:]
  ) async throws -> Run {
    try await Program(words, input: input, in: folder, environment: environment).ended()
  }

  /// A pipe that no program of another test can inherit, not even one that starts at this moment:
  /// it would keep the pipe open when the reader has gone.
  private static func channel(_ ends: inout [Int32]) -> Bool {
    #if canImport(Darwin)
    return pipe(&ends) == 0
    #else
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, type, 0, &ends) == 0
    #endif
  }

  /// Starts the program.
  init(
    _ words: [String], input: Input = .nothing, in folder: TestFolder,
    environment: [String: String] = [:], closesOutput: Bool = false, longestFile: Int? = nil
  ) throws {
    var inbound: [Int32] = [-1, -1]
    var outbound: [Int32] = [-1, -1]
    var second: [Int32] = [-1, -1]
    let areMade = Spawn.turn.withLock { _ in
      let areMade = pipe(&inbound) == 0 && Self.channel(&outbound) && pipe(&second) == 0
      for descriptor in inbound + outbound + second { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return areMade
    }
    try #require(areMade)
    var spawn = Spawn()
    switch input {
    case .nothing: spawn.open(0, "/dev/null", O_RDONLY)
    case .closed: spawn.close(0)
    case .text, .pipe: spawn.duplicate(inbound[0], 0)
    }
    if closesOutput { spawn.close(1) } else { spawn.duplicate(outbound[1], 1) }
    spawn.duplicate(second[1], 2)
    spawn.longestFile = longestFile
    id = try spawn.start(words, in: folder, environment)
    for descriptor in [inbound[0], outbound[1], second[1]] { close(descriptor) }
    (output, errors) = (outbound[0], second[0])
    self.input = Locked(inbound[1])
    if case .text(let text) = input { write(text) }
    if case .pipe = input { return }
    endInput()
  }

  deinit {
    kill(id, SIGKILL)
    endInput()
    close(output)
    close(errors)
  }

  /// Writes to its standard input; for little.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = input.withLock { systemWrite($0, bytes, bytes.count) }
  }

  /// Ends its standard input.
  func endInput() {
    input.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(id, number) }

  /// Waits until so much was printed.
  func printed(_ text: String) async throws -> String {
    try await Self.read(output) { $0.contains(text) }
  }

  /// Waits until so much was said on standard error.
  func said(_ text: String) async throws -> String {
    try await Self.read(errors) { $0.contains(text) }
  }

  /// Closes the reading end of its standard output; a program that is just being started holds it, too,
  /// so none may be.
  func stopReading() {
    Spawn.turn.withLock { _ in
      dup2(errors, output)
      _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Waits for the end.
  func ended() async throws -> Run {
    async let printed = BlockingCall.run { [output] in Self.whole(output) }
    async let said = BlockingCall.run { [errors] in Self.whole(errors) }
    let (bytes, words) = try await (printed, said)
    let code = try await BlockingCall.run { [id] in Spawn.wait(id) }
    return Run(
      code: code, output: String(decoding: bytes, as: UTF8.self),
      errors: String(decoding: words, as: UTF8.self), outputBytes: bytes)
  }

  private static func read(
    _ descriptor: Int32, until: @escaping @Sendable (String) -> Bool
  ) async throws -> String {
    try await BlockingCall.run {
      var bytes: [UInt8] = []
      while let piece = Self.piece(descriptor) {
        bytes += piece
        if until(String(decoding: bytes, as: UTF8.self)) { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  static func piece(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(bytes[..<count]) : nil
    }
  }

  private static func whole(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = piece(descriptor) { bytes += piece }
    return bytes
  }
}
