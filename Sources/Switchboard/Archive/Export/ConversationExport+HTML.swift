import SwitchboardCore

extension ConversationExport {
  /// One page: the branch that was used last, then of every other branch what it does not share with
  /// one before it.
  func writeHTML(_ body: (String) async throws -> Void) async throws {
    let facts = facts(messages: record.messageCount)
    try await body(HTMLPage.beginning(title: title, facts: facts))
    var shown: [(name: String, reader: BranchReader)] = []
    var count = 0
    for branch in branches {
      let reader = try await BranchReader(to: branch.head, of: record.id, in: store)
      var start = 0
      var origin: String?
      for other in shown {
        let shared = try await reader.shared(with: other.reader)
        if shared > start || origin == nil { (start, origin) = (shared, other.name) }
      }
      try await body(
        HTMLPage.branchBeginning(
          branch.name, from: start, of: origin, messages: reader.count - start))
      var number = start
      try await reader.read(from: start) { nodes in
        for node in nodes {
          number += 1
          try await body(HTMLPage.message(node, number: number))
        }
      }
      try await body(HTMLPage.branchEnd(isFirst: origin == nil))
      count += reader.count - start
      shown.append((branch.name, reader))
    }
    try await body(HTMLPage.end(leftOut: max(0, record.messageCount - count)))
  }
}
