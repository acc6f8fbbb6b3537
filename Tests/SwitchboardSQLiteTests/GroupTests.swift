import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

/// Turns that wait together are committed together.
struct GroupTests {
  /// A job that appends a turn.
  private func job(_ turn: NewTurn, _ told: Locked<[String]>, _ name: String) throws -> Lane.Job {
    let prepared = try PreparedTurn(turn)
    return Lane.Job(
      work: { connection in
        _ = try TurnWriter(connection: connection).append([prepared])
        return { told.withLock { $0.append(name) } }
      },
      fail: { error in told.withLock { $0.append("\(name) failed") } })
  }

  /// How often the file has been committed to (sqlite.org/fileformat.html §1.3.9).
  private func commits(_ folder: StoreFolder) throws -> Int {
    try folder.bytes()[24..<28].reduce(0) { $0 << 8 | Int($1) }
  }

  private func connection(_ folder: StoreFolder) throws -> Connection {
    var settings = StoreSettings()
    settings.journal = .truncate
    return try settings.open(folder.file)
  }

  @Test func `many turns are one transaction, and each is told when it is done`() throws {
    let folder = try StoreFolder()
    let connection = try connection(folder)
    let told = Locked<[String]>([])
    let before = try commits(folder)
    let jobs = try (0..<64).map { try job(Talk().turn("question \($0)"), told, "\($0)") }
    Workers.write(jobs, connection)
    #expect(try commits(folder) == before + 1)
    #expect(told.withLock { $0 } == (0..<64).map { "\($0)" })
    #expect(try connection.integer("SELECT count(*) FROM turn") == 64)
  }

  @Test func `a turn that fails fails alone`() throws {
    let folder = try StoreFolder()
    let connection = try connection(folder)
    let told = Locked<[String]>([])
    var bad = Talk().turn("bad")
    bad.parent = .node(try #require(NodeID(bytes: Array(repeating: 1, count: 32))))
    let jobs = [
      try job(Talk().turn("a"), told, "a"), try job(bad, told, "bad"),
      try job(Talk().turn("b"), told, "b"),
    ]
    Workers.write(jobs, connection)
    #expect(told.withLock { $0 } == ["a", "bad failed", "b"])
    #expect(try connection.integer("SELECT count(*) FROM turn") == 2)
    #expect(try connection.integer("SELECT count(*) FROM conversation") == 2)
  }

  @Test func `a file that is locked fails all who wait, after one wait`() throws {
    let folder = try StoreFolder()
    _ = try connection(folder)
    var settings = StoreSettings()
    settings.journal = .truncate
    settings.patience = .milliseconds(20)
    let connection = try settings.open(folder.file)
    let other = try folder.connect()
    try other.script("BEGIN IMMEDIATE")
    let told = Locked<[String]>([])
    let jobs = try (0..<5).map { try job(Talk().turn("question \($0)"), told, "\($0)") }
    Workers.write(jobs, connection)
    #expect(told.withLock { $0 } == (0..<5).map { "\($0) failed" })
    try other.script("COMMIT")
    Workers.write(jobs, connection)
    #expect(try connection.integer("SELECT count(*) FROM turn") == 5)
  }

  @Test func `writers of one store at once lose nothing`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    let talks = try await withThrowingTaskGroup(of: Talk.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var talk = Talk()
          for number in 0..<20 {
            try await talk.say("question \(number)", to: store)
            _ = try await store.path(to: try #require(talk.head), in: talk.id, limit: 2)
          }
          return talk
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for talk in talks {
      #expect(
        try await talk.messages(in: store).filter { $0.role == .user }.map(\.text)
          == (0..<20).map { "question \($0)" })
    }
    await store.close()
    try folder.check()
  }
}
