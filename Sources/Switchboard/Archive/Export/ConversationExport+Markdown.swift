import SwitchboardCore

extension ConversationExport {
  /// One branch, as CommonMark.
  func writeMarkdown(_ body: (String) async throws -> Void) async throws {
    let branch = branches[0]
    let reader = try await BranchReader(to: branch.head, of: record.id, in: store)
    let facts = facts(messages: reader.count) + ["branch \(branch.name)"]
    try await body(
      """
      # \(MarkdownText.escaped(title))

      *\(MarkdownText.escaped(facts.joined(separator: " · ")))*

      """)
    try await reader.read { nodes in
      for node in nodes { try await body(MarkdownText.message(node)) }
    }
  }
}
