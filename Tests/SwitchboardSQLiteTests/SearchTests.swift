import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

/// Finding messages by their words, beyond what every store must find.
struct SearchTests {
  @Test(
    arguments: [
      ("cafe", ["Un café noir", "Un cafe\u{301} noir", "Un cafe noir"]),
      ("CAFÉ", ["Un café noir", "Un cafe\u{301} noir", "Un cafe noir"]),
      ("東京", ["明日は東京に行きます"]), ("東京に", ["明日は東京に行きます"]), ("京東", []),
      ("学校", []), ("학교", ["오늘 학교에서 배웠다"]), ("학교에서 배웠다", ["오늘 학교에서 배웠다"]),
      ("ม้า", ["ฉันเห็นม้าในทุ่ง"]), ("มา", ["เขามาแล้ว"]),
      ("हिन्दी", ["मैं हिन्दी बोलता हूँ"]),
      ("snake case", ["a snake_case name"]), ("\"snake_case\"", ["a snake_case name"]),
      ("foo-b*", ["foo-bar, it's"]), ("it's", ["foo-bar, it's"]),
      ("2026", ["on 2026-05-17"]), ("\"2026-05\"", ["on 2026-05-17"]),
    ])
  func `words are found in every script, with and without accents`(
    _ query: String, _ expected: [String]
  ) async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    for text in [
      "Un café noir", "Un cafe\u{301} noir", "Un cafe noir", "明日は東京に行きます", "오늘 학교에서 배웠다",
      "ฉันเห็นม้าในทุ่ง", "เขามาแล้ว", "मैं हिन्दी बोलता हूँ", "a snake_case name", "foo-bar, it's",
      "on 2026-05-17",
    ] {
      try await talk.say(text, to: store)
    }
    let hits = try await store.search(query, in: nil, after: nil, limit: 99)
    #expect(hits.map(\.snippet) == expected.reversed())
    for hit in hits {
      // What is marked is what was searched for, as it was written.
      #expect(!hit.marks.isEmpty)
      let marked = hit.marks.map { String(hit.snippet[$0]) }.joined(separator: " ")
      let same = { (text: String) in
        text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }
      }
      #expect(same(marked).count >= same(query).count || query.hasSuffix("*"))
    }
    await store.close()
  }

  @Test func `marks stand where the words stand`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    try await talk.say("天気と天気\u{2}、weather and Weather\u{0}s", to: store)
    for (query, marked) in [
      ("天気", ["天気", "天気"]), ("weather", ["weather", "Weather"]),
      ("weather 天気", ["天気", "天気", "weather", "Weather"]), ("\"and weather\"", ["and Weather"]),
    ] {
      let hit = try #require(try await store.search(query, in: nil, after: nil, limit: 1).first)
      #expect(hit.marks.map { String(hit.snippet[$0]) } == marked)
    }
    await store.close()
  }

  @Test func `nothing that is typed is an order to the search or to SQL`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    try await talk.say("one two three", to: store)
    let pieces = [
      "\"", "'", "*", "(", ")", ":", "^", "-", "+", "{", "}", "AND", "OR", "NOT", "NEAR", "text:",
      "conversation:", "one", "two", " ", "\u{0}", ";", "--", "%", "\\", "é", "東", "👩‍👩‍👧‍👦", "\u{301}",
    ]
    let random = RandomSource(seed: 7)
    for _ in 0..<400 {
      let query = (0..<6).map { _ in pieces[Int(random.unit() * Double(pieces.count))] }.joined()
      _ = try await store.search(query, in: talk.id, after: nil, limit: 9)
      _ = try await store.records(matching: query, limit: 9)
    }
    #expect(try await store.search("one three", in: talk.id, after: nil, limit: 9).count == 1)
    await store.close()
  }

  @Test func `a conversation that is deleted takes its words and its media along`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let shared = Media(bytes: Array("shared picture".utf8), mime: "x/y")
    let own = Media(bytes: Array("own picture".utf8), mime: "x/y")
    var kept = Talk()
    var gone = Talk()
    for number in 0..<50 {
      try await kept.say("common kept\(number)", "天気", to: store)
      try await gone.say("common gone\(number)", "天気", to: store)
    }
    // Media in a result of a tool count too.
    let result = ToolResult(callID: "c", name: nil, content: [.media(shared), .media(own)])
    try await kept.say(kept.turn([.user([.media(shared), .media(shared)])]), to: store)
    try await gone.say(gone.turn([.tool([result])]), to: store)
    let connection = try folder.connect()
    #expect(try connection.integer("SELECT count(*) FROM blob") == 2)
    #expect(try await store.search("common", in: nil, after: nil, limit: 500).count == 100)
    #expect(try await store.delete(gone.id))
    #expect(try connection.integer("SELECT count(*) FROM blob") == 1)
    #expect(try await store.search("common", in: nil, after: nil, limit: 500).count == 50)
    #expect(try await store.search("天気", in: nil, after: nil, limit: 500).count == 50)
    #expect(try await store.search("gone7", in: nil, after: nil, limit: 500).isEmpty)
    #expect(try await store.search("common", in: gone.id, after: nil, limit: 500).isEmpty)
    for table in ["node", "turn", "attempt", "branch", "blobUse"] {
      let count = try connection.integer("SELECT count(*) FROM \(table)")
      let left = try connection.integer(
        "SELECT count(*) FROM \(table)"
          + (table == "blobUse"
            ? " WHERE node IN (SELECT seq FROM node)"
            : table == "attempt" ? " WHERE turn IN (SELECT seq FROM turn)" : ""))
      #expect(count == left)
    }
    #expect(try connection.integer("SELECT count(*) FROM conversation") == 1)
    #expect(try await kept.messages(in: store).last?.parts.count == 2)
    try folder.check()
    #expect(try await store.delete(kept.id))
    for table in ["node", "turn", "attempt", "branch", "blobUse", "blob", "conversation"] {
      #expect(try connection.integer("SELECT count(*) FROM \(table)") == 0)
    }
    await store.close()
    try folder.check()
  }

  @Test func `a search in one conversation finds its messages alone, in pages`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talks = [Talk(), Talk(), Talk()]
    for number in 0..<30 {
      // The number of a conversation in the file is no word of its messages.
      try await talks[number % 3].say("c1 word \(number) c2", to: store)
    }
    var seen: [String] = []
    var last: SearchHit.Cursor?
    while true {
      let page = try await store.search("word c1", in: talks[1].id, after: last, limit: 4)
      #expect(page.allSatisfy { $0.conversation.id == talks[1].id })
      seen += page.map(\.snippet)
      last = page.last?.cursor
      if page.isEmpty { break }
    }
    #expect(seen == stride(from: 28, through: 1, by: -3).map { "c1 word \($0) c2" })
    await store.close()
  }
}
