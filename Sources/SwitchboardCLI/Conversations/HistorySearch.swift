import Switchboard
import SwitchboardCore

/// `history search`: messages that hold words.
enum HistorySearch {
  static let conversation = Flag("conversation", .text("ID"), "Search one conversation alone")

  static let row = CommandRow(
    name: "search", words: "WORDS", wordCount: 1...64,
    summary: "Find messages that hold all the words, the last first",
    notes: [
      "Words are found whole and in any case; a phrase stands in double quotes, and a star at the end of a word stands for any ending: 'history search \"the sea\" fjord*'."
    ],
    flags: [conversation, KeptRecords.limit, .json]
  ) { session in
    let arguments = session.arguments
    let limit = arguments.integer(KeptRecords.limit) ?? 20
    let store = try await KeptRecords.store(session)
    var place: ConversationID?
    if let word = arguments.text(conversation) {
      place = try await KeptRecords.record(word, in: store).id
    }
    // The shell has taken the quotes of a phrase that is a word of its own.
    let query =
      arguments.words.count == 1
      ? arguments.words[0]
      : arguments.words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    if SearchQuery(query).phrases.isEmpty {
      throw SwitchboardError(
        .invalidRequest,
        "There is no word to look for in '\(query.prefix(60))'; signs and pictures are not found.")
    }
    let found = try await store.search(query, in: place, after: nil, limit: limit + 1)
    let hits = found.prefix(limit)
    if arguments.has(.json) {
      try await session.document(.array(hits.map(\.json)))
    } else {
      for hit in hits { try await session.output.line(line(hit, session)) }
      if hits.isEmpty { session.notes.say("nothing was found.") }
    }
    if found.count > limit { session.notes.say("there are more; --limit N shows them.") }
    return .done
  }

  /// A hit in one line, with what was found in bold on a terminal.
  private static func line(_ hit: SearchHit, _ session: Session) -> String {
    let record = hit.conversation
    var line = "\(record.id.description.prefix(8))  "
    if let name = record.name { line += "\(name)  " }
    line += "\(hit.role.rawValue): "
    let (bold, plain) = session.drawsOutput ? ("\u{1B}[1m", "\u{1B}[22m") : ("", "")
    var rest = hit.snippet.startIndex
    for mark in hit.marks {
      line += TerminalText.line(String(hit.snippet[rest..<mark.lowerBound]))
      line += bold + TerminalText.line(String(hit.snippet[mark])) + plain
      rest = mark.upperBound
    }
    return line + TerminalText.line(String(hit.snippet[rest...]))
  }
}
