import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

/// Whatever is done to both, the store on disk and the store in memory say the same.
struct LikeMemoryTests {
  /// Two stores that are told the same.
  private struct Pair {
    let memory = MemoryStore()
    let disk: SQLiteStore
    let random: RandomSource
    var conversations: [ConversationID] = []
    var nodes: [ConversationID: [NodeID]] = [:]
    var time = 1_000.0

    func pick<T>(_ values: [T]) -> T? {
      values.isEmpty ? nil : values[Int(random.unit() * Double(values.count))]
    }

    /// What both answer, a failure being its sentence.
    func both<T>(_ ask: (any ConversationStore) async throws -> T) async -> (T?, T?) {
      func answer(_ store: any ConversationStore) async -> (T?, String) {
        do {
          return (try await ask(store), "")
        } catch {
          return (nil, "\(error)")
        }
      }
      let (first, second) = (await answer(memory), await answer(disk))
      #expect(first.1 == second.1)
      return (first.0, second.0)
    }

    mutating func step() async {
      time += random.unit() * 10 - 4
      guard random.unit() < 0.8, let id = pick(conversations) else {
        if conversations.isEmpty || random.unit() < 0.3 { conversations.append(.random()) }
        return await append(to: pick(conversations) ?? .random())
      }
      switch Int(random.unit() * 12) {
      case 0:
        let branch = Branch(
          name: pick(["main", "b", "c/d", "?"]) ?? "", head: pick(nodes[id] ?? []))
        _ = await both { try await $0.setBranch(branch, of: id) }
      case 1:
        let name = pick(["main", "b", "c/d", "main-2"]) ?? ""
        _ = await both { try await $0.removeBranch(name, of: id) }
      case 2:
        let name = pick(["one", "two", "bad name", nil]) ?? nil
        let title = pick(["A title", nil]) ?? nil
        _ = await both { try await $0.rename(id, name: name, title: title) }
      case 3:
        if let node = pick(nodes[id] ?? []) {
          let isPinned = random.unit() < 0.7
          _ = await both { try await $0.setPinned(isPinned, node, in: id) }
        }
      case 4 where random.unit() < 0.2:
        _ = await both { try await $0.delete(id) }
        nodes[id] = nil
      default:
        await append(to: id)
      }
    }

    private mutating func append(to id: ConversationID) async {
      var turns: [NewTurn] = []
      for place in 0..<(random.unit() < 0.2 ? 3 : 1) {
        let known = nodes[id] ?? []
        // Mostly at the end, sometimes anywhere, sometimes at the beginning or nowhere.
        var parent: NewTurn.Place = known.last.map { .node($0) } ?? .root
        if random.unit() < 0.3, let node = pick(known) { parent = .node(node) }
        if random.unit() < 0.1 { parent = .root }
        if place > 0 { parent = .turn(place - 1) }
        if random.unit() < 0.02 { parent = .turn(7) }
        let texts = (0..<Int(random.unit() * 4)).map { _ in pick(["a", "word", "日本"]) ?? "" }
        let parts = texts.map { text -> Part in
          random.unit() < 0.1 ? .media(Media(bytes: Array(text.utf8), mime: "x/y")) : .text(text)
        }
        var turn = NewTurn(
          conversation: id, branch: pick(["main", "main", "main", "b", nil]) ?? nil,
          parent: parent, expectedHead: known.last,
          onConflict: random.unit() < 0.5 ? .follow : .branch,
          messages: parts.map { Message(role: .user, parts: [$0]) },
          kind: random.unit() < 0.1 ? .summary : .message,
          decision: random.unit() < 0.5 ? ["n": JSON(place)] : nil, at: time)
        turn.name = pick(["one", "three", nil, nil, nil]) ?? nil
        turn.title = pick(["Title", nil]) ?? nil
        turns.append(turn)
      }
      // Now and then a turn is given twice.
      for _ in 0..<(random.unit() < 0.1 ? 2 : 1) {
        let (first, second) = await both { try await $0.append(turns) }
        #expect(first?.map(\.nodes) == second?.map(\.nodes))
        #expect(first?.map(\.branch) == second?.map(\.branch))
        #expect(first?.map(\.hadConflict) == second?.map(\.hadConflict))
        for node in (first ?? []).flatMap(\.nodes) where nodes[id]?.contains(node.id) != true {
          nodes[id, default: []].append(node.id)
        }
      }
    }

    func compare() async {
      for limit in [2, 100] {
        let records = await both { try await $0.records(after: nil, limit: limit) }
        #expect(records.0 == records.1)
        let after = pick(conversations)
        let rest = await both { try await $0.records(after: after, limit: limit) }
        #expect(rest.0 == rest.1)
      }
      for text in ["one", "two", pick(conversations)?.description.prefix(3).uppercased() ?? ""] {
        let found = await both { try await $0.records(matching: text, limit: 3) }
        #expect(found.0 == found.1)
      }
      for query in ["a", "word", "本", "日本 ", "wor*", "\"a word\""] {
        for id in [nil, pick(conversations)] {
          let hits = await both { try await $0.search(query, in: id, after: nil, limit: 20) }
          #expect(hits.0?.map(\.node) == hits.1?.map(\.node))
          #expect(hits.0?.map(\.snippet) == hits.1?.map(\.snippet))
          #expect(hits.0?.map(\.marks) == hits.1?.map(\.marks))
          #expect(hits.0?.map(\.conversation) == hits.1?.map(\.conversation))
        }
      }
      for id in conversations { await compare(id) }
    }

    private func compare(_ id: ConversationID) async {
      let branches = await both { try await $0.branches(of: id) }
      #expect(branches.0 == branches.1)
      let all = await both { try await $0.nodes(of: id, after: nil, limit: 9_999) }
      #expect(all.0 == all.1)
      let node = pick(nodes[id] ?? [])
      let page = await both { try await $0.nodes(of: id, after: node, limit: 5) }
      #expect(page.0 == page.1)
      let children = await both { try await $0.children(of: node, in: id) }
      #expect(children.0 == children.1)
      let forks = await both { try await $0.forks(of: id) }
      #expect(forks.0 == forks.1)
      if let node {
        let newest = await both { try await $0.newest(behind: node, in: id) }
        #expect(newest.0 == newest.1)
        let story = await both { try await $0.story(of: node, in: id) }
        #expect(story.0??.id == story.1??.id)
        #expect(story.0??.decision == story.1??.decision)
      }
      for limit in [1, 4, nil] {
        guard let node else { break }
        let path = await both { try await $0.path(to: node, in: id, limit: limit) }
        #expect(path.0 == path.1)
      }
      let stories = await both { try await $0.stories(of: id, after: nil, limit: 9_999) }
      #expect(stories.0?.map(\.id) == stories.1?.map(\.id))
      #expect(stories.0?.map(\.node) == stories.1?.map(\.node))
      #expect(stories.0?.map(\.decision) == stories.1?.map(\.decision))
      #expect(stories.0?.map(\.storedAt) == stories.1?.map(\.storedAt))
      let last = stories.0.flatMap { pick($0) }?.id
      let rest = await both { try await $0.stories(of: id, after: last, limit: 3) }
      #expect(rest.0?.map(\.id) == rest.1?.map(\.id))
    }
  }

  @Test(arguments: 0..<6)
  func `both stores say the same, whatever they are told`(_ seed: UInt64) async throws {
    let folder = try StoreFolder()
    var pair = Pair(disk: try await folder.open(), random: RandomSource(seed: seed))
    for number in 1...300 {
      await pair.step()
      if number.isMultiple(of: 50) { await pair.compare() }
    }
    await pair.disk.close()
    try folder.check()
  }
}
