import Switchboard
import SwitchboardCore
import Testing

extension StoreContract {
  static let reading: [Rule] = [
    Rule("the last messages of a path come alone when few are asked for") { store in
      let talk = Talk(store)
      var head = try await talk.say("q0", "a0").nodes[1].id
      for number in 1..<20 {
        head = try await talk.say("q\(number)", "a\(number)", after: head).nodes[1].id
      }
      let last = try await store.path(to: head, in: talk.id, limit: 3)
      #expect(last.map(\.message.text) == ["a18", "q19", "a19"])
      #expect(last.map(\.depth) == [37, 38, 39])
      let whole = try await store.path(to: head, in: talk.id, limit: nil)
      #expect(whole.count == 40)
      #expect(whole.map(\.depth) == Array(0..<40))
    },
    Rule("pages of messages are in the order of writing, whatever the clock says") { store in
      let talk = Talk(store)
      var head: NodeID?
      for number in 0..<14 {
        let turn = talk.turn(
          [.user("\(number)")], after: head.map(NewTurn.Place.node) ?? .root,
          expecting: head.map(NewTurn.Place.node) ?? .root, at: number < 12 ? 1_000 : 10)
        head = try await store.append([turn])[0].nodes[0].id
      }
      var seen: [String] = []
      var last: NodeID?
      while true {
        let page = try await store.nodes(of: talk.id, after: last, limit: 5)
        if page.isEmpty { break }
        seen += page.map(\.message.text)
        last = page.last?.id
      }
      #expect(seen == (0..<14).map(String.init))
    },
    Rule("conversations are listed by the last writing, in pages") { store in
      var talks: [Talk] = []
      for number in 0..<5 {
        let talk = Talk(store, at: Double(100 - number))
        try await talk.say("hello \(number)", "yes")
        talks.append(talk)
      }
      _ = try await talks[1].add([.user("again")], after: .root, at: 1)
      let expected = [1, 4, 3, 2, 0].map { talks[$0].id }
      let first = try await store.records(after: nil, limit: 2)
      let second = try await store.records(after: first.last?.id, limit: 2)
      let third = try await store.records(after: second.last?.id, limit: 2)
      #expect((first + second + third).map(\.id) == expected)
    },
    Rule("a conversation is found by its name or the beginning of its id") { store in
      let talk = Talk(store)
      try await talk.say("a", "b", name: "trip.2026")
      try await Talk(store).say("c", "d")
      #expect(try await store.records(matching: "trip.2026", limit: 9).map(\.id) == [talk.id])
      let start = String(talk.id.description.prefix(12))
      #expect(try await store.records(matching: start, limit: 9).map(\.id) == [talk.id])
      #expect(try await store.records(matching: "trip", limit: 9).isEmpty)
      #expect(try await store.records(matching: "", limit: 9).isEmpty)
      #expect(try await store.records(matching: "%", limit: 9).isEmpty)
    },
    Rule("a name is used once, and a title stays what a person made it") { store in
      let talk = Talk(store)
      try await talk.say("a", "b", name: "one", title: "First")
      await #expect(throws: SwitchboardError.self) {
        try await Talk(store).say("a", "b", name: "one")
      }
      let other = Talk(store)
      let turn = try await other.say("a", "b", name: "two", title: "Second")
      await #expect(throws: SwitchboardError.self) {
        try await store.rename(other.id, name: "one", title: nil)
      }
      try await store.rename(other.id, name: "three", title: "Third")
      try await other.say("c", "d", after: turn.nodes[1].id, title: "Fourth")
      let record = try #require(try await store.record(of: other.id))
      #expect(record.name == "three")
      #expect(record.title == "Third")
    },
    Rule("what is not there is said") { store in
      let nowhere = ConversationID.random()
      let node = try #require(NodeID(bytes: Array(repeating: 1, count: 32)))
      #expect(try await store.record(of: nowhere) == nil)
      await #expect(throws: SwitchboardError.self) {
        try await store.rename(nowhere, name: nil, title: "x")
      }
      await #expect(throws: SwitchboardError.self) {
        _ = try await store.path(to: node, in: nowhere, limit: nil)
      }
      let talk = Talk(store)
      try await talk.say("a", "b")
      await #expect(throws: SwitchboardError.self) {
        _ = try await store.path(to: node, in: talk.id, limit: nil)
      }
      await #expect(throws: SwitchboardError.self) {
        try await store.setPinned(true, node, in: talk.id)
      }
    },
    Rule("a value is kept under its key") { store in
      #expect(try await store.value(for: "k") == nil)
      try await store.setValue(["a": 1], for: "k")
      try await store.setValue(["a": 2], for: "k")
      #expect(try await store.value(for: "k") == ["a": 2])
    },
  ]

  static let searching: [Rule] = [
    Rule("words are found whole, in any case, all of them") { store in
      let talk = Talk(store)
      try await talk.say("Where do Fjords begin?", "At the sea, where glaciers end.")
      for (query, found) in [
        ("fjords", 1), ("FJORDS", 1), ("fjord", 0), ("fjord*", 1), ("where", 2),
        ("where sea", 1), ("\"the sea\"", 1), ("\"sea the\"", 0), ("", 0), ("*", 0), ("\"", 0),
        ("a OR b", 0), ("where NOT sea", 0), ("begin?'; --", 1),
      ] {
        let hits = try await store.search(query, in: nil, after: nil, limit: 9)
        #expect(hits.count == found, "\(query)")
      }
    },
    Rule("any part of a text without spaces is found") { store in
      let talk = Talk(store)
      try await talk.say("東京の天気はどうですか", "今日は晴れです")
      for (query, found) in [("天気", 1), ("東京", 1), ("晴れ", 1), ("気天", 0), ("天気 晴れ", 0)] {
        let hits = try await store.search(query, in: nil, after: nil, limit: 9)
        #expect(hits.count == found, "\(query)")
      }
    },
    Rule("hits come last first, in pages, with the words marked") { store in
      let talk = Talk(store)
      var head: NodeID?
      for number in 0..<5 {
        let turn = try await talk.say("needle \(number)", "hay", after: head)
        head = turn.nodes[1].id
      }
      let first = try await store.search("needle", in: talk.id, after: nil, limit: 2)
      let second = try await store.search(
        "needle", in: talk.id, after: first.last?.cursor, limit: 9)
      #expect(
        (first + second).map(\.snippet) == (0..<5).reversed().map { "needle \($0)" })
      #expect(first[0].marks.map { String(first[0].snippet[$0]) } == ["needle"])
      #expect(first[0].role == .user)
      #expect(
        try await store.search("needle", in: ConversationID.random(), after: nil, limit: 9)
          .isEmpty)
    },
    Rule("a long message is shown around the word") { store in
      let talk = Talk(store)
      let long =
        String(repeating: "straw ", count: 300) + "needle" + String(repeating: " hay", count: 300)
      try await talk.say(long, "yes")
      let hit = try #require(
        try await store.search("needle", in: nil, after: nil, limit: 1).first)
      #expect(hit.snippet.count <= 204)
      #expect(hit.snippet.hasPrefix("…") && hit.snippet.hasSuffix("…"))
      #expect(hit.marks.map { String(hit.snippet[$0]) } == ["needle"])
    },
  ]
}
