public import SwitchboardCore

extension Conversation {
  /// The branches, by name.
  ///
  /// - Returns: The branches; none before the first turn.
  /// - Throws: What the store throws.
  public func branches() async throws -> [Branch] { try await store.branches(of: id) }

  /// Begins another branch and goes on with it; the messages before it are shared.
  ///
  /// - Parameters:
  ///   - name: The new branch's name.
  ///   - node: Its last message; `nil` for the last message of this branch.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when the name is taken
  ///   or does not fit, or the message is not there.
  public func fork(_ name: String, at node: NodeID? = nil) async throws {
    try await alone {
      try ConversationNames.check(branch: name)
      if try await branches().contains(where: { $0.name == name }) {
        throw SwitchboardError(
          .invalidRequest, "There is a branch '\(name)' already; choose another name.")
      }
      let head = try await path().head
      try await move(Branch(name: name, head: node ?? head))
    }
  }

  /// Goes on with another branch.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the nearest
  ///   when there is no such branch.
  public func checkout(_ name: String) async throws {
    try await alone {
      let branch = try await store.branch(name, of: id)
      try await move(branch)
    }
  }

  /// Makes a message the last of this branch: a child that was picked, or a point to go back to.
  ///
  /// What follows it stays in the tree.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when it is not there.
  public func pick(_ node: NodeID) async throws {
    try await alone { try await move(Branch(name: branch, head: node)) }
  }

  /// Goes the way of a message: it and what was said behind it become the end of this branch.
  ///
  /// So who looks at another answer sees again what was said after it. Of several ways behind it, it is
  /// the one that was gone last, whatever branch that was. A branch that leads through the message
  /// already stays as it is.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when it is not there.
  public func follow(_ node: NodeID) async throws {
    try await alone {
      if try await path().nodes.contains(where: { $0.id == node }) { return }
      let head = try await store.newest(behind: node, in: id)
      try await move(Branch(name: branch, head: head))
    }
  }

  /// Takes the last turn back: the newest message of the user and all after it leave the branch.
  ///
  /// They stay in the tree.
  ///
  /// - Returns: What left, the user's message first; empty when there was no turn.
  /// - Throws: What the store throws.
  @discardableResult
  public func undo() async throws -> [ConversationNode] {
    try await alone {
      let path = try await path()
      guard let place = path.nodes.lastIndex(where: { $0.message.role == .user }) else { return [] }
      try await move(Branch(name: branch, head: path.nodes[place].parent))
      return Array(path.nodes[place...])
    }
  }

  /// The other answers to what this message answers, and the message itself, in the order they came.
  ///
  /// - Throws: What the store throws.
  public func siblings(of node: ConversationNode) async throws -> [ConversationNode] {
    try await store.children(of: node.parent, in: id).filter { $0.kind == .message }
  }

  /// What was asked for when an answer was made: words, also of a model that answers with pictures, or
  /// pictures by ``images(for:as:)``.
  ///
  /// An answer without a story, as one that was imported, was painted when it holds pictures alone.
  ///
  /// - Throws: What the store throws.
  public func answer(in node: ConversationNode) async throws -> Requirement.Answer {
    guard node.message.role == .assistant, node.message.isPictures else { return .text }
    let decision = try await store.story(of: node.id, in: id)?.decision
    return decision.map { Decision.answer(in: $0) } ?? .images
  }

  /// Marks a message as one that every plan keeps, or takes the mark away.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when it is not there.
  public func setPinned(_ isPinned: Bool, _ node: NodeID) async throws {
    try await store.setPinned(isPinned, node, in: id)
    state.withLock { $0.path?.setPinned(isPinned, node) }
  }

  private func move(_ branch: Branch) async throws {
    if branch.head == nil, try await store.record(of: id) == nil {
      // Nothing is stored yet, so there is nothing to move.
      state.withLock { $0.branch = branch.name }
      return
    }
    try await store.setBranch(branch, of: id)
    state.withLock { state in
      state.branch = branch.name
      guard let head = branch.head else {
        state.path = ConversationPath()
        return
      }
      guard let place = state.path?.nodes.lastIndex(where: { $0.id == head }) else {
        state.path = nil
        return
      }
      state.path?.keep(place + 1)
    }
  }
}

extension Message {
  /// Whether it consists of pictures.
  fileprivate var isPictures: Bool {
    !parts.isEmpty
      && parts.allSatisfy {
        if case .media(let media) = $0.content { media.family == .image } else { false }
      }
  }
}
