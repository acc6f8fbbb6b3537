import Switchboard
import SwitchboardCore

/// `history branches`: the ways through a conversation.
enum HistoryBranches {
  static let row = CommandRow(
    name: "branches", words: "ID", wordCount: 1...1,
    summary: "List the branches of a conversation", flags: [.json]
  ) { session in
    let store = try await KeptRecords.store(session)
    let record = try await KeptRecords.record(session.arguments.words[0], in: store)
    var rows: [(branch: Branch, last: ConversationNode?)] = []
    for branch in try await store.branches(of: record.id) {
      let last = try await store.last(of: branch, of: record.id)
      rows.append((branch, last))
    }
    if session.arguments.has(.json) {
      let json = rows.map { row in
        var json = row.branch.json
        json["messageCount"] = JSON(count(row.last))
        json["isCurrent"] = JSON(row.branch.name == record.branch)
        return json
      }
      try await session.document(.array(json))
      return .done
    }
    var table = TextTable(["branch", "messages", "last message"])
    for (branch, last) in rows {
      let text = TextWidth.cut(TerminalText.line(last?.message.text ?? ""), to: 60)
      table.add([
        branch.name + (branch.name == record.branch ? " *" : ""), count(last).grouped,
        text,
      ])
    }
    try await session.output.write(table.text())
    return .done
  }

  private static func count(_ last: ConversationNode?) -> Int { last.map { $0.depth + 1 } ?? 0 }
}
