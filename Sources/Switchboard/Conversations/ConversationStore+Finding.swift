public import SwitchboardCore

extension ConversationStore {
  /// The conversation that a person means by a word.
  ///
  /// The word is `last` for the one that was written to last, a name, an id, or the beginning of an
  /// id: four digits or more, so that a short name that is not there finds nothing instead.
  ///
  /// - Returns: Its record; `nil` when there is none.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the matches when
  ///   several ids begin so; what the store throws.
  public func conversation(meant word: String) async throws -> ConversationRecord? {
    if word == ConversationNames.last { return try await records(after: nil, limit: 1).first }
    let shown = 5
    let found = try await records(matching: word, limit: shown + 1)
    if let first = found.first, first.name == word { return first }
    guard word.utf8.count >= 4 else { return nil }
    if found.count <= 1 { return found.first }
    let matches = found.prefix(shown).map { record in
      let title = record.name ?? record.title
      return "\(record.id)" + (title.map { " (\($0))" } ?? "")
    }
    throw SwitchboardError(
      .invalidRequest,
      """
      '\(word)' is the beginning of several ids; write more of the one you mean: \
      \(matches.joined(separator: ", "))\(found.count > shown ? ", …" : "").
      """)
  }

  /// The conversation of a name; `nil` when there is none.
  func record(named name: String) async throws -> ConversationRecord? {
    try await records(matching: name, limit: 1).first { $0.name == name }
  }

  /// The branch of a name.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names the nearest when
  ///   there is none; what the store throws.
  public func branch(_ name: String, of conversation: ConversationID) async throws -> Branch {
    let branches = try await branches(of: conversation)
    if let branch = branches.first(where: { $0.name == name }) { return branch }
    throw ConversationNames.unknown(branch: name, among: branches)
  }

  /// The last message of a branch; `nil` for one without any.
  public func last(
    of branch: Branch, of conversation: ConversationID
  ) async throws -> ConversationNode? {
    guard let head = branch.head else { return nil }
    return try await path(to: head, in: conversation, limit: 1).last
  }
}
