import SwitchboardCore

/// Reads ``ConversationExport``'s JSON back: the same ids, the same tree.
enum ArchiveReader {
  static func draft(_ file: CheckedJSON) throws -> ConversationDraft {
    let version = try file["version"].optionalInt(1 ... .max) ?? 1
    guard version <= ConversationExport.version else {
      throw SwitchboardError(
        .invalidRequest,
        "The file is of a newer version of Switchboard; update it to read the file."
      )
    }
    let about = try file["conversation"].object()
    guard let id = ConversationID(try about["id"].string()) else {
      throw about["id"].wrong("32 hexadecimal digits")
    }
    var draft = ConversationDraft(id)
    draft.name = try about["name"].optionalString()
    try ConversationNames.check(conversation: draft.name)
    draft.title = try about["title"].optionalString()
    let places = try readNodes(file["nodes"], into: &draft)
    try readBranches(file["branches"], places, into: &draft)
    draft.current = try about["branch"].optionalString() ?? Branch.main
    guard draft.branches.contains(where: { $0.name == draft.current }) else {
      throw about["branch"].wrong("the name of a branch of the file")
    }
    return draft
  }

  /// - Returns: The places of the nodes.
  private static func readNodes(
    _ nodes: CheckedJSON, into draft: inout ConversationDraft
  ) throws -> [NodeID: Int] {
    if !nodes.exists { throw nodes.wrong("an array of messages") }
    var places: [NodeID: Int] = [:]
    for node in try nodes.elements() {
      let node = try node.object()
      let written = try self.id(node["id"])
      var parent: Int?
      if node["parent"].exists {
        parent = places[try self.id(node["parent"])]
        if parent == nil { throw node["parent"].wrong("the id of a message before it") }
      }
      let place = draft.add(
        try message(node["message"]), after: parent,
        at: ImportTime.stamp(node["storedAt"].json) ?? 0,
        kind: try node["kind"].choice(ConversationNode.Kind.self) ?? .message,
        isPinned: try node["pinned"].bool(default: false))
      if places.updateValue(place, forKey: written) != nil {
        throw SwitchboardError(
          .invalidRequest, "Field '\(node["id"].path)' is the id of a message before it, too.")
      }
      guard draft.nodes[place].id == written else {
        throw SwitchboardError(
          .invalidRequest,
          """
          Field '\(node["id"].path)' is not the id of its message: the file was changed after it \
          was made.
          """)
      }
      if draft.nodes[place].kind == .message { draft.tally.kept += 1 }
    }
    return places
  }

  private static func id(_ json: CheckedJSON) throws -> NodeID {
    guard let id = NodeID(try json.string()) else { throw json.wrong("64 hexadecimal digits") }
    return id
  }

  private static func message(_ json: CheckedJSON) throws -> Message {
    do {
      return try Message(archiveJSON: try json.object().json)
    } catch var error as SwitchboardError {
      error.message = error.message.replacing(
        "Field '", with: "Field '\(json.path).", maxReplacements: 1)
      throw error
    }
  }

  private static func readBranches(
    _ branches: CheckedJSON, _ places: [NodeID: Int], into draft: inout ConversationDraft
  ) throws {
    var names: Set<String> = []
    for branch in try branches.elements() {
      let name = try branch.object()["name"].string()
      try ConversationNames.check(branch: name)
      if !names.insert(name).inserted {
        throw branch["name"].wrong("a name that no branch before it has")
      }
      var last: Int?
      if branch["head"].exists {
        last = places[try id(branch["head"])]
        if last == nil { throw branch["head"].wrong("the id of a message of the file") }
      }
      draft.branches.append((name, last))
    }
  }
}
