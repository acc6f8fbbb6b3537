public import Observation
import Switchboard
public import SwitchboardCore

/// One message of a chat, as an object that stays the same while it changes.
///
/// A list that shows messages by their `id` keeps its place while an answer grows, when the answer is
/// stored, and when another branch shares the message. While it grows, the message alone changes, not
/// the list.
@MainActor @Observable
public final class ChatMessage: nonisolated Identifiable {
  /// Where a message is.
  public enum Standing: Hashable, Sendable {
    /// In the conversation.
    case stored
    /// On its way.
    case underway
    /// Here alone: its turn failed or was stopped. It can be sent again or taken back.
    case unsent
    /// Whole, but the store could not take it yet.
    case unsaved
  }

  /// Whose words they are.
  public let role: Message.Role

  /// The message as far as it has come.
  public internal(set) var message: Message

  /// Where it is.
  public internal(set) var standing: Standing

  /// Its place in the conversation; `nil` until it is stored.
  public internal(set) var node: NodeID?

  /// Where it stands among those that answer the same; `nil` until it is stored.
  public internal(set) var versions: ChatVersions?

  /// What was asked for with it; for messages of the user that were not stored.
  let mode: ChatMode

  init(_ message: Message, mode: ChatMode = .text) {
    self.role = message.role
    self.message = message
    self.standing = .underway
    self.mode = mode
  }

  init(_ node: ConversationNode, versions: ChatVersions) {
    self.role = node.message.role
    self.message = node.message
    self.standing = .stored
    self.node = node.id
    self.versions = versions
    self.mode = .text
  }

  /// The parts, in order: text, reasoning, media, calls, results and sources.
  public var parts: [ChatPart] {
    message.parts.enumerated().map { ChatPart(id: $0.offset, content: $0.element.content) }
  }

  /// All visible text, joined.
  public var text: String { message.text }

  /// The media in it, in order.
  public var media: [Media] {
    message.parts.compactMap {
      if case .media(let media) = $0.content { media } else { nil }
    }
  }

  /// Who wrote it, where that is known.
  public var origin: Origin? { message.origin }

  /// Why an answer is not whole; `nil` when it is, or is still growing.
  public var incomplete: Message.Incompleteness? { message.incomplete }

  /// Whether it is what came of an answer that was not kept.
  var isLeftover: Bool { role == .assistant && standing == .unsent }

  /// Becomes what is stored of it.
  func become(_ stored: ConversationNode, _ versions: ChatVersions) {
    if message != stored.message { message = stored.message }
    if node != stored.id { node = stored.id }
    if standing != .stored { standing = .stored }
    if self.versions != versions { self.versions = versions }
  }
}
