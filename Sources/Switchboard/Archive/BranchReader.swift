package import SwitchboardCore

/// Reads a branch from its first message to its last, a page at a time.
///
/// Of a branch of n messages one page is held, and n / 64 ids.
package struct BranchReader: Sendable {
  /// The messages of a page; a page ends where the depth is a multiple of it, on every branch alike.
  private static let pageSize = 64

  /// How many messages there are.
  package let count: Int

  /// The first message that is wanted, counted from 0.
  private let start: Int

  private let conversation: ConversationID
  private let store: any ConversationStore
  /// The last message of each page from the first one that is held.
  private let ends: [NodeID]
  /// The pages before those.
  private let left: Int

  /// Finds the pages.
  ///
  /// - Parameters:
  ///   - head: The last message; `nil` for a branch without any.
  ///   - conversation: The conversation.
  ///   - store: Where it is kept.
  ///   - limit: How many of the last messages are wanted; those before are not looked at.
  /// - Throws: What the store throws.
  package init(
    to head: NodeID?, of conversation: ConversationID, in store: any ConversationStore,
    last limit: Int = .max
  ) async throws {
    self.conversation = conversation
    self.store = store
    let last = try await Self.depth(of: head, conversation, store)
    count = last.map { $0 + 1 } ?? 0
    start = max(0, count - limit)
    left = start / Self.pageSize
    var ends: [NodeID] = []
    var next = count > start ? head : nil
    var size = count % Self.pageSize == 0 ? Self.pageSize : count % Self.pageSize
    var rest = count
    while let end = next {
      ends.append(end)
      rest -= size
      if rest <= start { break }
      try Task.checkCancellation()
      next = try await store.path(to: end, in: conversation, limit: size).first?.parent
      size = Self.pageSize
    }
    self.ends = ends.reversed()
  }

  private static func depth(
    of node: NodeID?, _ conversation: ConversationID, _ store: any ConversationStore
  ) async throws -> Int? {
    guard let node else { return nil }
    return try await store.path(to: node, in: conversation, limit: 1).last?.depth
  }

  /// Calls a function with the messages in order, a page at a time.
  ///
  /// - Parameters:
  ///   - first: How many messages to leave out at the beginning.
  ///   - body: Takes the messages of a page.
  /// - Throws: What the store and the function throw; `CancellationError` when the task was cancelled.
  package func read(
    from first: Int = 0, _ body: ([ConversationNode]) async throws -> Void
  ) async throws {
    let first = max(first, start)
    for number in ends.indices.dropFirst(first / Self.pageSize - left) {
      try Task.checkCancellation()
      let page = try await page(number)
      let skipped = first - (left + number) * Self.pageSize
      try await body(skipped > 0 ? Array(page.dropFirst(skipped)) : page)
    }
  }

  /// How many first messages another branch of the same conversation has in common with this one; both
  /// were opened whole.
  package func shared(with other: BranchReader) async throws -> Int {
    let common = zip(ends, other.ends).prefix { $0 == $1 }.count
    // An end below the depth of a whole page is the same message only if all before it are.
    if common == min(ends.count, other.ends.count) { return min(count, other.count) }
    let (mine, others) = (try await page(common), try await other.page(common))
    return common * Self.pageSize + zip(mine, others).prefix { $0.id == $1.id }.count
  }

  private func page(_ number: Int) async throws -> [ConversationNode] {
    let isLast = number == ends.count - 1
    let size = isLast ? count - (left + number) * Self.pageSize : Self.pageSize
    return try await store.path(to: ends[number], in: conversation, limit: size)
  }
}
