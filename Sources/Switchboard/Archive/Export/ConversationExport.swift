public import SwitchboardCore

/// One conversation on its way out: whole as JSON, or to be read as Markdown or a page of HTML.
///
/// It is written in pieces of one message: a conversation of any length is never held whole.
///
/// ```swift
/// let export = try await ConversationExport(of: id, in: store, as: .markdown)
/// try await export.write { piece in try await file.write(piece) }
/// ```
public struct ConversationExport: Sendable {
  /// What is written.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Everything: all messages with their ids, all branches and pins, media with their bytes.
    /// ``ConversationImport`` reads it back.
    case json
    /// One branch as CommonMark, media by name or address.
    case markdown
    /// All branches as one page that loads nothing and runs nothing.
    case html
  }

  let record: ConversationRecord
  let branches: [Branch]
  let store: any ConversationStore
  private let form: Form

  /// Prepares an export.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - store: Where it is kept.
  ///   - form: What to write.
  ///   - branch: The one branch to write. Without it Markdown holds the branch that was used last, and
  ///     HTML holds all.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when the conversation or the
  ///   branch is not there, and for a branch of JSON, which holds all; what the store throws.
  public init(
    of conversation: ConversationID, in store: any ConversationStore, as form: Form,
    branch: String? = nil
  ) async throws {
    guard let record = try await store.record(of: conversation) else {
      throw ConversationNames.unknown(conversation)
    }
    self.record = record
    self.store = store
    self.form = form
    if let branch {
      if form == .json {
        throw SwitchboardError(
          .invalidRequest, "The JSON of a conversation holds all its branches; name none.")
      }
      branches = [try await store.branch(branch, of: conversation)]
    } else if form == .markdown {
      branches = [try await store.branch(record.branch, of: conversation)]
    } else {
      // The one that was used last comes first.
      let all = try await store.branches(of: conversation)
      branches = all.filter { $0.name == record.branch } + all.filter { $0.name != record.branch }
    }
  }

  /// Writes the conversation.
  ///
  /// - Parameter body: Takes the next piece of text.
  /// - Throws: What the store and the function throw; `CancellationError` when the task was cancelled.
  public func write(_ body: (String) async throws -> Void) async throws {
    switch form {
    case .json: try await writeJSON(body)
    case .markdown: try await writeMarkdown(body)
    case .html: try await writeHTML(body)
    }
  }

  /// What the conversation is called.
  var title: String { record.title ?? record.name ?? "Conversation" }

  /// What is known of the conversation as a whole, in words.
  func facts(messages count: Int) -> [String] {
    var facts = record.name.map { [$0] } ?? []
    facts.append("\(count) message\(count == 1 ? "" : "s")")
    facts.append(Self.time(record.createdAt) + " to " + Self.time(record.updatedAt) + " UTC")
    return facts
  }

  /// A time as people read it, in UTC.
  static func time(_ seconds: Double) -> String {
    String(Timestamp.text(secondsSince1970: seconds).prefix(16)).replacing("T", with: " ")
  }

  /// Who speaks in a message, in words.
  static func speaker(of message: Message) -> String {
    switch message.role {
    case .system: "System"
    case .user: "User"
    case .assistant: "Assistant"
    case .tool: "Tool"
    }
  }
}
