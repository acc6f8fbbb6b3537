import SwitchboardCore

/// Reads a conversation of a ChatGPT data export.
///
/// The form is not published; this is what the exports of 2023 to 2026 hold: `mapping` is an object of
/// nodes by their ids, each with `parent`, `children` and a `message` that may be null, and
/// `current_node` is the last one of the branch that is shown.
enum ChatGPTReader {
  static func draft(_ file: CheckedJSON, at time: Double) throws -> ConversationDraft {
    let file = try file.object()
    let source =
      try file["conversation_id"].optionalString() ?? file["id"].optionalString()
      ?? String(decoding: file.json.canonical(), as: UTF8.self)
    var draft = ConversationDraft(ConversationID(of: source, from: .chatgpt))
    draft.title = try file["title"].optionalString()
    let mapping = try file["mapping"].object()
    let nodes = mapping.json.members.map { member in
      (
        key: member.key,
        node: CheckedJSON(member.value, path: "\(mapping.path).\(DraftTree.shown(member.key))")
      )
    }
    let order = try order(of: nodes)
    let items = try order.map { place in
      let (key, node) = nodes[place]
      var item = DraftTree.Item(
        key: key, parent: try node["parent"].optionalString(), path: node.path)
      if node["message"].exists {
        let message = try node["message"].object()
        item.at = ImportTime.seconds(message["create_time"].json)
        item.message = try self.message(message, &draft.tally)
      }
      return item
    }
    let tree = try DraftTree(items)
    let end = try file["current_node"].optionalString()
    if let end, !tree.has(end) { throw file["current_node"].wrong("the id of a node") }
    try tree.fill(
      &draft, endingAt: end, from: ImportTime.seconds(file["create_time"].json) ?? time)
    return draft
  }

  /// The places of the nodes so that siblings stand as their parent's `children` tell.
  private static func order(of nodes: [(key: String, node: CheckedJSON)]) throws -> [Int] {
    var places: [String: Int] = [:]
    for (place, entry) in nodes.enumerated() { places[entry.key] = place }
    var ranks = Array(repeating: Int.max, count: nodes.count)
    for (key, node) in nodes {
      if let id = try node.object()["id"].optionalString(), id != key {
        throw node["id"].wrong("the id under which the node stands")
      }
      for (rank, child) in try node["children"].elements().enumerated() {
        let name = try child.string()
        guard let place = places[name] else { throw child.wrong("the id of a node") }
        let parent = try nodes[place].node["parent"].optionalString()
        guard parent == key else { throw child.wrong("the id of a node whose parent is this one") }
        ranks[place] = rank
      }
    }
    return nodes.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  /// - Returns: The message; `nil` when it says nothing.
  private static func message(
    _ json: CheckedJSON, _ tally: inout ImportTally
  ) throws -> Message? {
    let author = try json["author"].object()
    let role: Message.Role
    switch try author["role"].string() {
    case "user": role = .user
    case "assistant": role = .assistant
    case "system": role = .system
    // Results of tools have no ids here by which they could be told to their calls.
    case "tool": role = .assistant
    default: throw author["role"].wrong("'user', 'assistant', 'system' or 'tool'")
    }
    var content = ChatGPTContent(json, role: try author["role"].string())
    try content.read()
    let parts = content.parts
    tally.count(isEmpty: parts.isEmpty, notes: parts.notes)
    if parts.isEmpty { return nil }
    let model = json["metadata"]["model_slug"].json.string
    return Message(
      role: content.isInstruction ? .system : role, parts: parts.parts,
      origin: role == .assistant
        ? model.map { Origin(vendor: "chatgpt", kind: nil, model: $0) } : nil)
  }
}
