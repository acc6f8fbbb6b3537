public import SwitchboardCore

/// One message in the tree of a conversation.
public struct ConversationNode: Hashable, Sendable, Identifiable {
  /// What the node is for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody's words.
    case message
    /// A summary that can stand for its parent and all that went before it.
    case summary
  }

  /// The digest of the message and of all that went before it.
  public let id: NodeID

  /// The message before it; `nil` for a first message.
  public let parent: NodeID?

  /// How many messages went before it.
  public let depth: Int

  /// What was said.
  public let message: Message

  /// What the node is for.
  public let kind: Kind

  /// Whether every plan keeps it.
  public var isPinned: Bool

  /// When it was stored, in seconds since 1970 (UTC).
  ///
  /// The order of messages is their tree's, never their times'.
  public let storedAt: Double

  /// Creates a node from what a store holds.
  public init(
    id: NodeID, parent: NodeID?, depth: Int, message: Message, kind: Kind = .message,
    isPinned: Bool = false, storedAt: Double
  ) {
    self.id = id
    self.parent = parent
    self.depth = depth
    self.message = message
    self.kind = kind
    self.isPinned = isPinned
    self.storedAt = storedAt
  }
}

/// A name for one way through a conversation: its last message, and so all before it.
public struct Branch: Hashable, Sendable {
  /// The branch that a conversation begins with.
  public static let main = "main"

  /// The name: 1 to 64 letters, digits, `.`, `_`, `-` and `/`.
  public let name: String

  /// The last message; `nil` before the first.
  public let head: NodeID?

  /// Creates a branch from what a store holds.
  public init(name: String, head: NodeID?) {
    self.name = name
    self.head = head
  }
}

/// What a list of conversations shows of one.
public struct ConversationRecord: Hashable, Sendable, Identifiable {
  /// The conversation.
  public let id: ConversationID

  /// A name that a person gave it; unique in its store.
  public var name: String?

  /// What it is about: by default the beginning of its first message.
  public var title: String?

  /// The branch that was used last.
  public var branch: String

  /// How many messages it holds, all branches together.
  public var messageCount: Int

  /// When it was first written to, in seconds since 1970 (UTC).
  public var createdAt: Double

  /// When it was last written to, in seconds since 1970 (UTC).
  public var updatedAt: Double

  /// Creates a record from what a store holds.
  public init(
    id: ConversationID, name: String? = nil, title: String? = nil, branch: String = Branch.main,
    messageCount: Int = 0, createdAt: Double, updatedAt: Double
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.branch = branch
    self.messageCount = messageCount
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
