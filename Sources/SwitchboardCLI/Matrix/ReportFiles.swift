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
    try checkFiles()
  }

  /// What would be found out when all is paid for is found out before, and so is what would be lost:
  /// a report in the place of another, or of a file that is read or kept.
  private func checkFiles() throws {
    let others: [Flag] = [
      MatrixArguments.prompts, MatrixRun.file, .image, .file, RequestArguments.schema, .config,
    ]
    var taken: [String: Flag] = [:]
    for flag in others {
      for path in session.arguments.texts(flag) { taken[ReportPlace(path).whole] = flag }
    }
    if let rubric = session.arguments.text(MatrixJudging.rubric), rubric.hasPrefix("@") {
      taken[ReportPlace(String(rubric.dropFirst())).whole] = MatrixJudging.rubric
    }
    for row in rows {
      guard let path = session.arguments.text(row.flag), path != "-" else { continue }
      let place = ReportPlace(path)
      try place.check()
      if let other = taken.updateValue(row.flag, forKey: place.whole), place.isFile {
        throw ArgumentParser.UsageError(
          message:
            "\(row.flag.written) and \(other.written) name the same file '\(TerminalText.line(path))'.",
          command: "compare")
      }
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
