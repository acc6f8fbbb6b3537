import Switchboard
import SwitchboardCore

/// `history show`: the messages of a branch.
enum HistoryShow {
  static let row = CommandRow(
    name: "show", words: "ID", wordCount: 1...1, summary: "Print a conversation",
    notes: [
      "--limit prints the last N messages alone. With --json it is one document, media whole; 'history export' keeps all branches."
    ],
    flags: [KeptRecords.branch, KeptRecords.limit, .json]
  ) { session in
    let store = try await KeptRecords.store(session)
    let record = try await KeptRecords.record(session.arguments.words[0], in: store)
    let branch = try await KeptRecords.branch(session, of: record, in: store)
    let reader = try await BranchReader(
      to: branch.head, of: record.id, in: store,
      last: session.arguments.integer(KeptRecords.limit) ?? .max)
    let output = session.output
    var cleaner = TerminalText()
    func write(_ text: String) async throws {
      try await output.write(output.isTerminal ? cleaner.clean(text) : text)
    }
    if session.arguments.has(.json) {
      let head = JSON.object([("conversation", record.json), ("branch", branch.json)]).text
      try await write("\(head.dropLast()),\"messages\":[")
      var comma = ""
      try await reader.read { nodes in
        for node in nodes {
          try await write(comma + node.json.text)
          comma = ","
        }
      }
      try await write("]}\n")
      return .done
    }
    try await reader.read { nodes in
      for node in nodes { try await write(MessageText.text(node)) }
    }
    return .done
  }
}
