import SwitchboardCore

/// Walks a conversation from its newest message back, from turn to turn.
///
/// A turn begins with words of the user and ends before the next such words. A conversation may be cut
/// before a turn and nowhere else: calls stay with their results, thinking stays with its calls, and
/// the user has the first word. Words that the user said between a call and its result begin no turn.
///
/// - Complexity: O(n) in the messages that are walked over.
struct TurnWalk {
  private let messages: [Message]

  /// Where what was walked over begins.
  private(set) var place: Int

  init(_ messages: [Message]) {
    self.messages = messages
    self.place = messages.count
  }

  /// Where the turn before begins; 0 at last, whoever has the first word; `nil` after that.
  mutating func next() -> Int? {
    if place == 0 { return nil }
    var hasResults = false
    while place > 0 {
      place -= 1
      switch messages[place].role {
      case .assistant: hasResults = false
      case .tool: hasResults = true
      case .system: break
      case .user:
        if messages[place].holdsResults { hasResults = true }
        if !hasResults, !messages[place].parts.isEmpty { return place }
      }
    }
    return 0
  }
}

extension Message {
  /// Whether results of tools stand in it.
  fileprivate var holdsResults: Bool {
    parts.contains { if case .toolResult = $0.content { true } else { false } }
  }
}
