import SwitchboardCore

extension ConversationImport {
  /// Stores the conversations that are not there yet, all or none.
  ///
  /// - Returns: What became of each.
  /// - Throws: What the store throws; nothing is added then.
  public func add(to store: any ConversationStore) async throws -> ImportReport {
    var entries: [ImportReport.Entry] = []
    var new: [ConversationDraft] = []
    var turns: [(latest: Double, turns: [NewTurn])] = []
    var names: Set<String> = []
    for draft in drafts {
      if draft.nodes.isEmpty {
        entries.append(ImportReport.Entry(draft, .empty))
      } else if let record = try await store.record(of: draft.id) {
        entries.append(ImportReport.Entry(draft, .present, name: record.name))
      } else {
        let name = try await free(draft.name, besides: names, in: store)
        if let name { names.insert(name) }
        turns.append((draft.nodes.map(\.at).max() ?? 0, draft.turns(named: name)))
        new.append(draft)
        entries.append(
          ImportReport.Entry(
            draft, .imported, name: name, takenName: name == draft.name ? nil : draft.name))
      }
    }
    if !turns.isEmpty {
      // The newest is written last, whatever the order of the file.
      _ = try await store.append(turns.sorted { $0.latest < $1.latest }.flatMap(\.turns))
      do {
        for draft in new { try await finish(draft, in: store) }
      } catch {
        // Half of a conversation is worse than none.
        for draft in new { _ = try await store.delete(draft.id) }
        throw error
      }
    }
    return ImportReport(form: form, entries: entries)
  }

  /// The name, or one like it that nobody has.
  private func free(
    _ name: String?, besides names: Set<String>, in store: any ConversationStore
  ) async throws -> String? {
    guard let name else { return nil }
    var candidate = name
    var number = 1
    while try await isTaken(candidate, besides: names, in: store) {
      number += 1
      candidate = "\(name.prefix(56))-\(number)"
    }
    return candidate
  }

  private func isTaken(
    _ name: String, besides names: Set<String>, in store: any ConversationStore
  ) async throws -> Bool {
    if names.contains(name) { return true }
    return try await store.records(matching: name, limit: 1).contains { $0.name == name }
  }

  /// Sets what turns cannot say: pins, branches that share their end or have none, and the branch
  /// that was used last.
  private func finish(
    _ draft: ConversationDraft, in store: any ConversationStore
  ) async throws {
    for node in draft.nodes where node.isPinned {
      try await store.setPinned(true, node.id, in: draft.id)
    }
    var there: [String: NodeID?] = [:]
    for branch in try await store.branches(of: draft.id) { there[branch.name] = branch.head }
    for (name, last) in draft.branches {
      let head = last.map { draft.nodes[$0].id }
      if there[name] != .some(head) {
        try await store.setBranch(Branch(name: name, head: head), of: draft.id)
      }
      there[name] = nil
    }
    let record = try await store.record(of: draft.id)
    if record?.branch != draft.current,
      let last = draft.branches.first(where: { $0.name == draft.current })?.last
    {
      try await store.setBranch(
        Branch(name: draft.current, head: draft.nodes[last].id), of: draft.id)
    }
    // What is left is the branch that every conversation begins with.
    for name in there.keys { try await store.removeBranch(name, of: draft.id) }
  }
}
