import Switchboard
import SwitchboardCore

/// Reads where conversations part, and where their ways end.
struct ForkReader {
  let connection: Connection

  private var nodes: NodeReader { NodeReader(connection: connection) }

  /// The messages that answer the same, where there are two or more.
  func forks(of conversation: ConversationID) throws -> [[NodeID]] {
    let number = try RecordReader(connection: connection).existing(conversation)
    var forks: [(first: Int64, nodes: [NodeID])] = []
    var last: Int64?
    // A first message has no parent: 0 stands for it, which is no number of a message.
    try connection.walk(
      """
      SELECT ifnull(parent, 0) AS above, seq, id FROM node
      WHERE conversation = ?1 AND kind = 'message' AND above IN (
        SELECT ifnull(parent, 0) FROM node WHERE conversation = ?1 AND kind = 'message'
        GROUP BY 1 HAVING count(*) > 1)
      ORDER BY above, seq
      """, .integer(number)
    ) { row in
      if last != row.integer(0) { forks.append((row.integer(1), [])) }
      last = row.integer(0)
      forks[forks.count - 1].nodes.append(try nodes.id(row.bytes(2)))
      return true
    }
    return forks.sorted { $0.first < $1.first }.map(\.nodes)
  }

  /// The message that was appended last, of one and all that follow it.
  func newest(behind node: NodeID, in conversation: ConversationID) throws -> NodeID {
    let number = try RecordReader(connection: connection).existing(conversation)
    let start = try nodes.existing(node, in: number)
    // Whoever follows was written later; anything else would be a way without an end.
    let newest = try connection.first(
      """
      WITH RECURSIVE behind (seq) AS (
        VALUES (?)
        UNION ALL
        SELECT node.seq FROM behind JOIN node ON node.parent = behind.seq
        WHERE node.kind = 'message' AND node.seq > behind.seq)
      SELECT id FROM node WHERE seq = (SELECT max(seq) FROM behind)
      """, .integer(start)
    ) { try nodes.id($0.bytes(0)) }
    guard let newest else { throw StoreFailure.damaged(connection.path) }
    return newest
  }
}
