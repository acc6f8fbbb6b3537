public import SwitchboardCore

/// What one turn adds to a conversation: its messages, and the story of the calls.
///
/// A failed turn adds no messages, only its story.
public struct NewTurn: Sendable {
  /// Where the first message of a turn belongs.
  public enum Place: Hashable, Sendable {
    /// At the beginning of the conversation.
    case root
    /// After a message that is stored.
    case node(NodeID)
    /// After the last message of an earlier turn of the same call; counted from 0.
    case turn(Int)

    var isRoot: Bool { self == .root }
  }

  /// What to do when the branch has another head than the one the turn was made from: somebody else
  /// was quicker.
  public enum Conflict: String, Hashable, Sendable {
    /// Put the turn behind the other's.
    case follow
    /// Leave the turn where it belongs and give it a branch of its own.
    case branch
  }

  /// The random id by which a store knows a turn that it was given before.
  public var id: TurnID

  /// The conversation; it begins to exist with its first turn.
  public var conversation: ConversationID

  /// The branch whose head the last message becomes; `nil` leaves every branch alone.
  public var branch: String?

  /// Where the first message belongs.
  public var parent: Place

  /// The head that the branch had when the turn was made.
  public var expectedHead: NodeID?

  /// What to do when it has another.
  public var onConflict: Conflict

  /// The messages, each the parent of the next.
  public var messages: [Message]

  /// What the messages are for.
  public var kind: ConversationNode.Kind

  /// Who was considered.
  public var decision: JSON?

  /// Every call that was made: one row each, also of failed and cancelled ones.
  public var attempts: [Attempt]

  /// The name that the conversation gets when this turn begins it.
  public var name: String?

  /// The title that the conversation gets when it has none.
  public var title: String?

  /// The time, in seconds since 1970 (UTC).
  public var at: Double

  /// Creates a turn.
  public init(
    id: TurnID = .random(), conversation: ConversationID, branch: String? = Branch.main,
    parent: Place, expectedHead: NodeID? = nil, onConflict: Conflict = .follow,
    messages: [Message], kind: ConversationNode.Kind = .message, decision: JSON? = nil,
    attempts: [Attempt] = [], name: String? = nil, title: String? = nil, at: Double
  ) {
    self.id = id
    self.conversation = conversation
    self.branch = branch
    self.parent = parent
    self.expectedHead = expectedHead
    self.onConflict = onConflict
    self.messages = messages
    self.kind = kind
    self.decision = decision
    self.attempts = attempts
    self.name = name
    self.title = title
    self.at = at
  }
}

/// What became of a turn in its store.
public struct StoredTurn: Sendable {
  /// The turn.
  public let id: TurnID

  /// The messages as nodes, in order.
  public let nodes: [ConversationNode]

  /// The branch that holds them; `nil` when the turn was to leave every branch alone.
  public let branch: String?

  /// Whether somebody else's turn was found in its place, and it follows that one or has a branch of
  /// its own.
  public let hadConflict: Bool

  /// Creates what a store answers.
  public init(id: TurnID, nodes: [ConversationNode], branch: String?, hadConflict: Bool) {
    self.id = id
    self.nodes = nodes
    self.branch = branch
    self.hadConflict = hadConflict
  }
}

/// The story of a turn as a store keeps it: the public JSON forms of its decision and attempts.
public struct TurnStory: Sendable {
  /// The turn.
  public let id: TurnID

  /// Its last message; `nil` when it failed and left none.
  public let node: NodeID?

  /// Who was considered.
  public let decision: JSON?

  /// Every call that was made.
  public let attempts: [JSON]

  /// When it was stored, in seconds since 1970 (UTC).
  public let storedAt: Double

  /// Creates a story from what a store holds.
  public init(
    id: TurnID, node: NodeID?, decision: JSON?, attempts: [JSON], storedAt: Double
  ) {
    self.id = id
    self.node = node
    self.decision = decision
    self.attempts = attempts
    self.storedAt = storedAt
  }
}
