import Switchboard
import SwitchboardCore

/// Reads the stories of turns.
struct StoryReader {
  let connection: Connection

  private static let columns =
    "turn.seq, turn.id, node.id, turn.decision, turn.storedAt FROM turn "

  func stories(
    of conversation: ConversationID, after last: TurnID?, limit: Int
  ) throws -> [TurnStory] {
    let number = try RecordReader(connection: connection).existing(conversation)
    let bound = try last.flatMap { last in
      try connection.integer(
        "SELECT seq FROM turn WHERE id = ? AND conversation = ?", .bytes(last.bytes),
        .integer(number))
    }
    return try connection.all(
      "SELECT " + Self.columns + """
        LEFT JOIN node ON node.seq = turn.lastNode
        WHERE turn.conversation = ? AND turn.seq > ? ORDER BY turn.seq LIMIT ?
        """, .integer(number), .integer(bound ?? 0), .integer(limit), body: story)
  }

  /// The story of the turn that ended with a message.
  func story(of node: NodeID, in conversation: ConversationID) throws -> TurnStory? {
    let number = try RecordReader(connection: connection).existing(conversation)
    return try connection.first(
      "SELECT " + Self.columns + """
        JOIN node ON node.seq = turn.lastNode
        WHERE turn.conversation = ? AND node.id = ?
        """, .integer(number), .bytes(node.bytes), body: story)
  }

  private func story(_ row: Row) throws -> TurnStory {
    let attempts = try connection.all(
      "SELECT attempt FROM attempt WHERE turn = ? ORDER BY place", .integer(row.integer(0))
    ) { try StoredJSON.read($0, 0, connection) }
    guard let id = TurnID(bytes: row.bytes(1)) else {
      throw StoreFailure.damaged(connection.path)
    }
    // A plain `nil` here would be JSON's null.
    let decision = row.isNull(3) ? JSON?.none : try StoredJSON.read(row, 3, connection)
    let nodes = NodeReader(connection: connection)
    return TurnStory(
      id: id, node: try row.optionalBytes(2).map(nodes.id), decision: decision,
      attempts: attempts, storedAt: row.real(4))
  }
}
