public import SwitchboardCore

extension ConversationRecord {
  /// The public JSON form; times are RFC 3339.
  public var json: JSON {
    .object([
      ("id", JSON(id.description)), ("name", JSON(optional: name)),
      ("title", JSON(optional: title)), ("branch", JSON(branch)),
      ("messageCount", JSON(messageCount)),
      ("createdAt", JSON(Timestamp.text(secondsSince1970: createdAt))),
      ("updatedAt", JSON(Timestamp.text(secondsSince1970: updatedAt))),
    ])
  }
}

extension ConversationNode {
  /// The public JSON form, with the public form of the message in it.
  public var json: JSON { json(message.json) }

  /// The form around a form of the message.
  func json(_ message: JSON) -> JSON {
    .object([
      ("id", JSON(id.description)), ("parent", JSON(optional: parent?.description)),
      ("kind", kind == .message ? .missing : JSON(kind.rawValue)),
      ("pinned", isPinned ? true : .missing),
      ("storedAt", JSON(Timestamp.text(secondsSince1970: storedAt))), ("message", message),
    ])
  }
}

extension Branch {
  /// The public JSON form.
  public var json: JSON {
    .object([("name", JSON(name)), ("head", JSON(optional: head?.description))])
  }
}

extension SearchHit {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("conversation", conversation.json), ("node", JSON(node.description)),
      ("role", JSON(role.rawValue)), ("snippet", JSON(snippet)),
      ("found", .array(marks.map { JSON(String(snippet[$0])) })),
    ])
  }
}
