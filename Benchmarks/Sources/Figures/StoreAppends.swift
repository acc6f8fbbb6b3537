import CBenchmarks
import Switchboard
import SwitchboardCore
import SwitchboardSQLite

extension Benchmark {
  /// Whole turns, each on the disk before the next line of the program.
  static let storeAppends = Benchmark(
    figures: [
      Figure(
        "appendsPerSecondFull1", .atLeast(300),
        "turns that one writer stores, each synced: two messages, an attempt, a decision"),
      Figure(
        "appendsVsBareLoop", .atLeast(0.6),
        "as many as a loop in C that writes the same rows with the same settings"),
      Figure(
        "appendsPerSecondFull64", .atLeast(5_000), "turns that 64 writers store at the same time"),
    ]
  ) {
    let file = try StoreFile()
    let store = try await file.open()
    let bare = try await BareStore()
    let count = 200
    var talking = Talking()
    let (ours, theirs, ratio) = try await Rounds.compare {
      let seconds = try await Rounds.wall { try await talking.say(count, to: store) }
      return Double(count) / seconds
    } _: {
      let seconds = try await Rounds.wall { try bare.write(count) }
      return Double(count) / seconds
    }
    let many = try await Rounds.median { try await together(64, 50, store) }
    await store.close()
    return Findings(
      figures: [
        "appendsPerSecondFull1": JSON(measured: ours), "appendsVsBareLoop": JSON(measured: ratio),
        "appendsPerSecondFull64": JSON(measured: many),
      ],
      baselines: ["bareLoopAppendsPerSecond": JSON(measured: theirs)])
  }

  /// Turns a second of so many writers, each with a conversation of its own.
  static func together(
    _ writers: Int, _ count: Int, _ store: any ConversationStore
  ) async throws -> Double {
    let seconds = try await Rounds.wall {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<writers {
          group.addTask {
            var talking = Talking()
            try await talking.say(count, to: store)
          }
        }
        try await group.waitForAll()
      }
    }
    return Double(writers * count) / seconds
  }
}

/// A file of the store's that C writes to.
private final class BareStore {
  private let file: StoreFile
  private let handle: OpaquePointer

  init() async throws {
    let file = try StoreFile()
    let store = try await file.open()
    var talking = Talking()
    try await talking.say(1, to: store)
    await store.close()
    let handle = bench_store_open(
      file.path,
      """
      PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -64000; PRAGMA synchronous = FULL; 
      PRAGMA journal_mode = \(SQLiteStore.journalMode);
      """)
    guard let handle else { throw SwitchboardError(.configuration, "SQLite cannot open its file.") }
    self.file = file
    self.handle = handle
  }

  deinit { bench_store_close(handle) }

  func write(_ count: Int) throws {
    let turn = Talking().turn()
    let done = texts(
      turn.messages.map(\.storedJSON.text) + turn.messages.map(\.text)
        + [Talking.decision.text, Talking.attempt.json.text]
    ) { text in
      var turn = bench_turn(
        messages: (text[0], text[1]), texts: (text[2], text[3]), decision: text[4],
        attempt: text[5])
      return bench_store_write(handle, &turn, Int32(count))
    }
    try expect(done == 1, "the bare loop failed")
  }

  /// Calls `body` with C strings.
  private func texts<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    func next(_ place: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
      place == texts.count
        ? body(pointers) : texts[place].withCString { next(place + 1, pointers + [$0]) }
    }
    return next(0, [])
  }
}
