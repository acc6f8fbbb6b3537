import Switchboard
import SwitchboardCore

/// A conversation as a chat shows it.
struct ConversationSnapshot: Sendable {
  var nodes: [ConversationNode]
  var branch: String
  var branches: [Branch]
  var title: String?

  /// The messages that answer the same, by each of them.
  private var forks: [NodeID: [NodeID]] = [:]

  /// Looks at a conversation: a few looks at the store, however long it is.
  ///
  /// - Throws: What the store throws.
  @concurrent init(of conversation: Conversation) async throws {
    nodes = try await conversation.messages()
    branch = conversation.branch
    branches = try await conversation.branches()
    let (store, id) = (conversation.store, conversation.id)
    // Nothing is stored before the first message.
    guard let record = try await store.record(of: id) else { return }
    title = record.title
    for fork in try await store.forks(of: id) {
      for node in fork { forks[node] = fork }
    }
  }

  /// Where a message stands among those that answer the same.
  func versions(of node: NodeID) -> ChatVersions {
    ChatVersions(forks[node] ?? [node], showing: node)
  }
}
