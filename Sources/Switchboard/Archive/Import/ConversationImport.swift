import SwitchboardCore

/// Conversations read from a file of ours or of another tool, ready to be stored.
///
/// Reading finds everything that is wrong with the file; nothing is stored before all of it was read.
///
/// ```swift
/// let found = try ConversationImport(reading: bytes, at: Timekeeper.systemWall())
/// let report = try await found.add(to: store)
/// ```
public struct ConversationImport: Sendable {
  /// Whose file it is.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// ``ConversationExport`` as JSON.
    case switchboard
    /// `conversations.json` of a ChatGPT data export.
    case chatgpt
    /// `conversations.json` of a Claude data export.
    case claude
    /// Messages as OpenAI's chat form has them: an array, an object with `messages`, or lines of them.
    case openai
  }

  /// Whose file it is.
  public let form: Form

  let drafts: [ConversationDraft]

  /// How many conversations the file holds.
  public var count: Int { drafts.count }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8, one document or a document a line; at most 1 GiB.
  ///   - form: Whose file it is; `nil` to tell from its content.
  ///   - time: The time for messages without one, in seconds since 1970 (UTC).
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`: one sentence with the place
  ///   of what is wrong.
  public init(reading bytes: [UInt8], as form: Form? = nil, at time: Double) throws {
    let document = try ImportDocument(bytes)
    self.form = try document.form(expecting: form)
    switch self.form {
    case .switchboard: drafts = try document.values.map { try ArchiveReader.draft($0) }
    case .chatgpt: drafts = try document.values.map { try ChatGPTReader.draft($0, at: time) }
    case .claude: drafts = try document.values.map { try ClaudeReader.draft($0, at: time) }
    case .openai: drafts = try OpenAIReader.drafts(document, at: time)
    }
    var known: [ConversationID: Int] = [:]
    for (place, draft) in drafts.enumerated() {
      if let other = known.updateValue(place, forKey: draft.id) {
        throw SwitchboardError(
          .invalidRequest,
          "Conversation \(place + 1) of the file has the id of conversation \(other + 1).")
      }
    }
  }
}
