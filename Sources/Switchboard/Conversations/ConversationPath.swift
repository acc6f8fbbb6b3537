import SwitchboardCore

/// The messages of a branch as they are kept at hand: as nodes, and as a request wants them.
struct ConversationPath: Sendable {
  private(set) var nodes: [ConversationNode] = []
  private(set) var messages: [Message] = []

  init(_ nodes: [ConversationNode] = []) { append(nodes) }

  var head: NodeID? { nodes.last?.id }

  var isEmpty: Bool { nodes.isEmpty }

  mutating func append(_ new: [ConversationNode]) {
    nodes += new
    messages += new.map(\.message)
  }

  mutating func keep(_ count: Int) {
    nodes.removeSubrange(count...)
    messages.removeSubrange(count...)
  }

  /// The place of the newest message of the user.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when there is none.
  func question() throws -> Int {
    guard let place = nodes.lastIndex(where: { $0.message.role == .user }) else {
      throw SwitchboardError(
        .invalidRequest, "There is no message to answer in this conversation yet.")
    }
    return place
  }

  mutating func setPinned(_ isPinned: Bool, _ id: NodeID) {
    if let place = nodes.lastIndex(where: { $0.id == id }) { nodes[place].isPinned = isPinned }
  }
}
