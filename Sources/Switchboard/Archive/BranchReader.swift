package import SwitchboardCore

/// Reads a branch from its first message to its last, a page at a time.
///
/// Of a branch of n messages one page is held, and n / 64 ids.
package struct BranchReader: Sendable {
  /// The messages of a page; a page ends where the depth is a multiple of it, on every branch alike.
  private static let pageSize = 64

  /// How many messages there are.
  package let count: Int

  private let conversation: ConversationID
  private let store: any ConversationStore
  /// The last message of each page.
  private let ends: [NodeID]

  /// Finds the pages.
  ///
  /// - Parameters:
  ///   - head: The last message; `nil` for a branch without any.
  ///   - conversation: The conversation.
  ///   - store: Where it is kept.
  /// - Throws: What the store throws.
  package init(
    to head: NodeID?, of conversation: ConversationID, in store: any ConversationStore
  ) async throws {
    self.conversation = conversation
    self.store = store
    var ends: [NodeID] = []
    var next = head
    let last = try await Self.depth(of: head, conversation, store)
    count = last.map { $0 + 1 } ?? 0
    var size = count % Self.pageSize == 0 ? Self.pageSize : count % Self.pageSize
    while let end = next {
      ends.append(end)
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
  /// - Throws: What the store and the function throw.
  package func read(
    from first: Int = 0, _ body: ([ConversationNode]) async throws -> Void
  ) async throws {
    for number in ends.indices.dropFirst(first / Self.pageSize) {
      let page = try await page(number)
      let left = first - number * Self.pageSize
      try await body(left > 0 ? Array(page.dropFirst(left)) : page)
    }
  }

  /// How many first messages another branch of the same conversation has in common with this one.
  package func shared(with other: BranchReader) async throws -> Int {
    let common = zip(ends, other.ends).prefix { $0 == $1 }.count
    // An end below the depth of a whole page is the same message only if all before it are.
    if common == min(ends.count, other.ends.count) { return min(count, other.count) }
    let (mine, others) = (try await page(common), try await other.page(common))
    return common * Self.pageSize + zip(mine, others).prefix { $0.id == $1.id }.count
  }

  private func page(_ number: Int) async throws -> [ConversationNode] {
    let isLast = number == ends.count - 1
    let size = isLast ? count - number * Self.pageSize : Self.pageSize
    return try await store.path(to: ends[number], in: conversation, limit: size)
  }
}
