/// Keeps the index of words in step with the messages.
struct SearchIndex {
  let connection: Connection

  /// Adds a message that was written.
  ///
  /// One row of plain values: a statement that could write several opens a savepoint, and FTS5 writes
  /// all that it has gathered at each savepoint instead of once a transaction. For the same reason
  /// nothing that a turn writes has a RETURNING clause.
  func add(node: Int64, in conversation: Int64, _ text: String) throws {
    try connection.run(
      "INSERT INTO search (rowid, conversation, text) VALUES (?, ?, ?)", .integer(node),
      .text("c\(conversation)"), .text(text))
  }

  /// Takes the messages of a conversation out, which must still be there: the index keeps no text and has
  /// to be told which words go (sqlite.org/fts5.html §6.4).
  func remove(conversation: Int64) throws {
    try connection.run(
      """
      INSERT INTO search (search, rowid, conversation, text)
      SELECT 'delete', seq, searchable.conversation, text
      FROM node JOIN searchable USING (seq) WHERE node.conversation = ?
      """, .integer(conversation))
  }
}
