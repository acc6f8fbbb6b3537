import StandIns
import Switchboard
import SwitchboardCore
import Testing

extension StoreContract {
  static let comparing: [Rule] = [
    Rule("a question that is given with each of its answers is stored once") { store in
      let talk = Talk(store)
      var question = talk.turn([.user("which?")], after: .root)
      question.branch = nil
      var first = talk.turn([.assistant("one")], after: .turn(0))
      first.onConflict = .branch
      var second = talk.turn([.assistant("two")], after: .turn(0))
      second.branch = nil
      let one = try await store.append([question, first])
      let two = try await store.append([question, second])
      #expect(one[0].nodes == two[0].nodes)
      #expect(two[1].nodes[0].parent == one[0].nodes[0].id)
      #expect(
        try await store.children(of: one[0].nodes[0].id, in: talk.id).map(\.message.text)
          == ["one", "two"])
      #expect(try await talk.heads() == ["main": one[1].nodes[0].id])
      #expect(!one[1].hadConflict)
      #expect(try await store.record(of: talk.id)?.messageCount == 3)
    },
    Rule("an answer that may not follow another's turn keeps its question") { store in
      let talk = Talk(store)
      let base = try await talk.say("a", "b")
      var question = talk.turn([.user("which?")], after: .node(base.nodes[1].id))
      question.branch = nil
      var answer = talk.turn([.assistant("one")], after: .turn(0))
      answer.expectedHead = base.nodes[1].id
      answer.onConflict = .branch
      let quick = try await talk.add([.user("quick")], after: .node(base.nodes[1].id))
      let late = try await store.append([question, answer])
      #expect(late[1].branch == "main-2")
      #expect(late[1].nodes[0].parent == late[0].nodes[0].id)
      #expect(
        try await talk.heads() == ["main": quick.nodes[0].id, "main-2": late[1].nodes[0].id])
    },
    Rule("several models answer one message, and the talk goes on from the one picked") { store in
      let vendors = ["a", "b", "c"].map { (id: VendorID) in
        ScriptedVendor(id, scripts: [ScriptedVendor.answer("from \(id)", from: id)])
      }
      let failing = ScriptedVendor("d", scripts: [[.fail(SwitchboardError(.quota, "no"))]])
      let router = try router(vendors + [failing])
      let conversation = Conversation(router: router, store: store)
      for question in ["which?", "and then?"] {
        let comparison = try await conversation.compare(
          .user([.text(question), .media(Media(bytes: Talk.picture))]),
          across: ["a/m", "d/m", "b/m", "c/m"])
        for try await _ in comparison {}
        try await comparison.pick(2)
        #expect(comparison.node(of: 1) == nil)
        #expect(
          try await conversation.siblings(of: try #require(comparison.node(of: 0))).count == 3)
      }
      let again = try await Conversation(opening: conversation.id, router: router, store: store)
      #expect(
        try await again.messages().map(\.message.text)
          == ["which?", "from b", "and then?", "from b"])
      #expect(try await again.branches().map(\.name) == ["main"])
      #expect(try await store.record(of: conversation.id)?.messageCount == 8)
      let stories = try await store.stories(of: conversation.id, after: nil, limit: 99)
      #expect(
        stories.flatMap(\.attempts).compactMap { $0["outcome"].string }.sorted()
          == ["failed", "failed"] + Array(repeating: "reply", count: 6))
    },
  ]
}
