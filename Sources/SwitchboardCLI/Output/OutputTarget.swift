import SwitchboardCore

/// Where an answer goes: standard output, or a file that takes the place of an older one when
/// ``filled(keepsPart:_:)`` ends.
final class OutputTarget: Sendable {
  private struct State {
    var file: ReplacedFile?
    var output: StandardOutput?
    /// Whether somebody will put the file in its place.
    var isFilled = false
    /// Whether the file could not be written.
    var isBroken = false
  }

  private let standard: StandardOutput
  private let path: String?
  private let state = Locked(State())

  /// Creates a target; without a path, and for `-`, it is standard output.
  init(_ standard: StandardOutput, path: String?) {
    self.standard = standard
    self.path = path == "-" ? nil : path
  }

  /// Whether a person reads it.
  var isTerminal: Bool { path == nil && standard.isTerminal }

  /// Writes text; to a file only while it is filled.
  func write(_ text: String) async throws {
    let output = try output()
    do {
      try await output.write(text)
    } catch let error where !(error is CancellationError) {
      state.withLock { $0.isBroken = true }
      throw error
    }
  }

  /// Writes text and a line feed.
  func line(_ text: String) async throws { try await write(text + "\n") }

  /// Writes a JSON document: for people with indentation, for programs in one line.
  func document(_ json: JSON) async throws {
    try await line(isTerminal ? TerminalText.clean(json.pretty()) : json.text)
  }

  /// Does what fills the target, and puts the file in its place.
  ///
  /// An older file stays when nothing could be written, or not all of what was to be.
  ///
  /// - Parameters:
  ///   - keepsPart: Whether what had been written takes its place also when the work failed.
  ///   - work: Writes.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, or why the file could not be put in its place.
  func filled<Result>(
    keepsPart: Bool, _ work: () async throws -> Result
  ) async throws -> Result {
    state.withLock { $0.isFilled = true }
    do {
      let result = try await work()
      // Also what is empty and whole is what was asked for.
      _ = try output()
      try end { try $0.keep() }
      return result
    } catch {
      let isBroken = state.withLock { $0.isBroken }
      try end { keepsPart && !isBroken ? try $0.keep() : $0.discard() }
      throw error
    }
  }

  private func end(_ how: (ReplacedFile) throws -> Void) throws {
    let file = state.withLock { state in
      defer { state.file = nil }
      return state.file
    }
    guard let file, let path else { return }
    do {
      try how(file)
    } catch let error as SystemFailure {
      throw error.failure("Cannot write '\(path)'")
    }
  }

  private func output() throws -> StandardOutput {
    guard let path else { return standard }
    return try state.withLock { state in
      precondition(state.isFilled, "Nobody would put the file in its place.")
      if let output = state.output { return output }
      do {
        let file = try ReplacedFile(path)
        let output = StandardOutput(descriptor: file.descriptor)
        state.file = file
        state.output = output
        return output
      } catch let error as SystemFailure {
        throw error.failure("Cannot write '\(path)'")
      }
    }
  }
}
