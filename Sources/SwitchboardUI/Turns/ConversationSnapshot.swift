import Switchboard
import SwitchboardCore

/// A conversation as a chat shows it.
struct ConversationSnapshot: Sendable {
  var nodes: [ConversationNode]

  /// The positions of the messages that were not shown before.
  var versions: [NodeID: ChatVersions] = [:]

  var branch: String
  var branches: [Branch]
  var title: String?

  /// Looks at a conversation.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - known: The messages whose positions are known: each of the others is one look at the store.
  /// - Throws: What the store throws.
  @concurrent init(of conversation: Conversation, known: Set<NodeID>) async throws {
    nodes = try await conversation.messages()
    branch = conversation.branch
    branches = try await conversation.branches()
    title = try await conversation.store.record(of: conversation.id)?.title
    for node in nodes where !known.contains(node.id) {
      let siblings = try await conversation.siblings(of: node)
      versions[node.id] = ChatVersions(siblings.map(\.id), showing: node.id)
    }
  }
}
