extension ChatModel {
  /// Shows what is stored of the conversation; messages that could not be sent stay.
  public func load() { begin(.look) }

  /// Begins another branch behind a message and shows it; what went before is shared.
  ///
  /// - Parameters:
  ///   - name: The branch's name: 1 to 64 letters, digits, `.`, `_`, `-` and `/`.
  ///   - message: Its last message; `nil` for the last one of this branch.
  public func fork(_ name: String, at message: ChatMessage? = nil) {
    begin(.fork(name, at: message?.node))
  }

  /// Shows another branch and goes on with it.
  public func checkout(_ name: String) { begin(.checkout(name)) }

  /// Shows another of the messages that answer the same, with what was said last behind it.
  ///
  /// - Parameters:
  ///   - number: Its number in the message's ``ChatMessage/versions``, from 1; others do nothing.
  ///   - message: The one that is shown now.
  public func showVersion(_ number: Int, of message: ChatMessage) {
    guard let versions = message.versions, versions.nodes.indices.contains(number - 1) else {
      return
    }
    begin(.follow(versions.nodes[number - 1]))
  }

  /// Gives the conversation another title.
  public func rename(_ title: String) { begin(.retitle(title)) }
}
