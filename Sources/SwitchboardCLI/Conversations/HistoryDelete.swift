import Switchboard
import SwitchboardCore

/// `history delete`: forgets a conversation.
enum HistoryDelete {
  static let yes = Flag("yes", "Do not ask")

  static let row = CommandRow(
    name: "delete", words: "ID", wordCount: 1...1,
    summary: "Forget a conversation with all its branches",
    notes: ["On a terminal it asks first; where nobody can answer, --yes is needed."],
    flags: [yes]
  ) { session in
    let store = try await KeptRecords.store(session)
    let record = try await KeptRecords.record(session.arguments.words[0], in: store)
    let name = KeptRecords.name(record)
    if !session.arguments.has(yes) {
      guard InputDescriptor.standard.isTerminal else {
        throw SwitchboardError(
          .invalidRequest, "Nobody can be asked whether '\(name)' may be deleted; say --yes.")
      }
      let question = "Delete '\(name)' with its \(record.messageCount.grouped) messages?"
      session.notes.write(TerminalText.line(question) + " [y/N] ")
      var lines = ChatLines()
      guard let answer = try await lines.next(), ["y", "yes"].contains(answer.trimmed.lowercased())
      else {
        session.notes.say("nothing was deleted.")
        return .done
      }
    }
    guard try await store.delete(record.id) else {
      throw SwitchboardError(.invalidRequest, "Somebody else has deleted '\(name)' already.")
    }
    session.notes.say("'\(name)' is deleted.")
    return .done
  }
}
