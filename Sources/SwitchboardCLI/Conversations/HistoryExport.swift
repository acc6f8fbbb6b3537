import Switchboard
import SwitchboardCore

/// `history export`: one conversation as a file.
enum HistoryExport {
  static let format = Flag(
    "format", .choice(ConversationExport.Form.allCases.map(\.rawValue)),
    "What to write: json (everything, to be imported again), markdown or html", isRequired: true)
  static let out = Flag(
    "out", .text("F"), "The file to write; one that exists is replaced when all is written")

  static let row = CommandRow(
    name: "export", words: "ID", wordCount: 1...1,
    summary: "Write a conversation as JSON, Markdown or HTML",
    notes: [
      "JSON holds all branches, and media with their bytes. Markdown holds one branch. The page of HTML holds all branches, or the one that --branch names; it loads nothing and runs nothing."
    ],
    flags: [format, KeptRecords.branch, out]
  ) { session in
    let arguments = session.arguments
    guard let form = arguments.text(format).flatMap(ConversationExport.Form.init) else {
      return .usage
    }
    let store = try await KeptRecords.store(session)
    let record = try await KeptRecords.record(arguments.words[0], in: store)
    let export = try await ConversationExport(
      of: record.id, in: store, as: form, branch: arguments.text(KeptRecords.branch))
    let target = OutputTarget(session.output, path: arguments.text(out))
    var cleaner = TerminalText()
    try await target.filled(keepsPart: false) {
      try await export.write { piece in
        try await target.write(target.isTerminal ? cleaner.clean(piece) : piece)
      }
    }
    return .done
  }
}
