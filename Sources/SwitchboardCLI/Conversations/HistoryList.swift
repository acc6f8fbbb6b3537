import Switchboard
import SwitchboardCore

/// `history list`: the conversations, the one written to last first.
enum HistoryList {
  static let row = CommandRow(
    name: "list", words: "", wordCount: 0...0, summary: "List conversations, the last first",
    flags: [KeptRecords.limit, .json]
  ) { session in
    let limit = session.arguments.integer(KeptRecords.limit) ?? 20
    let store = try await KeptRecords.store(session)
    let found = try await store.records(after: nil, limit: limit + 1)
    let records = found.prefix(limit)
    if session.arguments.has(.json) {
      try await session.document(.array(records.map(\.json)))
    } else {
      try await session.output.write(text(records))
      if records.isEmpty { session.notes.say("there is no conversation yet.") }
    }
    if found.count > limit { session.notes.say("there are more; --limit N shows them.") }
    return .done
  }

  private static func text(_ records: ArraySlice<ConversationRecord>) -> String {
    if records.isEmpty { return "" }
    var table = TextTable(["id", "last written", "messages", "name", "title"])
    for record in records {
      table.add([
        String(record.id.description.prefix(8)), KeptRecords.time(record.updatedAt),
        record.messageCount.grouped, record.name ?? "", record.title ?? "",
      ])
    }
    return table.text()
  }
}
