import Dispatch
package import Switchboard
package import SwitchboardCore

/// A store whose next appends fail, as often as a test says, and that counts who asks it on the main
/// actor.
package final class FailingStore: ConversationStore {
  package let failures = Locked(0)
  /// How often it was called, and how often on the main actor.
  package let calls = Locked((all: 0, onMain: 0))
  private let store = MemoryStore()
  /// Marks the queue that the main actor runs on; on Linux that is not always the main thread.
  private let main = DispatchSpecificKey<Bool>()

  package init() { DispatchQueue.main.setSpecific(key: main, value: true) }

  deinit { DispatchQueue.main.setSpecific(key: main, value: nil) }

  /// Whether the caller runs on the main actor.
  package var isOnMain: Bool { DispatchQueue.getSpecific(key: main) == true }

  package func append(_ turns: [NewTurn]) async throws -> [StoredTurn] {
    note()
    let fails = failures.withLock { failures in
      defer { failures = max(0, failures - 1) }
      return failures > 0
    }
    if fails { throw SwitchboardError(.configuration, "The disk is full.") }
    return try await store.append(turns)
  }

  package func record(of conversation: ConversationID) async throws -> ConversationRecord? {
    note()
    return try await store.record(of: conversation)
  }

  package func records(matching text: String, limit: Int) async throws -> [ConversationRecord] {
    note()
    return try await store.records(matching: text, limit: limit)
  }

  package func records(after last: ConversationID?, limit: Int) async throws -> [ConversationRecord]
  {
    note()
    return try await store.records(after: last, limit: limit)
  }

  package func rename(_ conversation: ConversationID, name: String?, title: String?) async throws {
    note()
    return try await store.rename(conversation, name: name, title: title)
  }

  package func delete(_ conversation: ConversationID) async throws -> Bool {
    note()
    return try await store.delete(conversation)
  }

  package func branches(of conversation: ConversationID) async throws -> [Branch] {
    note()
    return try await store.branches(of: conversation)
  }

  package func setBranch(_ branch: Branch, of conversation: ConversationID) async throws {
    note()
    return try await store.setBranch(branch, of: conversation)
  }

  private func note() {
    let isMain = isOnMain
    calls.withLock { calls in
      calls.all += 1
      if isMain { calls.onMain += 1 }
    }
  }

  package func removeBranch(_ name: String, of conversation: ConversationID) async throws {
    note()
    return try await store.removeBranch(name, of: conversation)
  }

  package func path(
    to node: NodeID, in conversation: ConversationID, limit: Int?
  ) async throws -> [ConversationNode] {
    note()
    return try await store.path(to: node, in: conversation, limit: limit)
  }

  package func children(
    of node: NodeID?, in conversation: ConversationID
  ) async throws -> [ConversationNode] {
    note()
    return try await store.children(of: node, in: conversation)
  }

  package func forks(of conversation: ConversationID) async throws -> [[NodeID]] {
    note()
    return try await store.forks(of: conversation)
  }

  package func newest(
    behind node: NodeID, in conversation: ConversationID
  ) async throws -> NodeID {
    note()
    return try await store.newest(behind: node, in: conversation)
  }

  package func story(
    of node: NodeID, in conversation: ConversationID
  ) async throws -> TurnStory? {
    note()
    return try await store.story(of: node, in: conversation)
  }

  package func summaries(of conversation: ConversationID) async throws -> [ConversationNode] {
    note()
    return try await store.summaries(of: conversation)
  }

  package func nodes(
    of conversation: ConversationID, after last: NodeID?, limit: Int
  ) async throws -> [ConversationNode] {
    note()
    return try await store.nodes(of: conversation, after: last, limit: limit)
  }

  package func setPinned(
    _ isPinned: Bool, _ node: NodeID, in conversation: ConversationID
  ) async throws {
    note()
    return try await store.setPinned(isPinned, node, in: conversation)
  }

  package func stories(
    of conversation: ConversationID, after last: TurnID?, limit: Int
  ) async throws -> [TurnStory] {
    note()
    return try await store.stories(of: conversation, after: last, limit: limit)
  }

  package func search(
    _ text: String, in conversation: ConversationID?, after last: SearchHit.Cursor?, limit: Int
  ) async throws -> [SearchHit] {
    note()
    return try await store.search(text, in: conversation, after: last, limit: limit)
  }

  package func value(for key: String) async throws -> JSON? { try await store.value(for: key) }

  package func setValue(_ value: JSON, for key: String) async throws {
    try await store.setValue(value, for: key)
  }
}
