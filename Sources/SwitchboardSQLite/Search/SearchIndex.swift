/// Keeps the index of words in step with the messages.
struct SearchIndex {
  let connection: Connection

  /// Adds a message that was written.
  func add(node: Int64) throws {
    try connection.run(
      """
      INSERT INTO search (rowid, conversation, text)
      SELECT seq, conversation, text FROM searchable WHERE seq = ?
      """, .integer(node))
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
