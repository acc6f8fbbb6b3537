import SwitchboardCore

/// Makes a title from the beginning of a conversation.
package enum ConversationTitle {
  /// Characters of a title.
  private static let length = 60

  /// The first words of the first message of a person; `nil` when there are none.
  package static func make(from messages: [Message]) -> String? {
    guard let text = messages.first(where: { $0.role == .user })?.text else { return nil }
    let words = text.prefix(4 * length).split(whereSeparator: \.isWhitespace)
    guard var title = words.first.map(String.init) else { return nil }
    for word in words.dropFirst() {
      if title.count + 1 + word.count > length { return "\(title) …" }
      title += " \(word)"
    }
    return title.count > length ? "\(title.prefix(length)) …" : title
  }
}
