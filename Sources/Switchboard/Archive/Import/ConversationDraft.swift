import SwitchboardCore

/// A conversation that was read and is not stored yet.
struct ConversationDraft: Sendable {
  /// A message with its place in the tree.
  struct Node: Sendable {
    var id: NodeID
    /// The place of its parent among the nodes, which is before its own.
    var parent: Int?
    var message: Message
    var kind = ConversationNode.Kind.message
    var isPinned = false
    /// In seconds since 1970 (UTC).
    var at: Double
  }

  let id: ConversationID
  var name: String?
  var title: String?
  /// The messages, parents before their children.
  private(set) var nodes: [Node] = []
  /// The branches by name, each with the place of its last message.
  var branches: [(name: String, last: Int?)] = []
  /// The branch that was used last.
  var current = Branch.main
  /// What became of what the file holds.
  var tally = ImportTally()

  private var ids: Set<NodeID> = []

  init(_ id: ConversationID) { self.id = id }

  /// Adds a message after another.
  ///
  /// - Returns: Its place among the nodes.
  @discardableResult
  mutating func add(
    _ message: Message, after parent: Int?, at time: Double,
    kind: ConversationNode.Kind = .message, isPinned: Bool = false
  ) -> Int {
    let above = parent.map { nodes[$0].id }
    var ordinal = 0
    var id = NodeID(of: message, after: above, in: self.id, ordinal: ordinal)
    // The stores number equal siblings in the same way.
    while !ids.insert(id).inserted {
      ordinal += 1
      id = NodeID(of: message, after: above, in: self.id, ordinal: ordinal)
    }
    nodes.append(
      Node(id: id, parent: parent, message: message, kind: kind, isPinned: isPinned, at: time))
    return nodes.count - 1
  }

  /// The turns that make the conversation: runs of messages that follow each other and were said at
  /// one time.
  ///
  /// A branch is made by the turn that ends at its last message, one branch a turn.
  func turns(named name: String?) -> [NewTurn] {
    var heads: [Int: String] = [:]
    for branch in branches {
      if let last = branch.last, heads[last] == nil { heads[last] = branch.name }
    }
    var turns: [NewTurn] = []
    for (place, node) in nodes.enumerated() {
      let goesOn =
        place > 0 && node.parent == place - 1 && heads[place - 1] == nil
        && node.at == nodes[place - 1].at && node.kind == nodes[place - 1].kind
      if !goesOn {
        turns.append(
          NewTurn(
            conversation: id, branch: nil,
            parent: node.parent.map { .node(nodes[$0].id) } ?? .root, messages: [],
            kind: node.kind, at: node.at))
      }
      turns[turns.count - 1].messages.append(node.message)
      turns[turns.count - 1].branch = heads[place]
    }
    turns[0].name = name
    turns[0].title = title ?? ConversationTitle.make(from: nodes.map(\.message))
    return turns
  }
}

extension ConversationID {
  /// The id of a conversation of another tool: the same each time it is read.
  init(of source: String, from form: ConversationImport.Form) {
    self.init(digestOf: Array("\(form.rawValue)\0\(source)".utf8))
  }
}
