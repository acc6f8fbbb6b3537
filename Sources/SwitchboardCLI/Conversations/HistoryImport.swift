import Switchboard
import SwitchboardCore

/// `history import`: conversations from a file.
enum HistoryImport {
  static let format = Flag(
    "format", .choice(ConversationImport.Form.allCases.map(\.rawValue)),
    "Whose file it is; without it the content tells")

  static let row = CommandRow(
    name: "import", words: "FILE", wordCount: 1...1,
    summary: "Take conversations in from a file",
    notes: [
      "FILE is what 'history export --format json' wrote, 'conversations.json' of a data export of ChatGPT or Claude, or messages in OpenAI's chat form: an array, an object with 'messages', or lines of them; '-' is standard input. What cannot be carried is named in the text where it stood, and counted. A conversation that is there already is passed over. When something is wrong with the file, nothing is stored."
    ],
    flags: [format, .json]
  ) { session in
    let path = session.arguments.words[0]
    let form = session.arguments.text(format).flatMap(ConversationImport.Form.init)
    let bytes = try await InputDescriptor.open(path).whole(limit: 1 << 30)
    let store = try await KeptRecords.store(session)
    let found: ConversationImport
    do {
      found = try ConversationImport(reading: bytes, as: form, at: Timekeeper.systemWall())
    } catch var error as SwitchboardError {
      error.message = "\(InputFile.shown(path)): \(error.message)"
      throw error
    }
    let report = try await found.add(to: store)
    if session.arguments.has(.json) {
      try await session.document(report.json)
    } else {
      try await session.output.write(text(report))
      tell(report, session.notes)
    }
    return .done
  }

  private static func text(_ report: ImportReport) -> String {
    var table = TextTable()
    for entry in report.entries {
      table.add([
        String(entry.id.description.prefix(8)), entry.outcome.rawValue,
        (entry.kept + entry.changed).grouped, entry.name ?? "", entry.title ?? "",
      ])
    }
    return table.text()
  }

  private static func tell(_ report: ImportReport, _ notes: Notes) {
    func count(_ outcome: ImportReport.Outcome) -> Int {
      report.entries.count { $0.outcome == outcome }
    }
    var parts = ["\(count(.imported).grouped) taken in"]
    if count(.present) > 0 { parts.append("\(count(.present).grouped) there already") }
    if count(.empty) > 0 { parts.append("\(count(.empty).grouped) without a message") }
    notes.say("conversations: \(parts.joined(separator: ", ")).")
    let new = report.entries.filter { $0.outcome == .imported }
    if !new.isEmpty {
      let (kept, changed, leftOut) = new.reduce((0, 0, 0)) {
        ($0.0 + $1.kept, $0.1 + $1.changed, $0.2 + $1.leftOut)
      }
      notes.say(
        """
        messages: \(kept.grouped) as they were, \(changed.grouped) changed, \
        \(leftOut.grouped) left out.
        """)
    }
    var reasons: [String: Int] = [:]
    for note in new.flatMap(\.notes) { reasons[note.what, default: 0] += note.count }
    for (what, count) in reasons.sorted(by: { $0.key < $1.key }) {
      notes.say("\(count.grouped) × \(what).")
    }
    for entry in new {
      if let taken = entry.takenName, let name = entry.name {
        notes.say("the name '\(taken)' is taken; the conversation is '\(name)' here.")
      }
    }
  }
}
