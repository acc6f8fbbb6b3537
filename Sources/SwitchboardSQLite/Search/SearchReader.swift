import Switchboard
import SwitchboardCore

/// Finds messages by their words.
struct SearchReader {
  let connection: Connection

  /// A page of hits, the message stored last first.
  func hits(
    _ query: SearchQuery, in conversation: ConversationID?, before bound: Int64, limit: Int
  ) throws -> [SearchHit] {
    guard !query.phrases.isEmpty else { return [] }
    var expression = "text : (\(Self.expression(query)))"
    let records = RecordReader(connection: connection)
    if let conversation {
      guard let number = try records.number(of: conversation) else { return [] }
      expression = "conversation : c\(number) AND " + expression
    }
    var seen: [Int64: ConversationRecord] = [:]
    // CROSS JOIN: the index is walked, from its end, and the rest looked up.
    return try connection.all(
      """
      SELECT node.seq, node.id, node.conversation, node.message,
        highlight(search, 1, char(2), char(3))
      FROM search CROSS JOIN node ON node.seq = search.rowid
      WHERE search MATCH ? AND search.rowid < ? ORDER BY search.rowid DESC LIMIT ?
      """, .text(expression), .integer(bound), .integer(limit)
    ) { row in
      let number = row.integer(2)
      let record = try seen[number] ?? records.record(number: number)
      seen[number] = record
      let found = FoundText(highlighted: row.text(4))
      let snippet = SearchSnippet(of: found.text, around: found.places)
      guard let node = NodeID(bytes: row.bytes(1)), let role = try Self.role(row, connection) else {
        throw StoreFailure.damaged(connection.path)
      }
      return SearchHit(
        conversation: record, node: node, role: role, snippet: snippet.text, marks: snippet.marks,
        cursor: SearchHit.Cursor(rawValue: row.integer(0)))
    }
  }

  /// What FTS5 searches for (sqlite.org/fts5.html §3).
  ///
  /// Every phrase stands in quotes, so that nothing a person types is an operator. No word holds a quote.
  private static func expression(_ query: SearchQuery) -> String {
    query.phrases.map { phrase in
      "\"\(phrase.words.joined(separator: " "))\"" + (phrase.isPrefix ? " *" : "")
    }.joined(separator: " ")
  }

  private static func role(_ row: Row, _ connection: Connection) throws -> Message.Role? {
    let message = try StoredJSON.read(row, 3, connection)
    return message["role"].string.flatMap(Message.Role.init(rawValue:))
  }
}
