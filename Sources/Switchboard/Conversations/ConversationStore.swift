public import SwitchboardCore

/// Keeps conversations: trees of messages, their branches and the story of every turn.
///
/// Requirements on who adopts it:
/// - ``append(_:)`` is all or nothing and the only way that messages come in. When it returns, what
///   it was given survives whatever the store promises to survive.
/// - Several tasks, and several processes where the store is shared by them, may call at once.
///   Writers take turns; none of their turns is lost and none is stored twice.
/// - The order of messages is that of the tree, and of children that in which they were appended. Times are
///   only shown.
/// - A message is kept to the letter: what is read equals what was appended.
/// - Failures are ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the store cannot be
///   used as it is (a sentence says what to do), `invalidRequest` when the caller names what is not
///   there.
public protocol ConversationStore: Sendable {
  /// Appends turns, one after the other, all or none.
  ///
  /// A node's id is reckoned here, because its ordinal among equal siblings is known here. A turn
  /// whose id is stored already is not stored again; its answer is the same.
  ///
  /// - Returns: What became of each turn, in order.
  /// - Throws: `invalidRequest` when a parent is not in the conversation, or a name is taken.
  func append(_ turns: [NewTurn]) async throws -> [StoredTurn]

  /// The record of a conversation; `nil` when there is none.
  func record(of conversation: ConversationID) async throws -> ConversationRecord?

  /// The conversations that a person may mean by a text.
  ///
  /// - Parameters:
  ///   - text: A name, or the beginning of an id.
  ///   - limit: The most to return; 1 or more.
  /// - Returns: The one of that name, else those whose id begins so.
  /// - Throws: When the store cannot be read.
  func records(matching text: String, limit: Int) async throws -> [ConversationRecord]

  /// A page of conversations, the one written to last first.
  ///
  /// - Parameters:
  ///   - last: The last conversation of the page before; `nil` for the first page.
  ///   - limit: The most to return; 1 or more.
  /// - Returns: The page.
  /// - Throws: When the store cannot be read.
  func records(after last: ConversationID?, limit: Int) async throws -> [ConversationRecord]

  /// Gives a conversation a name or a title; `nil` leaves what it has.
  func rename(_ conversation: ConversationID, name: String?, title: String?) async throws

  /// Forgets a conversation with all that belongs to it alone.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: When the store cannot be written to.
  func delete(_ conversation: ConversationID) async throws -> Bool

  /// The branches, by name.
  func branches(of conversation: ConversationID) async throws -> [Branch]

  /// Makes or moves a branch, and makes it the one that was used last.
  ///
  /// - Throws: `invalidRequest` when the head is not in the conversation.
  func setBranch(_ branch: Branch, of conversation: ConversationID) async throws

  /// Removes the name of a branch; its messages stay.
  func removeBranch(_ name: String, of conversation: ConversationID) async throws

  /// The messages that lead to a node, the oldest first and the node last.
  ///
  /// - Parameters:
  ///   - node: The last message.
  ///   - conversation: The conversation that holds it.
  ///   - limit: The most to return, counted from the last; `nil` for all.
  /// - Returns: The messages.
  /// - Throws: `invalidRequest` when there is no such node.
  func path(to node: NodeID, in conversation: ConversationID, limit: Int?) async throws
    -> [ConversationNode]

  /// What follows a node, in the order it was appended; the first messages for `nil`.
  func children(of node: NodeID?, in conversation: ConversationID) async throws
    -> [ConversationNode]

  /// The places where a conversation parts: the messages that answer the same, where there are two or
  /// more, in the order they were appended, as are the places by their first; summaries are none of
  /// them.
  ///
  /// - Complexity: One look, however long the conversation is.
  func forks(of conversation: ConversationID) async throws -> [[NodeID]]

  /// The message that was appended last, of one and all that follow it; summaries are none of them.
  ///
  /// - Throws: `invalidRequest` when there is no such node.
  func newest(behind node: NodeID, in conversation: ConversationID) async throws -> NodeID

  /// The summaries in a conversation, of all branches, in the order they were appended.
  func summaries(of conversation: ConversationID) async throws -> [ConversationNode]

  /// A page of everything in a conversation, in the order it was appended.
  func nodes(of conversation: ConversationID, after last: NodeID?, limit: Int) async throws
    -> [ConversationNode]

  /// Marks a message as one that every plan keeps, or takes the mark away.
  func setPinned(_ isPinned: Bool, _ node: NodeID, in conversation: ConversationID) async throws

  /// A page of the stories of a conversation's turns, in the order they were stored.
  func stories(of conversation: ConversationID, after last: TurnID?, limit: Int) async throws
    -> [TurnStory]

  /// The story of the turn that ended with a message; `nil` when none did.
  func story(of node: NodeID, in conversation: ConversationID) async throws -> TurnStory?

  /// Searches the visible text of messages.
  ///
  /// - Parameters:
  ///   - text: Words, all of which must stand in a message; `"…"` holds a phrase, and a star at the
  ///     end of a word stands for any ending.
  ///   - conversation: Where to search; `nil` for everywhere.
  ///   - last: The last hit of the page before; `nil` for the first page.
  ///   - limit: The most to return; 1 or more.
  /// - Returns: The hits, the message stored last first.
  /// - Throws: When the store cannot be read.
  func search(
    _ text: String, in conversation: ConversationID?, after last: SearchHit.Cursor?, limit: Int
  ) async throws -> [SearchHit]

  /// What was kept under a key, such as what was learned of models.
  func value(for key: String) async throws -> JSON?

  /// Keeps a value under a key, in place of the one before.
  func setValue(_ value: JSON, for key: String) async throws
}

/// A message that was found.
public struct SearchHit: Hashable, Sendable {
  /// A place in the order of hits.
  public struct Cursor: Hashable, Sendable {
    /// The store's own number.
    public let rawValue: Int64

    /// Wraps a store's own number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The conversation that holds it.
  public let conversation: ConversationRecord

  /// The message.
  public let node: NodeID

  /// Whose words it is.
  public let role: Message.Role

  /// The words around the first that was found, at most about 200 characters.
  public let snippet: String

  /// Where the words that were found stand in the snippet.
  public let marks: [Range<String.Index>]

  /// Where the next page goes on.
  public let cursor: Cursor

  /// Creates a hit.
  public init(
    conversation: ConversationRecord, node: NodeID, role: Message.Role, snippet: String,
    marks: [Range<String.Index>], cursor: Cursor
  ) {
    self.conversation = conversation
    self.node = node
    self.role = role
    self.snippet = snippet
    self.marks = marks
    self.cursor = cursor
  }
}
