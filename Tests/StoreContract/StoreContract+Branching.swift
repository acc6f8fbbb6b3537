import Switchboard
import SwitchboardCore
import Testing

extension StoreContract {
  static let branching: [Rule] = [
    Rule("a fork shares its past") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      try await store.setBranch(Branch(name: "other/way", head: base.nodes[0].id), of: talk.id)
      let fork = try await talk.add(
        [.assistant("c")], after: .node(base.nodes[0].id), on: "other/way",
        expecting: .node(base.nodes[0].id))
      #expect(fork.nodes[0].depth == 1)
      #expect(try await store.record(of: talk.id)?.messageCount == 3)
      #expect(try await store.record(of: talk.id)?.branch == "other/way")
      #expect(
        try await store.children(of: base.nodes[0].id, in: talk.id).map(\.message.text)
          == ["b", "c"])
    },
    Rule("forks are where two or more messages answer the same, first messages among them") {
      store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      #expect(try await store.forks(of: talk.id).isEmpty)
      var summary = talk.turn([.system("in short")], after: .node(base.nodes[0].id))
      summary.branch = nil
      summary.kind = .summary
      _ = try await store.append([summary])
      #expect(try await store.forks(of: talk.id).isEmpty)
      let other = try await talk.add([.assistant("c")], after: .node(base.nodes[0].id), on: "x")
      let third = try await talk.add([.assistant("c")], after: .node(base.nodes[0].id), on: "y")
      let first = try await talk.add([.user("d")], after: .root, on: "z")
      #expect(
        try await store.forks(of: talk.id) == [
          [base.nodes[0].id, first.nodes[0].id],
          [base.nodes[1].id, other.nodes[0].id, third.nodes[0].id],
        ])
      let stranger = Talk(store)
      try await stranger.say("a", "b")
      #expect(try await store.forks(of: stranger.id).isEmpty)
      #expect(try await store.forks(of: talk.id).count == 2)
      await #expect(throws: SwitchboardError.self) { try await store.forks(of: .random()) }
    },
    Rule("the newest behind a message is what was appended last, in whatever way it lies") {
      store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      let (root, one) = (base.nodes[0].id, base.nodes[1].id)
      let two = try await talk.add([.assistant("c")], after: .node(root), on: "x").nodes[0].id
      #expect(try await store.newest(behind: root, in: talk.id) == two)
      #expect(try await store.newest(behind: one, in: talk.id) == one)
      // The older answer is gone on with.
      let turn = try await talk.add([.user("d"), .assistant("e")], after: .node(one), on: "y")
      #expect(try await store.newest(behind: root, in: talk.id) == turn.nodes[1].id)
      #expect(try await store.newest(behind: two, in: talk.id) == two)
      var summary = talk.turn([.system("in short")], after: .node(turn.nodes[1].id))
      summary.branch = nil
      summary.kind = .summary
      _ = try await store.append([summary])
      #expect(try await store.newest(behind: one, in: talk.id) == turn.nodes[1].id)
      let stranger = try await Talk(store).say("a", "b")
      await #expect(throws: SwitchboardError.self) {
        try await store.newest(behind: stranger.nodes[0].id, in: talk.id)
      }
    },
    Rule("the story of a message is that of the turn that ended with it") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      var turn = talk.turn([.user("c"), .assistant("d")], after: .node(base.nodes[1].id))
      turn.decision = ["answer": "images"]
      turn.attempts = [Talk.attempt(.failed), Talk.attempt(.reply)]
      let nodes = try await store.append([turn])[0].nodes
      let story = try #require(try await store.story(of: nodes[1].id, in: talk.id))
      #expect(story.id == turn.id && story.node == nodes[1].id)
      #expect(story.decision == ["answer": "images"])
      #expect(story.attempts.map { $0["outcome"].string } == ["failed", "reply"])
      #expect(try await store.story(of: nodes[0].id, in: talk.id) == nil)
      #expect(try await store.story(of: base.nodes[1].id, in: talk.id)?.decision == nil)
    },
    Rule("a branch can be moved back and removed, its messages stay") { store in
      let talk = Talk(store)
      let turn = try await talk.say("a", "b")
      try await store.setBranch(Branch(name: "main", head: turn.nodes[0].id), of: talk.id)
      #expect(try await talk.heads() == ["main": turn.nodes[0].id])
      try await store.setBranch(Branch(name: "main", head: nil), of: talk.id)
      #expect(try await talk.heads() == ["main": nil])
      try await store.setBranch(Branch(name: "kept", head: turn.nodes[1].id), of: talk.id)
      try await store.removeBranch("kept", of: talk.id)
      #expect(try await store.record(of: talk.id)?.branch == "main")
      #expect(try await store.nodes(of: talk.id, after: nil, limit: 9).count == 2)
    },
    Rule("a branch to a message that is not there is refused, as is a name that does not fit") {
      store in
      let talk = Talk(store)
      let turn = try await talk.say("a", "b")
      let strange = try #require(NodeID(bytes: Array(repeating: 7, count: 32)))
      await #expect(throws: SwitchboardError.self) {
        try await store.setBranch(Branch(name: "x", head: strange), of: talk.id)
      }
      for name in ["", "a b", "ä", String(repeating: "a", count: 65), "a;b"] {
        await #expect(throws: SwitchboardError.self) {
          try await store.setBranch(Branch(name: name, head: turn.nodes[0].id), of: talk.id)
        }
      }
    },
    Rule("a pin is a mark on a message and no other message") { store in
      let talk = Talk(store)
      let turn = try await talk.say("a", "b")
      try await store.setPinned(true, turn.nodes[0].id, in: talk.id)
      let path = try await store.path(to: turn.nodes[1].id, in: talk.id, limit: nil)
      #expect(path.map(\.isPinned) == [true, false])
      try await store.setPinned(false, turn.nodes[0].id, in: talk.id)
      #expect(
        try await store.path(to: turn.nodes[1].id, in: talk.id, limit: nil).map(\.isPinned)
          == [false, false])
    },
    Rule("a summary is a child that no branch ends at and no count counts") { store in
      let talk = Talk(store)
      let turn = try await talk.say("a", "b")
      var summary = talk.turn([.system("in short")], after: .node(turn.nodes[1].id))
      summary.branch = nil
      summary.kind = .summary
      _ = try await store.append([summary])
      #expect(try await talk.heads() == ["main": turn.nodes[1].id])
      #expect(try await store.record(of: talk.id)?.messageCount == 2)
      #expect(
        try await store.children(of: turn.nodes[1].id, in: talk.id).map(\.kind) == [.summary])
      #expect(try await store.summaries(of: talk.id).map(\.message.text) == ["in short"])
      #expect(try await store.search("short", in: nil, after: nil, limit: 9).isEmpty)
    },
    Rule("of two conversations with equal openings one can be deleted and the other stays whole") {
      store in
      let picture = Message.user([.text("look"), .media(Media(bytes: Talk.picture))])
      let kept = Talk(store)
      let gone = Talk(store)
      _ = try await kept.add([picture, .assistant("nice")], after: .root)
      _ = try await gone.add([picture, .assistant("nice")], after: .root)
      #expect(try await store.delete(gone.id))
      #expect(try await !store.delete(gone.id))
      #expect(try await store.record(of: gone.id) == nil)
      #expect(try await store.branches(of: gone.id).isEmpty)
      let head = try #require(try await kept.heads()["main"] ?? nil)
      let path = try await store.path(to: head, in: kept.id, limit: nil)
      #expect(path.map(\.message) == [picture, .assistant("nice")])
      let hits = try await store.search("nice", in: nil, after: nil, limit: 9)
      #expect(hits.map(\.conversation.id) == [kept.id])
    },
  ]
}
