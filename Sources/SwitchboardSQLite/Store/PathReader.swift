import Switchboard
import SwitchboardCore

/// Reads the way that leads to a message.
struct PathReader {
  let connection: Connection

  private var nodes: NodeReader { NodeReader(connection: connection) }

  /// As many rows of others are passed by before the next message is looked up instead.
  private static let patience = 4

  /// The messages that lead to a node, the oldest first.
  func path(
    to node: NodeID, in conversation: ConversationID, limit: Int?
  ) throws -> [ConversationNode] {
    let number = try RecordReader(connection: connection).existing(conversation)
    var next: Int64? = try nodes.existing(node, in: number)
    let limit = limit ?? .max
    var path: [ConversationNode] = []
    while let start = next, path.count < limit {
      try walk(from: start, to: &next, limit, &path)
      // Nobody stands there: the way has a hole.
      if next == start { throw StoreFailure.damaged(connection.path) }
    }
    if let next {
      let id = try connection.first("SELECT id FROM node WHERE seq = ?", .integer(next)) {
        try nodes.id($0.bytes(0))
      }
      if path.isEmpty { return [] }
      guard let id else { throw StoreFailure.damaged(connection.path) }
      path[path.count - 1] = path[path.count - 1].following(id)
    }
    return path.reversed()
  }

  /// Takes messages as they lie in the file, which mostly is the order in which they follow each other.
  private func walk(
    from start: Int64, to next: inout Int64?, _ limit: Int, _ path: inout [ConversationNode]
  ) throws {
    var passed = 0
    try connection.walk(
      """
      SELECT id, seq, parent, depth, kind, isPinned, message, storedAt FROM node
      WHERE seq <= ? ORDER BY seq DESC
      """, .integer(start)
    ) { row in
      guard row.integer(1) == next else {
        passed += 1
        return passed < Self.patience
      }
      let node = try nodes.node(row, parent: nil, from: 3)
      if let last = path.last { path[path.count - 1] = last.following(node.id) }
      path.append(node)
      next = row.optionalInteger(2)
      // Whoever is above was written before; anything else would be a way without an end.
      guard next ?? 0 < row.integer(1) else { throw StoreFailure.damaged(connection.path) }
      return next != nil && path.count < limit
    }
  }
}

extension ConversationNode {
  /// The same message with its parent.
  fileprivate func following(_ parent: NodeID) -> ConversationNode {
    ConversationNode(
      id: id, parent: parent, depth: depth, message: message, kind: kind, isPinned: isPinned,
      storedAt: storedAt)
  }
}
