import CFaultyDisk
import CSQLite
import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

/// Power cuts, full disks and broken ones, tried at every sync and at every write.
@Suite(.serialized) struct DiskTests {
  private static let faulty: StoreSettings = {
    var settings = StoreSettings()
    settings.vfs = "faulty"
    return settings
  }()

  /// SQLITE_IOERR_WRITE, a macro that Swift cannot import.
  private static let brokenWrite = SQLITE_IOERR | 3 << 8

  init() throws { try #require(faulty_register() == SQLITE_OK) }

  /// A turn, and how many syncs there had been when it was acknowledged.
  private typealias Acknowledged = (turn: TurnID, moment: Int32)

  private func record(_ settings: StoreSettings) async throws -> [Acknowledged] {
    let folder = try StoreFolder()
    faulty_start()
    defer { faulty_stop() }
    let store = try await folder.open(settings)
    var talk = Talk()
    var acknowledged: [Acknowledged] = []
    for number in 0..<6 {
      // Long and short ones, so that the file grows and also does not.
      let turn = talk.turn("question", String(repeating: "answer ", count: number % 2 * 4_000))
      try await talk.say(turn, to: store)
      acknowledged.append((turn.id, faulty_moments()))
    }
    await store.close()
    return acknowledged
  }

  /// The acknowledged turns that the disk no longer has at one of the moments.
  private func lost(_ acknowledged: [Acknowledged]) throws -> Set<TurnID> {
    var lost: Set<TurnID> = []
    for moment in 1...faulty_moments() {
      for state in [faulty_synced, faulty_written] {
        let folder = try StoreFolder()
        // The store makes the file and has the disk remember it, empty as it is.
        try folder.write([])
        try #require(faulty_restore(moment, state, folder.path) == 0)
        let connection = try folder.connect()
        try Schema.current.prepare(connection)
        try folder.check()
        let past = state == faulty_synced ? moment : moment - 1
        for (turn, when) in acknowledged where when <= past {
          let isThere = try connection.integer(
            """
            SELECT 1 FROM turn JOIN node ON node.seq = turn.lastNode
            JOIN attempt ON attempt.turn = turn.seq WHERE turn.id = ?
            """, .bytes(turn.bytes))
          if isThere == nil { lost.insert(turn) }
        }
      }
    }
    return lost
  }

  @Test(arguments: [JournalMode.truncate, .wal])
  func `no acknowledged turn is lost when the power goes, whenever it goes`(
    _ journal: JournalMode
  ) async throws {
    var settings = Self.faulty
    settings.journal = journal
    let acknowledged = try await record(settings)
    #expect(acknowledged.count == 6)
    #expect(try lost(acknowledged).isEmpty)
  }

  @Test func `a store that waits less for the disk would lose turns, and the test sees it`()
    async throws
  {
    var settings = Self.faulty
    settings.synchronous = "NORMAL"
    let acknowledged = try await record(settings)
    #expect(try !lost(acknowledged).isEmpty)
  }

  /// What a file holds, in a store that was opened and closed again.
  private func begun(_ folder: StoreFolder) async throws -> Talk {
    let store = try await folder.open()
    var talk = Talk()
    try await talk.say("before", to: store)
    try await talk.say("and before", to: store)
    await store.close()
    return talk
  }

  @Test(arguments: [SQLITE_FULL, brokenWrite])
  func `a turn that does not fit leaves the file as it was`(_ code: Int32) async throws {
    var failures = 0
    while true {
      let folder = try StoreFolder()
      var talk = try await begun(folder)
      let before = try folder.bytes()
      let turn = talk.turn([
        .user([.text("see"), .media(Media(bytes: Array(repeating: 7, count: 20_000)))]),
        .assistant(String(repeating: "many words ", count: 3_000)),
      ])
      let store = try await folder.open(Self.faulty)
      faulty_fail_after(Int32(failures), code)
      defer { faulty_stop() }
      do {
        _ = try await store.append([turn])
      } catch let error as SwitchboardError {
        #expect(error.kind == .configuration)
        #expect(error.message.contains(folder.file))
        #expect(
          error.message.contains(code == SQLITE_FULL ? "no room" : "cannot be read or written"))
      }
      if faulty_has_failed() == 0 { break }
      failures += 1
      faulty_stop()
      if failures.isMultiple(of: 2) {
        // Room was made, and the program goes on.
        try await talk.say(turn, to: store)
        try await talk.say("after", to: store)
        #expect(try await talk.messages(in: store).count == 8)
        await store.close()
        try folder.check()
      } else {
        // The program ends, and the next one finds what was there.
        await store.close()
        try folder.check()
        #expect(try folder.bytes() == before)
      }
    }
    #expect(failures > 20)
  }

  @Test func `a file that cannot be begun is begun by the next who can`() async throws {
    var failures = 0
    while true {
      let folder = try StoreFolder()
      faulty_fail_after(Int32(failures), SQLITE_FULL)
      defer { faulty_stop() }
      do {
        let store = try await folder.open(Self.faulty)
        await store.close()
      } catch let error as SwitchboardError {
        #expect(error.kind == .configuration)
        #expect(error.message.contains("no room"))
      }
      if faulty_has_failed() == 0 { break }
      failures += 1
      faulty_stop()
      _ = try await begun(folder)
      try folder.check()
    }
    #expect(failures > 20)
  }

  @Test func `a change of the tables that the power cuts short is done or not begun`() async throws
  {
    let old = try StoreFolder()
    _ = try await begun(old)
    let folder = try StoreFolder()
    try folder.write(try old.bytes())
    var settings = Self.faulty
    let first = settings.schema.steps
    settings.schema = Schema(
      steps: first + [
        Schema.Step(sql: "ALTER TABLE node ADD COLUMN mood TEXT; UPDATE node SET mood = 'calm';"),
        Schema.Step(sql: "CREATE TABLE more (place INTEGER PRIMARY KEY);"),
      ])
    faulty_start()
    let store = try await folder.open(settings)
    await store.close()
    faulty_stop()
    let moments = faulty_moments()
    #expect(moments > 4)
    for moment in 1...moments {
      for state in [faulty_synced, faulty_written] {
        let cut = try StoreFolder()
        // What was never synced is as it was before.
        try cut.write(try old.bytes())
        try #require(faulty_restore(moment, state, cut.path) == 0)
        let connection = try cut.connect()
        let version = try #require(try connection.integer("PRAGMA user_version"))
        #expect(
          try connection.integer(
            "SELECT count(*) FROM pragma_table_info('node') WHERE name = 'mood'")
            == (version > 1 ? 1 : 0))
        try settings.schema.prepare(connection)
        #expect(try connection.integer("SELECT count(*) FROM node WHERE mood = 'calm'") == 4)
        #expect(try connection.integer("SELECT count(*) FROM more") == 0)
        try cut.check()
      }
    }
  }
}
