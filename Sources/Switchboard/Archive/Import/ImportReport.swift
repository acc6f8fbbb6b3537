public import SwitchboardCore

/// What became of a file's conversations.
public struct ImportReport: Sendable {
  /// What became of a conversation.
  public enum Outcome: String, Hashable, Sendable {
    /// It is stored now.
    case imported
    /// It was there already and is left as it is.
    case present
    /// It holds no message and is not stored.
    case empty
  }

  /// One conversation.
  public struct Entry: Sendable {
    /// Its id.
    public let id: ConversationID
    /// What became of it.
    public let outcome: Outcome
    /// Its title.
    public let title: String?
    /// Its name in the store.
    public let name: String?
    /// The name that the file gives it, when somebody else has that name in the store.
    public let takenName: String?
    /// Messages that are as they were.
    public let kept: Int
    /// Messages of which a part has another form than it had, mostly a text that stands for it.
    public let changed: Int
    /// Messages that said nothing and are not there.
    public let leftOut: Int
    /// What was changed or left out, in words, and how often.
    public let notes: [(what: String, count: Int)]

    init(
      _ draft: ConversationDraft, _ outcome: Outcome, name: String? = nil, takenName: String? = nil
    ) {
      id = draft.id
      self.outcome = outcome
      title = draft.title
      self.name = name
      self.takenName = takenName
      kept = draft.tally.kept
      changed = draft.tally.changed
      leftOut = draft.tally.leftOut
      notes = ImportNote.allCases.compactMap { note in
        draft.tally.notes[note].map { (note.rawValue, $0) }
      }
    }

    /// The JSON form.
    public var json: JSON {
      .object([
        ("id", JSON(id.description)), ("outcome", JSON(outcome.rawValue)),
        ("title", JSON(optional: title)), ("name", JSON(optional: name)),
        ("takenName", JSON(optional: takenName)),
        (
          "messages",
          ["kept": JSON(kept), "changed": JSON(changed), "leftOut": JSON(leftOut)]
        ),
        (
          "notes",
          .array(notes.map { ["what": JSON($0.what), "count": JSON($0.count)] })
        ),
      ])
    }
  }

  /// Whose file it was.
  public let form: ConversationImport.Form

  /// The conversations in the order of the file.
  public let entries: [Entry]

  /// The JSON form.
  public var json: JSON {
    ["form": JSON(form.rawValue), "conversations": .array(entries.map(\.json))]
  }
}
