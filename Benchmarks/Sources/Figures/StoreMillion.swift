import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardSQLite

extension Benchmark {
  /// A store that has grown for years.
  static let storeMillion = Benchmark(
    figures: [
      Figure(
        "lastPage1MMs", .atMost(10),
        "a store of 1,000,000 messages is opened and the last 50 of its long conversation read"),
      Figure(
        "search1MMs", .atMost(50),
        "the first 20 hits with snippets among them: the slowest of seven kinds of query"),
    ]
  ) {
    let file = try StoreFile()
    let (long, short, building) = try await build(file)
    let opening = try await Rounds.median {
      try await Rounds.wall {
        let store = try await file.open()
        let head = try await store.branches(of: long).first?.head
        guard let head else { throw SwitchboardError(.server, "the conversation is empty.") }
        let page = try await store.path(to: head, in: long, limit: 50)
        try expect(page.count == 50, "\(page.count) messages were read")
        await store.close()
      }
    }
    let store = try await file.open()
    let head = try await store.branches(of: long).first?.head
    let whole = try await Rounds.median(rounds: 3) {
      try await Rounds.wall {
        guard let head else { return }
        let path = try await store.path(to: head, in: long, limit: 100_000)
        try expect(path.count == 100_000, "\(path.count) messages were read")
      }
    }
    var searches: JSON = [:]
    var slowest = 0.0
    let queries: [(String, String, ConversationID?)] = [
      ("rare", "needle", nil), ("common", "word3", nil), ("two", "word3 word4", nil),
      ("commonAndRare", "word3 needle", nil), ("phrase", "\"word3 word4\"", nil),
      ("beginning", "need*", nil), ("inOne", "word3", short),
    ]
    for (name, query, conversation) in queries {
      let seconds = try await Rounds.median {
        try await Rounds.wall {
          let hits = try await store.search(query, in: conversation, after: nil, limit: 20)
          try expect(
            hits.count >= 10 && hits.allSatisfy { !$0.marks.isEmpty },
            "\(hits.count) of \(query) were found")
        }
      }
      searches[name] = JSON(measured: seconds * 1e3)
      slowest = max(slowest, seconds)
    }
    await store.close()
    return Findings(
      figures: [
        "lastPage1MMs": JSON(measured: opening * 1e3), "search1MMs": JSON(measured: slowest * 1e3),
      ],
      baselines: [
        "search1MMsByKind": searches, "read100000Ms": JSON(measured: whole * 1e3),
        "appendsPerSecondInOneCall": JSON(measured: building),
      ])
  }

  /// Writes a million messages: one conversation of 800,000 and 2,000 of 100.
  ///
  /// - Returns: The long one, a short one, and how many turns a second were stored.
  private static func build(
    _ file: StoreFile
  ) async throws -> (ConversationID, ConversationID, Double) {
    let store = try await file.open()
    let start = bench_now()
    async let long = write(20, of: 20_000, to: store)
    // A thousand conversations come in with one call, beside the long one.
    async let short = write(2, of: 50, by: 1_000, to: store)
    let conversations = try await (long, short)
    let seconds = Double(bench_now() - start) / 1e9
    await store.close()
    return (conversations.0, conversations.1, 500_000 / seconds)
  }

  /// Writes so many groups of turns, each by so many conversations in one call.
  ///
  /// - Returns: The last conversation.
  private static func write(
    _ groups: Int, of turns: Int, by conversations: Int = 1, to store: SQLiteStore
  ) async throws -> ConversationID {
    var words = Words(seed: UInt64(conversations))
    var talking = Talking()
    for _ in 0..<groups {
      var batch: [NewTurn] = []
      for _ in 0..<conversations {
        if conversations > 1 { talking = Talking() }
        let first = batch.count
        for place in 0..<turns {
          batch.append(
            talking.turn(words.next(), words.next(), at: place, of: turns, behind: first))
        }
      }
      try await talking.say(batch, to: store)
    }
    return talking.conversation
  }
}

/// Texts of forty words as a language has them, few of them often and most seldom, with a needle in one
/// of 5,000.
private struct Words {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> String {
    var text = ""
    for _ in 0..<40 {
      // The square of a square: word 3 stands in every third text, word 19,000 in few.
      let part = Double(number()) / 0x1p48
      text += "word\(Int(part * part * part * part * 20_000)) "
    }
    return number() % 5_000 == 0 ? text + "needle" : text
  }

  /// A linear congruential generator, whose upper bits are good enough for words.
  private mutating func number() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 16
  }
}
