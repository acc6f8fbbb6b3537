import Switchboard
import SwitchboardCore
import SwitchboardDigest

/// Reads messages.
struct NodeReader {
  let connection: Connection

  private static let columns = """
    SELECT node.id, above.id, node.depth, node.kind, node.isPinned, node.message, node.storedAt
    FROM node LEFT JOIN node AS above ON above.seq = node.parent 
    """

  /// The number of a message that must be in the conversation.
  func existing(_ node: NodeID, in conversation: Int64) throws -> Int64 {
    let number = try connection.integer(
      "SELECT seq FROM node WHERE id = ? AND conversation = ?", .bytes(node.bytes),
      .integer(conversation))
    guard let number else { throw ConversationNames.unknown(node) }
    return number
  }

  func children(
    of node: NodeID?, in conversation: ConversationID
  ) throws -> [ConversationNode] {
    let number = try RecordReader(connection: connection).existing(conversation)
    guard let node else {
      return try connection.all(
        Self.columns + "WHERE node.conversation = ? AND node.parent IS NULL ORDER BY node.seq",
        .integer(number), body: self.node)
    }
    return try connection.all(
      Self.columns + """
        WHERE node.parent = (SELECT seq FROM node WHERE id = ? AND conversation = ?)
        ORDER BY node.seq
        """, .bytes(node.bytes), .integer(number), body: self.node)
  }

  func summaries(of conversation: ConversationID) throws -> [ConversationNode] {
    let number = try RecordReader(connection: connection).existing(conversation)
    return try connection.all(
      Self.columns + "WHERE node.conversation = ? AND node.kind = 'summary' ORDER BY node.seq",
      .integer(number), body: node)
  }

  func nodes(
    of conversation: ConversationID, after last: NodeID?, limit: Int
  ) throws -> [ConversationNode] {
    let number = try RecordReader(connection: connection).existing(conversation)
    let bound = try last.map { try existing($0, in: number) } ?? 0
    return try connection.all(
      Self.columns + "WHERE node.conversation = ? AND node.seq > ? ORDER BY node.seq LIMIT ?",
      .integer(number), .integer(bound), .integer(limit), body: node)
  }

  /// The messages of one turn, which have numbers that follow each other.
  func nodes(from first: Int64, to last: Int64) throws -> [ConversationNode] {
    try connection.all(
      Self.columns + "WHERE node.seq BETWEEN ? AND ? ORDER BY node.seq", .integer(first),
      .integer(last), body: node)
  }

  private func node(_ row: Row) throws -> ConversationNode {
    try node(row, parent: try row.optionalBytes(1).map(id), from: 2)
  }

  /// The message of a row whose first column is its id.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - parent: The message before it.
  ///   - column: The first of the columns depth, kind, isPinned, message and storedAt.
  /// - Returns: The message.
  /// - Throws: When the row is no message that was stored by us.
  func node(_ row: Row, parent: NodeID?, from column: Int32) throws -> ConversationNode {
    guard let kind = ConversationNode.Kind(rawValue: row.text(column + 1)) else {
      throw StoreFailure.damaged(connection.path)
    }
    return ConversationNode(
      id: try id(row.bytes(0)), parent: parent, depth: Int(row.integer(column)),
      message: try message(row, column + 3), kind: kind, isPinned: row.flag(column + 2),
      storedAt: row.real(column + 4))
  }

  private func message(_ row: Row, _ column: Int32) throws -> Message {
    let json = try StoredJSON.read(row, column, connection)
    do {
      return try Message(storedJSON: json) { [connection] digest in
        try connection.first(
          "SELECT bytes FROM blob WHERE sha256 = ?", .bytes(Hex.decode(digest) ?? [])
        ) { $0.bytes(0) }
      }
    } catch let error as SwitchboardError where error.kind == .invalidRequest {
      // What was stored was a message.
      throw StoreFailure.damaged(connection.path, error)
    }
  }

  func id(_ bytes: [UInt8]) throws -> NodeID {
    guard let id = NodeID(bytes: bytes) else { throw StoreFailure.damaged(connection.path) }
    return id
  }
}
