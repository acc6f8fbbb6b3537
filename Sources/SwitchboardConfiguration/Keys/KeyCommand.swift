import SwitchboardCore

/// A program that prints a key.
struct KeyCommand: Sendable {
  /// The program and its arguments.
  var words: [String]

  /// The environment, without the variables that hold keys.
  var environment: [String: String]

  /// Where a relative path of the program starts.
  var folder: String

  var timeLimit: Duration

  /// The program for people; its arguments are left out, since they may say too much.
  var name: String { "the command '\(FilePath.name(of: words.first ?? ""))'" }

  /// Where the program is; `nil` when it is not installed.
  var path: String? {
    words.first.flatMap { Executable.find($0, environment: environment, folder: folder) }
  }

  /// Runs it.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication`, without anything that it printed.
  func secret() throws(SwitchboardError) -> Secret {
    guard let path else {
      throw failure("is not installed, or may not be run")
    }
    let child = ChildProcess(
      path: path, arguments: words, environment: environment, timeLimit: timeLimit)
    let outcome: ChildProcess.Outcome
    do throws(ChildProcess.Failure) {
      outcome = try child.run()
    } catch {
      throw failure(error.words(timeLimit: timeLimit), underlying: error)
    }
    guard let code = outcome.exitCode else {
      throw failure("was ended by a signal; run it by hand to see why")
    }
    guard code == 0 else {
      throw failure("ended with exit code \(code); run it by hand to see why")
    }
    return try KeyText.secret(outcome.output, from: "the output of \(name)")
  }

  private func failure(
    _ words: String, underlying: (any Error)? = nil
  ) -> SwitchboardError {
    let name = name.prefix(1).uppercased() + name.dropFirst()
    return SwitchboardError(
      .authentication, "\(name), which prints a key, \(words).", underlying: underlying)
  }
}

extension ChildProcess.Failure {
  /// The failure as the end of a sentence about a program.
  func words(timeLimit: Duration) -> String {
    switch self {
    case .unsupported: "cannot be run, because this system lets no program start another"
    case .notStarted(let code): "could not be started: \(FileFailure.words(of: code))"
    case .timedOut: "did not end within \(timeLimit.formattedSeconds) s and was stopped"
    case .tooMuchOutput: "printed too much for a key and was stopped"
    case .system(let code): "could not be followed: \(FileFailure.words(of: code))"
    }
  }
}

extension Duration {
  /// The duration in seconds, for people.
  fileprivate var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds)" : "\(seconds).\(tenths)"
  }
}
