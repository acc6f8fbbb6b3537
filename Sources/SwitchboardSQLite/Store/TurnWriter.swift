import Switchboard
import SwitchboardCore

/// Writes turns, in the transaction of whoever calls.
struct TurnWriter {
  let connection: Connection

  private var records: RecordReader { RecordReader(connection: connection) }
  private var nodes: NodeReader { NodeReader(connection: connection) }

  /// A message as a place to go on from.
  private struct Place {
    var seq: Int64
    var id: NodeID
    var depth: Int64
  }

  /// Appends turns, each after those before it.
  func append(_ turns: [PreparedTurn]) throws -> [StoredTurn] {
    var stored: [StoredTurn] = []
    for turn in turns { stored.append(try append(turn, after: stored)) }
    return stored
  }

  private func append(_ prepared: PreparedTurn, after before: [StoredTurn]) throws -> StoredTurn {
    let turn = prepared.turn
    if let known = try stored(turn.id) { return known }
    let conversation = try begin(turn)
    var parent = try parent(of: turn, in: conversation, after: before)
    if let branch = turn.branch { try ConversationNames.check(branch: branch) }
    var branch = turn.branch
    var hadConflict = false
    if let name = branch, !turn.messages.isEmpty, let head = try head(of: name, in: conversation),
      head?.id != turn.expectedHead
    {
      hadConflict = true
      switch turn.onConflict {
      case .follow: parent = head ?? parent
      case .branch:
        branch = try ConversationNames.free(like: name) {
          try self.head(of: $0, in: conversation) != nil
        }
      }
    }
    var added: [(seq: Int64, node: ConversationNode)] = []
    for message in prepared.messages {
      let node = try add(message, of: turn, in: conversation, after: parent)
      added.append(node)
      parent = Place(seq: node.seq, id: node.node.id, depth: Int64(node.node.depth))
    }
    if let branch, let last = added.last { try set(branch, to: last.seq, in: conversation) }
    let number = try tell(
      prepared, in: conversation, nodes: added.map(\.seq), branch: branch, hadConflict)
    try connection.run(
      """
      UPDATE conversation SET title = coalesce(title, ?), branch = coalesce(?, branch),
        messages = messages + ?, written = ?, updatedAt = ? WHERE seq = ?
      """, .text(turn.title), .text(added.isEmpty ? nil : branch),
      .integer(turn.kind == .message ? added.count : 0), .integer(number), .real(turn.at),
      .integer(conversation))
    return StoredTurn(
      id: turn.id, nodes: added.map(\.node), branch: branch, hadConflict: hadConflict)
  }

  /// What became of a turn that was given before.
  private func stored(_ turn: TurnID) throws -> StoredTurn? {
    try connection.first(
      "SELECT firstNode, lastNode, branch, hadConflict FROM turn WHERE id = ?", .bytes(turn.bytes)
    ) { row in
      var added: [ConversationNode] = []
      if let first = row.optionalInteger(0), let last = row.optionalInteger(1) {
        added = try nodes.nodes(from: first, to: last)
      }
      return StoredTurn(
        id: turn, nodes: added, branch: row.optionalText(2), hadConflict: row.flag(3))
    }
  }

  /// The number of the turn's conversation, which begins to be with its first turn.
  private func begin(_ turn: NewTurn) throws -> Int64 {
    if let number = try records.number(of: turn.conversation) { return number }
    try ConversationNames.check(conversation: turn.name)
    try checkFree(turn.name)
    guard turn.parent == .root else { throw ConversationNames.unknown(turn.conversation) }
    try connection.run(
      """
      INSERT INTO conversation (id, name, branch, messages, written, createdAt, updatedAt)
      VALUES (?, ?, ?, 0, 0, ?, ?)
      """, .bytes(turn.conversation.bytes), .text(turn.name), .text(Branch.main), .real(turn.at),
      .real(turn.at))
    let number = try records.existing(turn.conversation)
    try set(Branch.main, to: nil, in: number)
    return number
  }

  private func parent(
    of turn: NewTurn, in conversation: Int64, after before: [StoredTurn]
  ) throws -> Place? {
    switch turn.parent {
    case .root: return nil
    case .node(let id): return try place(id, in: conversation)
    case .turn(let number):
      guard before.indices.contains(number), let last = before[number].nodes.last else {
        throw SwitchboardError(
          .invalidRequest, "The turn follows turn \(number), which has no message here.")
      }
      return try place(last.id, in: conversation)
    }
  }

  private func place(_ id: NodeID, in conversation: Int64) throws -> Place {
    let place = try connection.first(
      "SELECT seq, depth FROM node WHERE id = ? AND conversation = ?", .bytes(id.bytes),
      .integer(conversation)
    ) { Place(seq: $0.integer(0), id: id, depth: $0.integer(1)) }
    guard let place else { throw ConversationNames.unknown(id) }
    return place
  }

  /// The end of a branch; `nil` without such a branch, `.some(nil)` when it is empty.
  private func head(of branch: String, in conversation: Int64) throws -> Place?? {
    try connection.first(
      """
      SELECT node.seq, node.id, node.depth FROM branch LEFT JOIN node ON node.seq = branch.head
      WHERE branch.conversation = ? AND branch.name = ?
      """, .integer(conversation), .text(branch)
    ) { row -> Place? in
      guard let bytes = row.optionalBytes(1) else { return nil }
      guard let id = NodeID(bytes: bytes) else { throw StoreFailure.damaged(connection.path) }
      return Place(seq: row.integer(0), id: id, depth: row.integer(2))
    }
  }

  private func add(
    _ prepared: PreparedTurn.PreparedMessage, of turn: NewTurn, in conversation: Int64,
    after parent: Place?
  ) throws -> (seq: Int64, node: ConversationNode) {
    let depth = parent.map { $0.depth + 1 } ?? 0
    var ordinal = 0
    while true {
      let id = NodeID(
        of: prepared.message, after: parent?.id, in: turn.conversation, ordinal: ordinal)
      let seq = try connection.insert(
        """
        INSERT INTO node (id, conversation, parent, depth, kind, isPinned, message, storedAt)
        VALUES (?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO NOTHING
        """, .bytes(id.bytes), .integer(conversation), .integer(parent?.seq), .integer(depth),
        .text(turn.kind.rawValue), .utf8(prepared.stored), .real(turn.at))
      guard let seq else {
        // An equal message was said here before.
        ordinal += 1
        continue
      }
      if turn.kind == .message {
        try SearchIndex(connection: connection).add(node: seq, in: conversation, prepared.words)
      }
      for blob in prepared.blobs { try keep(blob.digest, blob.bytes, for: seq) }
      let node = ConversationNode(
        id: id, parent: parent?.id, depth: Int(depth), message: prepared.message, kind: turn.kind,
        storedAt: turn.at)
      return (seq, node)
    }
  }

  /// Stores bytes once, whoever else uses them.
  private func keep(_ digest: [UInt8], _ bytes: [UInt8], for node: Int64) throws {
    let known = try connection.integer("SELECT seq FROM blob WHERE sha256 = ?", .bytes(digest))
    let blob =
      try known
      ?? connection.insert(
        "INSERT INTO blob (sha256, bytes) VALUES (?, ?)", .bytes(digest), .bytes(bytes))
    try connection.run(
      "INSERT INTO blobUse (node, blob) VALUES (?, ?) ON CONFLICT DO NOTHING", .integer(node),
      .integer(blob))
  }

  /// Writes the turn's story.
  ///
  /// - Returns: The turn's number.
  private func tell(
    _ prepared: PreparedTurn, in conversation: Int64, nodes: [Int64], branch: String?,
    _ hadConflict: Bool
  ) throws -> Int64 {
    let number = try connection.insert(
      """
      INSERT INTO turn
        (id, conversation, firstNode, lastNode, branch, hadConflict, decision, storedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .bytes(prepared.turn.id.bytes), .integer(conversation), .integer(nodes.first),
      .integer(nodes.last), .text(branch), .flag(hadConflict), .utf8(prepared.decision),
      .real(prepared.turn.at))
    guard let number else { throw StoreFailure.damaged(connection.path) }
    for (place, attempt) in prepared.attempts.enumerated() {
      try connection.run(
        "INSERT INTO attempt (turn, place, attempt) VALUES (?, ?, ?)", .integer(number),
        .integer(place), .utf8(attempt))
    }
    return number
  }

  /// Makes or moves a branch.
  func set(_ branch: String, to head: Int64?, in conversation: Int64) throws {
    try connection.run(
      """
      INSERT INTO branch (conversation, name, head) VALUES (?, ?, ?)
      ON CONFLICT (conversation, name) DO UPDATE SET head = excluded.head
      """, .integer(conversation), .text(branch), .integer(head))
  }

  /// Says so when another conversation has a name.
  func checkFree(_ name: String?) throws {
    guard let name else { return }
    let taken = try connection.integer("SELECT 1 FROM conversation WHERE name = ?", .text(name))
    if taken != nil { throw ConversationNames.taken(name) }
  }
}
