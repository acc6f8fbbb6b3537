import SwitchboardCore

/// Reads a conversation of a Claude data export.
///
/// The form is not published; this is what the exports of 2024 to 2026 hold: `chat_messages` in the
/// order in which they were said, each with `sender`, `text` and, in later exports, `content` and
/// `parent_message_uuid`, by which they are a tree.
enum ClaudeReader {
  static func draft(_ file: CheckedJSON, at time: Double) throws -> ConversationDraft {
    let file = try file.object()
    let source =
      try file["uuid"].optionalString() ?? String(decoding: file.json.canonical(), as: UTF8.self)
    var draft = ConversationDraft(ConversationID(of: source, from: .claude))
    draft.title = try file["name"].optionalString().flatMap { $0.isEmpty ? nil : $0 }
    let model = file["model"].json.string
    var items: [DraftTree.Item] = []
    for json in try file["chat_messages"].elements() {
      let json = try json.object()
      let key = try json["uuid"].optionalString() ?? "\(items.count)"
      items.append(
        DraftTree.Item(
          key: key, parent: try parent(of: json, after: items.last?.key), path: json.path,
          message: try message(json, model, &draft.tally),
          at: ImportTime.stamp(json["created_at"].json)))
    }
    let tree = try DraftTree(items)
    let end = try file["current_leaf_message_uuid"].optionalString() ?? items.last?.key
    if let end, !tree.has(end) {
      throw file["current_leaf_message_uuid"].wrong("the id of a message")
    }
    try tree.fill(
      &draft, endingAt: end, from: ImportTime.stamp(file["created_at"].json) ?? time)
    return draft
  }

  /// The id of the message that one follows; first messages name an id of zeros.
  private static func parent(of json: CheckedJSON, after last: String?) throws -> String? {
    guard let parent = try json["parent_message_uuid"].optionalString() else { return last }
    return parent.hasPrefix("00000000-0000-") ? nil : parent
  }

  /// - Returns: The message; `nil` when it says nothing.
  private static func message(
    _ json: CheckedJSON, _ model: String?, _ tally: inout ImportTally
  ) throws -> Message? {
    let role: Message.Role
    switch try json["sender"].string() {
    case "human": role = .user
    case "assistant": role = .assistant
    default: throw json["sender"].wrong("'human' or 'assistant'")
    }
    var parts = ImportedParts()
    try readFiles(json, into: &parts)
    let blocks = try json["content"].elements()
    for block in blocks { try read(try block.object(), into: &parts) }
    if blocks.isEmpty { parts.add(.text(try json["text"].optionalString() ?? "")) }
    tally.count(isEmpty: parts.isEmpty, notes: parts.notes)
    if parts.isEmpty { return nil }
    return Message(
      role: role, parts: parts.parts,
      origin: role == .assistant
        ? model.map { Origin(vendor: "claude", kind: nil, model: $0) } : nil)
  }

  private static func read(_ block: CheckedJSON, into parts: inout ImportedParts) throws {
    let name = try block["name"].optionalString() ?? "a tool"
    switch try block["type"].optionalString() ?? "" {
    case "text":
      parts.add(.text(try block["text"].optionalString() ?? ""))
      for citation in try block["citations"].elements() {
        let url = citation["url"].json.string ?? citation["details"]["url"].json.string
        if url != nil || citation["title"].json.string != nil {
          parts.add(.source(Source(title: citation["title"].json.string, url: url)))
        }
      }
    case "thinking":
      parts.add(.reasoning(Reasoning(try block["thinking"].optionalString() ?? "")))
    case "tool_use":
      let input = block["input"].exists ? block["input"].json.text : ""
      parts.add(tool: "calls \(name)", input, "json")
    case "tool_result":
      let words = "\(block["is_error"].json.bool == true ? "failure" : "result") of \(name)"
      if let text = block["content"].json.string { return parts.add(tool: words, text) }
      let pieces = try block["content"].elements()
      let texts = pieces.compactMap { $0["text"].json.string }
      parts.add(tool: words, texts.joined(separator: "\n"))
      for piece in pieces where piece["text"].json.string == nil {
        parts.add(missing: piece["type"].json.string ?? "content", [])
      }
    case "token_budget", "flag": parts.leaveOut(.aside)
    case let kind: parts.add(unknown: kind, block["text"].json.string)
    }
  }

  /// Files that were shown: the text of those that are in the export, a mark for the others.
  private static func readFiles(_ json: CheckedJSON, into parts: inout ImportedParts) throws {
    var named: Set<String> = []
    for file in try json["attachments"].elements() {
      let name = file["file_name"].json.string ?? ""
      named.insert(name)
      if let text = file["extracted_content"].json.string, !text.isEmpty {
        parts.add(name.isEmpty ? text : "\(name):\n\n\(text)", for: .attachedText)
      } else {
        parts.add(missing: "file", [name, file["file_type"].json.string])
      }
    }
    for list in ["files", "files_v2"] {
      for file in try json[list].elements() {
        let name = file["file_name"].json.string ?? file["file_uuid"].json.string ?? ""
        if named.insert(name).inserted { parts.add(missing: "file", [name]) }
      }
    }
  }
}
