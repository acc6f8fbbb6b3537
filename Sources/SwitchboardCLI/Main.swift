import SwitchboardCore

/// The entry of the program.
@main
enum Main {
  /// The version of the program.
  static let version = "0.1.0"

  static func main() {
    ProcessEnvironment.openStandardStreams()
    let line = Array(CommandLine.arguments.dropFirst())
    // The signals are taken over before the first thread starts. It is this thread that waits for
    // them; the work is done by others.
    let interrupts = Interrupts()
    let work = Task { @concurrent in
      let code = await Main.run(line, interrupts)
      interrupts.end(code)
    }
    interrupts.onStop { _ in
      if work.isCancelled { return false }
      work.cancel()
      return true
    }
    interrupts.serve()
  }

  /// Does what a command line asks for.
  private static func run(_ line: [String], _ interrupts: Interrupts) async -> ExitCode {
    let environment = ProcessEnvironment.variables()
    let output = StandardOutput()
    let notes = Notes(environment: environment)
    // Whether a failure is printed as JSON is wanted before it is known whether the line makes sense.
    var report = FailureReport(
      output: output, notes: notes, form: FailureReport.Form(unparsed: line))
    do {
      switch try ArgumentParser.parse(line, CommandTable.rows) {
      case .version:
        try await output.line("switchboard \(version)")
      case .help(let row):
        try await output.write(
          row.map { HelpText.command($0) } ?? HelpText.program(CommandTable.rows))
      case .run(let row, let arguments):
        report.form = FailureReport.Form(arguments)
        ProcessEnvironment.protectMemory()
        let session = Session(
          arguments: arguments, environment: environment, output: output, notes: notes,
          interrupts: interrupts)
        return try await row.run(session)
      }
      return .done
    } catch {
      return await report.report(error, isInterrupted: interrupts.isInterrupted)
    }
  }
}
