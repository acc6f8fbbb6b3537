import Switchboard
import SwitchboardCore

/// Changes conversations, in the transaction of whoever calls.
struct ConversationWriter {
  let connection: Connection

  private var records: RecordReader { RecordReader(connection: connection) }
  private var turns: TurnWriter { TurnWriter(connection: connection) }
  private var nodes: NodeReader { NodeReader(connection: connection) }

  func rename(_ conversation: ConversationID, name: String?, title: String?) throws {
    try ConversationNames.check(conversation: name)
    guard let record = try records.record(of: conversation) else {
      throw ConversationNames.unknown(conversation)
    }
    if name != record.name { try turns.checkFree(name) }
    try connection.run(
      """
      UPDATE conversation SET name = coalesce(?, name), title = coalesce(?, title) WHERE id = ?
      """, .text(name), .text(title), .bytes(conversation.bytes))
  }

  func setBranch(_ branch: Branch, of conversation: ConversationID) throws {
    try ConversationNames.check(branch: branch.name)
    let number = try records.existing(conversation)
    let head = try branch.head.map { try nodes.existing($0, in: number) }
    try turns.set(branch.name, to: head, in: number)
    try use(branch.name, in: number)
  }

  func removeBranch(_ name: String, of conversation: ConversationID) throws {
    let number = try records.existing(conversation)
    try connection.run(
      "DELETE FROM branch WHERE conversation = ? AND name = ?", .integer(number), .text(name))
    guard try records.record(number: number).branch == name else { return }
    let other = try connection.first(
      "SELECT name FROM branch WHERE conversation = ? ORDER BY name LIMIT 1", .integer(number)
    ) { $0.text(0) }
    try use(other ?? Branch.main, in: number)
  }

  private func use(_ branch: String, in conversation: Int64) throws {
    try connection.run(
      "UPDATE conversation SET branch = ? WHERE seq = ?", .text(branch), .integer(conversation))
  }

  func setPinned(_ isPinned: Bool, _ node: NodeID, in conversation: ConversationID) throws {
    let number = try nodes.existing(node, in: records.existing(conversation))
    try connection.run(
      "UPDATE node SET isPinned = ? WHERE seq = ?", .flag(isPinned), .integer(number))
  }

  /// Deletes a conversation, and the media that nobody else uses.
  func delete(_ conversation: ConversationID) throws -> Bool {
    guard let number = try records.number(of: conversation) else { return false }
    let blobs = try connection.all(
      """
      SELECT DISTINCT blobUse.blob FROM node JOIN blobUse ON blobUse.node = node.seq
      WHERE node.conversation = ?
      """, .integer(number)
    ) { $0.integer(0) }
    try SearchIndex(connection: connection).remove(conversation: number)
    for table in ["branch", "turn", "node"] {
      try connection.run("DELETE FROM \(table) WHERE conversation = ?", .integer(number))
    }
    try connection.run("DELETE FROM conversation WHERE seq = ?", .integer(number))
    for blob in blobs {
      try connection.run(
        """
        DELETE FROM blob
        WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM blobUse WHERE blobUse.blob = ?1)
        """, .integer(blob))
    }
    return true
  }
}
