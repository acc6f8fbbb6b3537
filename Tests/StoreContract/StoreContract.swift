public import Switchboard
import SwitchboardCore
public import Testing

/// What every conversation store must do, whatever it keeps its conversations in.
///
/// A store's own tests call ``all`` with a way to make empty stores.
public struct StoreContract: Sendable {
  /// One rule and its proof.
  public struct Rule: Sendable, CustomTestStringConvertible {
    /// The rule in a sentence.
    public let testDescription: String

    /// Tries the rule on an empty store.
    public let check: @Sendable (any ConversationStore) async throws -> Void

    init(
      _ sentence: String, _ check: @escaping @Sendable (any ConversationStore) async throws -> Void
    ) {
      self.testDescription = sentence
      self.check = check
    }
  }

  /// Every rule.
  public static let all: [Rule] = appending + branching + comparing + reading + searching
}

extension StoreContract {
  static let appending: [Rule] = [
    Rule("a turn's messages follow each other and the branch ends at the last") { store in
      let talk = Talk(store)
      let turn = try await talk.say("hello", "good day")
      #expect(turn.nodes.map(\.message.text) == ["hello", "good day"])
      #expect(turn.nodes.map(\.depth) == [0, 1])
      #expect(turn.nodes[0].parent == nil)
      #expect(turn.nodes[1].parent == turn.nodes[0].id)
      #expect(!turn.hadConflict)
      #expect(try await talk.heads() == ["main": turn.nodes[1].id])
      let record = try #require(try await store.record(of: talk.id))
      #expect(record.messageCount == 2)
      #expect(record.branch == "main")
    },
    Rule("an id is the digest of the message and of what went before it") { store in
      let talk = Talk(store)
      let turn = try await talk.say("hello", "good day")
      let first = NodeID(of: .user("hello"), after: nil, in: talk.id, ordinal: 0)
      #expect(turn.nodes[0].id == first)
      #expect(
        turn.nodes[1].id
          == NodeID(of: .assistant("good day"), after: first, in: talk.id, ordinal: 0))
    },
    Rule("equal messages under one parent are told apart by their ordinal") { store in
      let talk = Talk(store)
      let first = try await talk.add([.user("a")], after: .root)
      let second = try await talk.add([.user("a")], after: .root)
      let third = try await talk.add([.user("a")], after: .root)
      #expect(Set([first, second, third].map(\.nodes[0].id)).count == 3)
      #expect(
        third.nodes[0].id == NodeID(of: .user("a"), after: nil, in: talk.id, ordinal: 2))
      #expect(try await store.children(of: nil, in: talk.id).count == 3)
    },
    Rule("a turn that is given twice is stored once") { store in
      let talk = Talk(store)
      let turn = talk.turn([.user("pay"), .assistant("paid")], after: .root)
      let first = try await store.append([turn])
      let second = try await store.append([turn])
      #expect(first.map(\.nodes) == second.map(\.nodes))
      #expect(try await store.record(of: talk.id)?.messageCount == 2)
      #expect(try await store.stories(of: talk.id, after: nil, limit: 10).count == 1)
    },
    Rule("of several turns all are stored, or none") { store in
      let talk = Talk(store)
      let strange = try #require(NodeID(bytes: Array(repeating: 7, count: 32)))
      await #expect(throws: SwitchboardError.self) {
        _ = try await store.append([
          talk.turn([.user("one")], after: .root), talk.turn([.user("two")], after: .node(strange)),
        ])
      }
      #expect(try await store.record(of: talk.id) == nil)
      let stored = try await store.append([
        talk.turn([.user("one")], after: .root),
        talk.turn([.assistant("two")], after: .turn(0), expecting: .turn(0)),
      ])
      #expect(stored[1].nodes[0].parent == stored[0].nodes[0].id)
    },
    Rule("a parent of another conversation is refused") { store in
      let turn = try await Talk(store).say("mine", "yours")
      let other = Talk(store)
      try await other.say("a", "b")
      await #expect(throws: SwitchboardError.self) {
        try await other.add([.user("c")], after: .node(turn.nodes[0].id))
      }
    },
    Rule("a turn that finds another in its place follows it") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      let quick = try await talk.add([.user("quick")], after: .node(base.nodes[1].id))
      let late = try await store.append([
        talk.turn(
          [.user("late")], after: .node(base.nodes[1].id), expecting: .node(base.nodes[1].id))
      ])[0]
      #expect(late.hadConflict)
      #expect(late.nodes[0].parent == quick.nodes[0].id)
      #expect(late.branch == "main")
    },
    Rule("a turn that may not follow another gets a branch of its own") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      let quick = try await talk.add([.user("quick")], after: .node(base.nodes[1].id))
      var turn = talk.turn(
        [.user("late")], after: .node(base.nodes[1].id), expecting: .node(base.nodes[1].id))
      turn.onConflict = .branch
      let late = try await store.append([turn])[0]
      #expect(late.branch == "main-2")
      #expect(late.nodes[0].parent == base.nodes[1].id)
      #expect(
        try await talk.heads() == ["main": quick.nodes[0].id, "main-2": late.nodes[0].id])
    },
    Rule("a failed turn leaves its story and nothing else") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      var failed = talk.turn([], after: .node(base.nodes[1].id))
      failed.attempts = [Talk.attempt(.failed)]
      failed.decision = ["route": "default"]
      _ = try await store.append([failed])
      let stories = try await store.stories(of: talk.id, after: nil, limit: 10)
      #expect(stories.map(\.node) == [base.nodes[1].id, nil])
      #expect(stories[1].decision == ["route": "default"])
      #expect(stories[1].attempts.map { $0["outcome"].string } == ["failed"])
      #expect(try await talk.heads() == ["main": base.nodes[1].id])
      #expect(
        try await store.stories(of: talk.id, after: stories[0].id, limit: 10).map(\.id)
          == [stories[1].id])
    },
    Rule("what comes back equals what was appended, to the letter") { store in
      let talk = Talk(store)
      let messages = Talk.oddMessages
      _ = try await talk.add(messages, after: .root)
      let head = try #require(try await talk.heads()["main"] ?? nil)
      let path = try await store.path(to: head, in: talk.id, limit: nil)
      #expect(path.map(\.message) == messages)
    },
  ]
}
