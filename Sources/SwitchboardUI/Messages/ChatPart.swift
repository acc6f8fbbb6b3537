public import SwitchboardCore

/// One part of a message as a view shows it.
public struct ChatPart: Hashable, Sendable, Identifiable {
  /// The part's place in its message, from 0; a part keeps it while the answer grows.
  public let id: Int

  /// What the part says.
  public let content: Part.Content
}
