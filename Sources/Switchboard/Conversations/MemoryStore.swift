public import SwitchboardCore

/// Keeps conversations as long as the process lives.
public final class MemoryStore: ConversationStore {
  private struct Shelf {
    var trees: [ConversationID: ConversationTree] = [:]
    var values: [String: JSON] = [:]
    /// Counts what is written, so that "last" does not depend on a clock.
    var written: Int64 = 0

    mutating func append(_ turn: NewTurn, after before: [StoredTurn]) throws -> StoredTurn {
      if trees[turn.conversation] == nil {
        try ConversationNames.check(conversation: turn.name)
        try checkFree(turn.name)
        guard turn.parent.isRoot else { throw ConversationNames.unknown(turn.conversation) }
        if let branch = turn.branch { try ConversationNames.check(branch: branch) }
      }
      let new = ConversationTree(
        ConversationRecord(
          id: turn.conversation, name: turn.name, createdAt: turn.at, updatedAt: turn.at))
      written += 1
      // In place: a copy of the tree for each turn would cost as much as the tree is long.
      return try trees[turn.conversation, default: new].append(
        turn, after: before, number: &written)
    }

    func checkFree(_ name: String?) throws {
      if let name, trees.values.contains(where: { $0.record.name == name }) {
        throw ConversationNames.taken(name)
      }
    }
  }

  private let shelf = Locked(Shelf())

  /// An empty store.
  public init() {}

  /// As ``ConversationStore`` demands.
  public func append(_ turns: [NewTurn]) async throws -> [StoredTurn] {
    try shelf.withLock { shelf throws in
      // One turn comes in whole or not at all by itself; several may have to be undone.
      let before = turns.count > 1 ? shelf.trees : nil
      do {
        var stored: [StoredTurn] = []
        for turn in turns { stored.append(try shelf.append(turn, after: stored)) }
        return stored
      } catch {
        if let before { shelf.trees = before }
        throw error
      }
    }
  }

  /// As ``ConversationStore`` demands.
  public func record(of conversation: ConversationID) async throws -> ConversationRecord? {
    shelf.withLock { $0.trees[conversation]?.record }
  }

  /// As ``ConversationStore`` demands.
  public func records(matching text: String, limit: Int) async throws -> [ConversationRecord] {
    shelf.withLock { shelf in
      let records = shelf.trees.values.map(\.record)
      if let named = records.first(where: { $0.name == text }) { return [named] }
      let text = text.lowercased()
      let matching = records.filter { !text.isEmpty && $0.id.description.hasPrefix(text) }
      return Array(matching.sorted { $0.id.description < $1.id.description }.prefix(limit))
    }
  }

  /// As ``ConversationStore`` demands.
  public func records(
    after last: ConversationID?, limit: Int
  ) async throws -> [ConversationRecord] {
    shelf.withLock { shelf in
      let bound = last.flatMap { shelf.trees[$0]?.lastWritten } ?? .max
      let older = shelf.trees.values.filter { $0.lastWritten < bound }
      return older.sorted { $0.lastWritten > $1.lastWritten }.prefix(limit).map(\.record)
    }
  }

  /// As ``ConversationStore`` demands.
  public func rename(
    _ conversation: ConversationID, name: String?, title: String?
  ) async throws {
    try ConversationNames.check(conversation: name)
    try change(conversation) { tree, shelf throws in
      if name != tree.record.name { try shelf.checkFree(name) }
      if let name { tree.record.name = name }
      if let title { tree.record.title = title }
    }
  }

  /// As ``ConversationStore`` demands.
  public func delete(_ conversation: ConversationID) async throws -> Bool {
    shelf.withLock { $0.trees.removeValue(forKey: conversation) != nil }
  }

  /// As ``ConversationStore`` demands.
  public func branches(of conversation: ConversationID) async throws -> [Branch] {
    shelf.withLock { shelf in
      let branches = shelf.trees[conversation]?.branches ?? [:]
      return branches.map { Branch(name: $0.key, head: $0.value) }.sorted { $0.name < $1.name }
    }
  }

  /// As ``ConversationStore`` demands.
  public func setBranch(_ branch: Branch, of conversation: ConversationID) async throws {
    try ConversationNames.check(branch: branch.name)
    try change(conversation) { tree, _ throws in
      if let head = branch.head { _ = try tree.node(head) }
      tree.branches[branch.name] = .some(branch.head)
      tree.record.branch = branch.name
    }
  }

  /// As ``ConversationStore`` demands.
  public func removeBranch(_ name: String, of conversation: ConversationID) async throws {
    try change(conversation) { tree, _ in tree.remove(branch: name) }
  }

  /// As ``ConversationStore`` demands.
  public func path(
    to node: NodeID, in conversation: ConversationID, limit: Int?
  ) async throws -> [ConversationNode] {
    try read(conversation) { tree throws in
      var path: [ConversationNode] = []
      var next: NodeID? = node
      while let id = next, path.count < limit ?? .max {
        let node = try tree.node(id)
        path.append(node)
        next = node.parent
      }
      return path.reversed()
    }
  }

  /// As ``ConversationStore`` demands.
  public func children(
    of node: NodeID?, in conversation: ConversationID
  ) async throws -> [ConversationNode] {
    try read(conversation) { tree throws in
      try (tree.children[node] ?? []).map { try tree.node($0) }
    }
  }

  /// As ``ConversationStore`` demands.
  public func forks(of conversation: ConversationID) async throws -> [[NodeID]] {
    try read(conversation) { $0.forks() }
  }

  /// As ``ConversationStore`` demands.
  public func newest(
    behind node: NodeID, in conversation: ConversationID
  ) async throws -> NodeID {
    try read(conversation) { try $0.newest(behind: node) }
  }

  /// As ``ConversationStore`` demands.
  public func summaries(of conversation: ConversationID) async throws -> [ConversationNode] {
    try read(conversation) { tree throws in
      try tree.order.map { try tree.node($0.id) }.filter { $0.kind == .summary }
    }
  }

  /// As ``ConversationStore`` demands.
  public func nodes(
    of conversation: ConversationID, after last: NodeID?, limit: Int
  ) async throws -> [ConversationNode] {
    try read(conversation) { tree throws in
      let start = try last.map { try tree.place(of: $0) + 1 } ?? 0
      return try tree.order.dropFirst(start).prefix(limit).map { try tree.node($0.id) }
    }
  }

  /// As ``ConversationStore`` demands.
  public func setPinned(
    _ isPinned: Bool, _ node: NodeID, in conversation: ConversationID
  ) async throws {
    try change(conversation) { tree, _ throws in
      _ = try tree.node(node)
      tree.nodes[node]?.isPinned = isPinned
    }
  }

  /// As ``ConversationStore`` demands.
  public func stories(
    of conversation: ConversationID, after last: TurnID?, limit: Int
  ) async throws -> [TurnStory] {
    try read(conversation) { tree in
      let start = last.flatMap { id in tree.stories.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
      return Array(tree.stories.dropFirst(start).prefix(limit))
    }
  }

  /// As ``ConversationStore`` demands.
  public func story(
    of node: NodeID, in conversation: ConversationID
  ) async throws -> TurnStory? {
    try read(conversation) { tree in tree.stories.last { $0.node == node } }
  }

  /// As ``ConversationStore`` demands.
  public func search(
    _ text: String, in conversation: ConversationID?, after last: SearchHit.Cursor?, limit: Int
  ) async throws -> [SearchHit] {
    let query = SearchQuery(text)
    let trees = shelf.withLock { shelf in
      conversation.map { id in shelf.trees[id].map { [$0] } ?? [] } ?? Array(shelf.trees.values)
    }
    let bound = last?.rawValue ?? .max
    return trees.flatMap { tree in
      tree.order.filter { $0.number < bound }.compactMap { tree.hit(for: query, at: $0) }
    }.sorted { $0.cursor.rawValue > $1.cursor.rawValue }.prefix(limit).map { $0 }
  }

  /// As ``ConversationStore`` demands.
  public func value(for key: String) async throws -> JSON? {
    shelf.withLock { $0.values[key] }
  }

  /// As ``ConversationStore`` demands.
  public func setValue(_ value: JSON, for key: String) async throws {
    shelf.withLock { $0.values[key] = value }
  }

  private func read<T>(
    _ conversation: ConversationID, _ body: (ConversationTree) throws -> T
  ) throws -> T {
    try shelf.withLock { shelf throws in
      guard let tree = shelf.trees[conversation] else {
        throw ConversationNames.unknown(conversation)
      }
      return try body(tree)
    }
  }

  private func change(
    _ conversation: ConversationID,
    _ body: (inout ConversationTree, Shelf) throws -> Void
  ) throws {
    try shelf.withLock { shelf throws in
      guard var tree = shelf.trees[conversation] else {
        throw ConversationNames.unknown(conversation)
      }
      try body(&tree, shelf)
      shelf.trees[conversation] = tree
    }
  }
}
