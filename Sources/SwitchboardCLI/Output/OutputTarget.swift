import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where an answer goes: standard output, or a file that is opened when there is something to write.
///
/// A call that fails before its first word leaves an older file as it was.
final class OutputTarget: Sendable {
  private let standard: StandardOutput
  private let path: String?
  private let file = Locked<StandardOutput?>(nil)

  /// Creates a target; without a path, and for `-`, it is standard output.
  init(_ standard: StandardOutput, path: String?) {
    self.standard = standard
    self.path = path == "-" ? nil : path
  }

  /// Whether a person reads it.
  var isTerminal: Bool { path == nil && standard.isTerminal }

  /// Writes text.
  func write(_ text: String) async throws { try await output().write(text) }

  /// Writes text and a line feed.
  func line(_ text: String) async throws { try await output().line(text) }

  /// Writes a JSON document: for people with indentation, for programs in one line.
  func document(_ json: JSON) async throws {
    try await line(isTerminal ? TerminalText.clean(json.pretty()) : json.text)
  }

  private func output() throws -> StandardOutput {
    guard let path else { return standard }
    return try file.withLock { file in
      if let file { return file }
      let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw SystemFailure().failure("Cannot write '\(path)'") }
      let opened = StandardOutput(descriptor: descriptor)
      file = opened
      return opened
    }
  }
}
