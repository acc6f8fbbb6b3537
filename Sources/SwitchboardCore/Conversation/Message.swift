/// One turn's words of one side of a conversation.
public struct Message: Hashable, Sendable {
  /// Whose words they are.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Instructions of the program.
    case system
    /// The person, or the program in the person's place.
    case user
    /// A model.
    case assistant
    /// Results of tools that a model called.
    case tool
  }

  /// Why a kept reply is not whole.
  public enum Incompleteness: String, Hashable, Sendable, CaseIterable {
    /// The caller stopped it.
    case cancelled
    /// The vendor's stream ended without its end.
    case truncated
    /// The vendor reported a failure after it had begun.
    case failed
  }

  /// Whose words they are.
  public var role: Role

  /// The parts, in order.
  public var parts: [Part]

  /// Who wrote it; assistant messages alone have one.
  public var origin: Origin?

  /// Set when this is part of a reply that did not end well.
  public var incomplete: Incompleteness?

  /// Creates a message from its parts.
  public init(
    role: Role, parts: [Part], origin: Origin? = nil, incomplete: Incompleteness? = nil
  ) {
    self.role = role
    self.parts = parts
    self.origin = origin
    self.incomplete = incomplete
  }

  /// A message of the user with one text.
  public static func user(_ text: String) -> Message { Message(role: .user, parts: [.text(text)]) }

  /// A message of the user with several parts.
  public static func user(_ parts: [Part]) -> Message { Message(role: .user, parts: parts) }

  /// A message of a model with one text.
  public static func assistant(_ text: String, origin: Origin? = nil) -> Message {
    Message(role: .assistant, parts: [.text(text)], origin: origin)
  }

  /// Instructions in the middle of a conversation.
  public static func system(_ text: String) -> Message {
    Message(role: .system, parts: [.text(text)])
  }

  /// Results of tools.
  public static func tool(_ results: [ToolResult]) -> Message {
    Message(role: .tool, parts: results.map { Part(.toolResult($0)) })
  }

  /// All visible text, joined.
  public var text: String {
    var result = ""
    for part in parts {
      if case .text(let text) = part.content { result += text }
    }
    return result
  }

  /// The calls in it, in order.
  public var toolCalls: [ToolCall] {
    parts.compactMap {
      if case .toolCall(let call) = $0.content { call } else { nil }
    }
  }

  /// The results in it, in order.
  package var toolResults: [ToolResult] {
    parts.compactMap {
      if case .toolResult(let result) = $0.content { result } else { nil }
    }
  }

  /// The media in it, in order, those that tools showed among them.
  package var media: [Media] { parts.flatMap(\.media) }
}
