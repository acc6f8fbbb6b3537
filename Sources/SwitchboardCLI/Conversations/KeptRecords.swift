import Switchboard
import SwitchboardCore

/// Finds kept conversations by what the user calls them, and shows how they are called.
enum KeptRecords {
  static let limit = Flag("limit", .integer("N", 1...1_000_000), "The most to print")
  static let branch = Flag(
    "branch", .text("B"), "The branch, in place of the one that was used last")

  /// The store that the configuration names.
  static func store(_ session: Session) async throws -> any ConversationStore {
    try await session.store(of: try session.configuration())
  }

  /// The conversation that a word means.
  static func record(
    _ word: String, in store: any ConversationStore
  ) async throws -> ConversationRecord {
    if let record = try await store.conversation(meant: word) { return record }
    throw SwitchboardError(
      .invalidRequest,
      "There is no conversation '\(word)'; `switchboard history list` shows those that are there.")
  }

  /// The branch that was asked for, or the one that was used last.
  static func branch(
    _ session: Session, of record: ConversationRecord, in store: any ConversationStore
  ) async throws -> Branch {
    let name = session.arguments.text(branch) ?? record.branch
    return try await store.branch(name, of: record.id)
  }

  /// How a conversation is called in a line.
  static func name(_ record: ConversationRecord) -> String {
    record.name ?? record.title ?? String(record.id.description.prefix(8))
  }

  /// A time as people read it, in UTC.
  static func time(_ seconds: Double) -> String {
    String(Timestamp.text(secondsSince1970: seconds).prefix(16)).replacing("T", with: " ")
  }
}
