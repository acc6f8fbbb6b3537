import SwitchboardCore

/// One conversation in memory.
struct ConversationTree: Sendable {
  var record: ConversationRecord
  var nodes: [NodeID: ConversationNode] = [:]
  var children: [NodeID?: [NodeID]] = [:]
  /// Every node as it came, with its number in the store.
  private(set) var order: [(id: NodeID, number: Int64)] = []
  private var places: [NodeID: Int] = [:]
  var branches: [String: NodeID?] = [Branch.main: nil]
  var stories: [TurnStory] = []
  var lastWritten: Int64 = 0
  private var stored: [TurnID: StoredTurn] = [:]

  init(_ record: ConversationRecord) { self.record = record }

  func node(_ id: NodeID) throws -> ConversationNode {
    guard let node = nodes[id] else { throw ConversationNames.unknown(id) }
    return node
  }

  func place(of id: NodeID) throws -> Int {
    guard let place = places[id] else { throw ConversationNames.unknown(id) }
    return place
  }

  func forks() -> [[NodeID]] {
    children.values.map { $0.filter { nodes[$0]?.kind == .message } }.filter { $0.count > 1 }
      .sorted { places[$0[0], default: 0] < places[$1[0], default: 0] }
  }

  func newest(behind id: NodeID) throws -> NodeID {
    var newest = try place(of: id)
    var rest = [id]
    while let next = rest.popLast() {
      for child in children[next] ?? [] where nodes[child]?.kind == .message {
        newest = max(newest, try place(of: child))
        rest.append(child)
      }
    }
    return order[newest].id
  }

  mutating func remove(branch name: String) {
    branches[name] = nil
    if record.branch == name { record.branch = branches.keys.sorted().first ?? Branch.main }
  }

  func hit(for query: SearchQuery, at entry: (id: NodeID, number: Int64)) -> SearchHit? {
    guard let node = nodes[entry.id], node.kind == .message else { return nil }
    let text = node.message.text
    guard let places = query.places(in: text) else { return nil }
    let snippet = SearchSnippet(of: text, around: places)
    return SearchHit(
      conversation: record, node: node.id, role: node.message.role, snippet: snippet.text,
      marks: snippet.marks, cursor: .init(rawValue: entry.number))
  }

  /// Appends a turn.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - before: What became of the turns of the same call before it.
  ///   - number: The store's counter of what is written.
  /// - Returns: What became of it.
  /// - Throws: When its parent is not here.
  mutating func append(
    _ turn: NewTurn, after before: [StoredTurn], number: inout Int64
  ) throws -> StoredTurn {
    if let known = stored[turn.id] { return known }
    var branch = turn.branch
    var parent = try parent(of: turn, after: before)
    var hadConflict = false
    if let name = branch {
      try ConversationNames.check(branch: name)
      if let head = branches[name], head != turn.expectedHead, !turn.messages.isEmpty {
        hadConflict = true
        switch turn.onConflict {
        case .follow: parent = head ?? parent
        case .branch: branch = ConversationNames.free(like: name) { branches[$0] != nil }
        }
      }
    }
    var added: [ConversationNode] = []
    for message in turn.messages {
      let node = try make(message, turn, after: parent)
      number += 1
      nodes[node.id] = node
      children[parent, default: []].append(node.id)
      places[node.id] = order.count
      order.append((node.id, number))
      added.append(node)
      parent = node.id
    }
    if let branch, let last = added.last {
      branches[branch] = .some(last.id)
      record.branch = branch
    }
    if record.title == nil { record.title = turn.title }
    record.messageCount += turn.kind == .message ? added.count : 0
    record.updatedAt = turn.at
    lastWritten = number
    stories.append(
      TurnStory(
        id: turn.id, node: added.last?.id, decision: turn.decision,
        attempts: turn.attempts.map(\.json), storedAt: turn.at))
    let result = StoredTurn(
      id: turn.id, nodes: added, branch: branch, hadConflict: hadConflict)
    stored[turn.id] = result
    return result
  }

  private func parent(of turn: NewTurn, after before: [StoredTurn]) throws -> NodeID? {
    switch turn.parent {
    case .root: return nil
    case .node(let id): return try node(id).id
    case .turn(let place):
      guard before.indices.contains(place), let last = before[place].nodes.last,
        nodes[last.id] != nil
      else {
        throw SwitchboardError(
          .invalidRequest, "The turn follows turn \(place), which has no message here.")
      }
      return last.id
    }
  }

  private func make(
    _ message: Message, _ turn: NewTurn, after parent: NodeID?
  ) throws -> ConversationNode {
    var ordinal = 0
    var id = NodeID(of: message, after: parent, in: record.id, ordinal: ordinal)
    while nodes[id] != nil {
      ordinal += 1
      id = NodeID(of: message, after: parent, in: record.id, ordinal: ordinal)
    }
    return ConversationNode(
      id: id, parent: parent, depth: try parent.map { try node($0).depth + 1 } ?? 0,
      message: message, kind: turn.kind, storedAt: turn.at)
  }
}
