import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardReports

/// The reports that a command line asks for.
struct ReportFiles {
  private struct Row {
    var flag: Flag
    var text: @Sendable (Report) -> String
  }

  private static let table = [
    Row(flag: Flag("html", .text("FILE"), "Write a report as one page")) { $0.html() },
    Row(flag: Flag("csv", .text("FILE"), "Write every answer as a row of a table")) { $0.csv() },
    Row(flag: Flag("md", .text("FILE"), "Write a report in Markdown")) { $0.markdown() },
    Row(flag: Flag("junit", .text("FILE"), "Write the checks as JUnit XML, for build servers")) {
      $0.junit()
    },
  ]

  static let flags = table.map(\.flag)

  let session: Session
  private let rows: [Row]

  /// Reads what is asked for.
  ///
  /// - Throws: ``ArgumentParser/UsageError`` when standard output is wanted twice.
  init(_ session: Session) throws {
    self.session = session
    rows = Self.table.filter { session.arguments.has($0.flag) }
    var printers = rows.filter { session.arguments.text($0.flag) == "-" }.map(\.flag.written)
    if session.arguments.has(.json) { printers.append(Flag.json.written) }
    if printers.count > 1 {
      throw ArgumentParser.UsageError(
        message: "Standard output is wanted by \(printers.joined(separator: " and ")).",
        command: "compare")
    }
  }

  /// Whether standard output is theirs.
  var areOnOutput: Bool { rows.contains { session.arguments.text($0.flag) == "-" } }

  /// Whether there are any.
  var isEmpty: Bool { rows.isEmpty }

  /// Writes them.
  func write(_ evaluation: Evaluation) async throws {
    guard !isEmpty else { return }
    let report = Report(evaluation)
    for row in rows {
      let path = session.arguments.text(row.flag) ?? "-"
      let target = OutputTarget(session.output, path: path)
      try await target.filled(keepsPart: false) {
        try await target.write(
          target.isTerminal ? TerminalText.clean(row.text(report)) : row.text(report))
      }
      if path != "-" { session.notes.say("the report is in '\(path)'.") }
    }
  }
}
