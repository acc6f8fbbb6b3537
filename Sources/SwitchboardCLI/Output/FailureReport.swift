import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Tells people and programs why a command failed, and finds the exit code.
struct FailureReport: Sendable {
  /// How programs are told.
  enum Form: Sendable {
    /// Not at all.
    case none
    /// As one document.
    case document
    /// As the last line of the events.
    case event

    /// What the flags of a command line ask for.
    init(_ arguments: Arguments) {
      self =
        arguments.has(.json) ? .document : arguments.has(Flag.events) ? .event : .none
    }

    /// What a command line asks for that may not make sense.
    init(unparsed line: [String]) {
      let flags = line.prefix { $0 != "--" }
      self =
        flags.contains(Flag.json.written)
        ? .document : flags.contains(Flag.events.written) ? .event : .none
    }
  }

  var output: StandardOutput
  var notes: Notes
  var form: Form

  /// Reports what a command threw, and says what to end with.
  func report(_ error: any Error, isInterrupted: Bool) async -> ExitCode {
    if error is StandardOutput.Closed { endQuietly() }
    let failure = Self.failure(error)
    let code = isInterrupted && error is CancellationError ? .interrupted : ExitCode.of(failure)
    if failure.kind != .cancelled { notes.fail(failure) }
    // The task is cancelled when it was interrupted; the report is written all the same.
    let written = await Task { [self] in try await write(failure) }.result
    if case .failure(let error) = written, error is StandardOutput.Closed { endQuietly() }
    return code
  }

  private func write(_ failure: SwitchboardError) async throws {
    switch form {
    case .none: break
    case .document: try await output.line(JSON.object([("error", failure.json)]).text)
    case .event:
      try await output.line(JSON.object([("event", "error"), ("error", failure.json)]).text)
    }
  }

  /// Any error as a failure.
  static func failure(_ error: any Error) -> SwitchboardError {
    switch error {
    case let failure as SwitchboardError: failure
    case let usage as ArgumentParser.UsageError: usage.failure
    case is CancellationError: SwitchboardError(.cancelled, "Interrupted.")
    case let failure as SystemFailure: failure.failure("The system refused")
    default: SwitchboardError(.server, String(describing: error), underlying: error)
    }
  }

  /// Ends as programs do whose reader has gone away: by the signal of that name, without a word.
  private func endQuietly() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
