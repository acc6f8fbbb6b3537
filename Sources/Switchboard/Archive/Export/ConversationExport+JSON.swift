import SwitchboardCore

extension ConversationExport {
  /// The mark by which the form is known.
  static let mark = "switchboard.conversation"

  /// Its version; a reader refuses a later one.
  static let version = 1

  /// The messages of a page.
  private static let page = 64

  /// A document of one message a line.
  func writeJSON(_ body: (String) async throws -> Void) async throws {
    let head = JSON.object([
      ("format", JSON(Self.mark)), ("version", JSON(Self.version)),
      ("conversation", record.json), ("branches", .array(branches.map(\.json))),
    ])
    try await body("\(head.text.dropLast()),\"nodes\":[")
    var last: NodeID?
    while true {
      try Task.checkCancellation()
      let nodes = try await store.nodes(of: record.id, after: last, limit: Self.page)
      for node in nodes {
        try await body((last == nil ? "\n" : ",\n") + node.json(node.message.archiveJSON).text)
        last = node.id
      }
      if nodes.count < Self.page { break }
    }
    try await body("\n]}\n")
  }
}
