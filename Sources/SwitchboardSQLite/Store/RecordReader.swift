import Switchboard
import SwitchboardCore

/// Reads what is known of conversations.
struct RecordReader {
  let connection: Connection

  private static let columns =
    "id, name, title, branch, messages, createdAt, updatedAt FROM conversation "

  /// The number of a conversation inside the store.
  func number(of conversation: ConversationID) throws -> Int64? {
    try connection.integer("SELECT seq FROM conversation WHERE id = ?", .bytes(conversation.bytes))
  }

  /// The number of a conversation that must be there.
  func existing(_ conversation: ConversationID) throws -> Int64 {
    guard let number = try number(of: conversation) else {
      throw ConversationNames.unknown(conversation)
    }
    return number
  }

  func record(of conversation: ConversationID) throws -> ConversationRecord? {
    try connection.first(
      "SELECT " + Self.columns + "WHERE id = ?", .bytes(conversation.bytes), body: record)
  }

  func record(number: Int64) throws -> ConversationRecord {
    let record = try connection.first(
      "SELECT " + Self.columns + "WHERE seq = ?", .integer(number), body: record)
    guard let record else { throw StoreFailure.damaged(connection.path) }
    return record
  }

  func records(matching text: String, limit: Int) throws -> [ConversationRecord] {
    let named = try connection.first(
      "SELECT " + Self.columns + "WHERE name = ?", .text(text), body: record)
    if let named { return [named] }
    let length = 2 * ConversationID.byteCount
    guard (1...length).contains(text.utf8.count),
      // The least and the greatest id that begin so.
      let least = ConversationID(text + String(repeating: "0", count: length - text.utf8.count)),
      let most = ConversationID(text + String(repeating: "f", count: length - text.utf8.count))
    else { return [] }
    return try connection.all(
      "SELECT " + Self.columns + "WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      .bytes(least.bytes), .bytes(most.bytes), .integer(limit), body: record)
  }

  func records(after last: ConversationID?, limit: Int) throws -> [ConversationRecord] {
    let bound = try last.flatMap { last in
      try connection.integer(
        "SELECT written FROM conversation WHERE id = ?", .bytes(last.bytes))
    }
    return try connection.all(
      "SELECT " + Self.columns + "WHERE written < ? ORDER BY written DESC LIMIT ?",
      .integer(bound ?? .max), .integer(limit), body: record)
  }

  func branches(of conversation: ConversationID) throws -> [Branch] {
    try connection.all(
      """
      SELECT branch.name, node.id FROM conversation
      JOIN branch ON branch.conversation = conversation.seq
      LEFT JOIN node ON node.seq = branch.head
      WHERE conversation.id = ? ORDER BY branch.name
      """, .bytes(conversation.bytes)
    ) { row in
      Branch(name: row.text(0), head: try row.optionalBytes(1).map(node))
    }
  }

  private func node(_ bytes: [UInt8]) throws -> NodeID {
    guard let node = NodeID(bytes: bytes) else { throw StoreFailure.damaged(connection.path) }
    return node
  }

  private func record(_ row: Row) throws -> ConversationRecord {
    guard let id = ConversationID(bytes: row.bytes(0)) else {
      throw StoreFailure.damaged(connection.path)
    }
    return ConversationRecord(
      id: id, name: row.optionalText(1), title: row.optionalText(2), branch: row.text(3),
      messageCount: Int(row.integer(4)), createdAt: row.real(5), updatedAt: row.real(6))
  }
}
