import Switchboard
import SwitchboardCore

/// `history show`: the messages of a branch.
enum HistoryShow {
  static let row = CommandRow(
    name: "show", words: "ID", wordCount: 1...1, summary: "Print a conversation",
    notes: [
      "--limit prints the last N messages alone. With --json it is one document, media whole; 'history export' keeps all branches."
    ],
    flags: [HistoryCommand.branch, HistoryCommand.limit, .json]
  ) { session in
    let store = try await HistoryCommand.store(session)
    let record = try await HistoryCommand.record(session.arguments.words[0], in: store)
    let branch = try await HistoryCommand.branch(session, of: record, in: store)
    let reader = try await BranchReader(to: branch.head, of: record.id, in: store)
    let limit = session.arguments.integer(HistoryCommand.limit) ?? reader.count
    let first = max(0, reader.count - limit)
    let output = session.output
    if session.arguments.has(.json) {
      let head = JSON.object([("conversation", record.json), ("branch", branch.json)]).text
      var lead = "\(head.dropLast()),\"messages\":["
      try await reader.read(from: first) { nodes in
        for node in nodes {
          try await output.write(lead + node.json.text)
          lead = ","
        }
      }
      try await output.line((lead == "," ? "" : lead) + "]}")
      return .done
    }
    try await reader.read(from: first) { nodes in
      for node in nodes {
        let text = MessageText.text(node)
        try await output.write(output.isTerminal ? TerminalText.clean(text) : text)
      }
    }
    return .done
  }
}
