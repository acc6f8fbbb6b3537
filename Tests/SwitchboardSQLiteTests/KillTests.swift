import Switchboard
import SwitchboardCore
import SwitchboardDigest
import Testing

@testable import SwitchboardSQLite

/// Programs that end in the middle, and programs that use one file at once.
@Suite(.serialized) struct KillTests {
  @Test func `no turn that was acknowledged is lost when the program is killed`() async throws {
    let folder = try StoreFolder()
    var random = SystemRandomNumberGenerator()
    var acknowledged = 0
    for _ in 0..<Torture.times(25, of: 200) {
      let writer = try Writer("append", folder.file)
      var seen: Set<String> = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        if let line = writer.line() { seen.insert(line) }
      }
      writer.kill()
      seen.formUnion(writer.lines())
      // One that was killed at once may not have made the file.
      guard !seen.isEmpty else { continue }
      let connection = try folder.connect()
      for turn in seen {
        let id = try #require(Hex.decode(turn))
        #expect(try connection.integer("SELECT count(*) FROM turn WHERE id = ?", .bytes(id)) == 1)
      }
      acknowledged += seen.count
    }
    #expect(acknowledged > 0)
    try folder.check()
    // Of every turn all is there or nothing: two messages that follow each other, and one call.
    let connection = try folder.connect()
    let turns = try #require(try connection.integer("SELECT count(*) FROM turn"))
    #expect(turns >= acknowledged)
    #expect(
      try connection.integer(
        """
        SELECT count(*) FROM turn JOIN node AS a ON a.seq = firstNode
        JOIN node AS b ON b.seq = lastNode AND b.parent = a.seq
        JOIN attempt ON attempt.turn = turn.seq
        """) == turns)
    #expect(try connection.integer("SELECT count(*) FROM node") == 2 * turns)
    #expect(try connection.integer("SELECT sum(messages) FROM conversation") == 2 * turns)
    let store = try await folder.open()
    let page = try await store.records(after: nil, limit: 3)
    for record in page {
      let head = try #require(try await store.branches(of: record.id).first?.head)
      let path = try await store.path(to: head, in: record.id, limit: nil)
      #expect(path.count == record.messageCount)
    }
    await store.close()
  }

  @Test func `processes that append to one conversation lose nothing and double nothing`()
    async throws
  {
    let folder = try StoreFolder()
    let (processes, each) = (8, Torture.times(20, of: 150))
    let store = try await folder.open()
    var talk = Talk()
    try await talk.say("begin", to: store)
    let writers = try (0..<processes).map {
      try Writer("follow", folder.file, talk.id.description, "\(each)", "writer \($0)")
    }
    for writer in writers {
      #expect(Set(writer.lines()).count == each)
      #expect(writer.wait() == 0)
    }
    let head = try #require(try await store.branches(of: talk.id).first?.head)
    let path = try await store.path(to: head, in: talk.id, limit: nil)
    let questions = path.filter { $0.message.role == .user }.map(\.message.text)
    #expect(path.count == 2 * (processes * each + 1))
    #expect(path.map(\.depth) == Array(0..<path.count))
    let expected = (0..<processes).flatMap { name in (0..<each).map { "writer \(name) \($0)" } }
    #expect(Set(questions) == Set(expected + ["begin"]))
    #expect(questions.count == expected.count + 1)
    // Nobody's turn came apart.
    for (question, answer) in zip(path, path.dropFirst()) where question.message.role == .user {
      if question.depth > 0 {
        #expect(answer.message.text == "answer to " + question.message.text)
      }
    }
    await store.close()
    try folder.check()
  }

  @Test func `a change of the tables that is killed at any moment is done or not begun`()
    async throws
  {
    for round in 0..<Torture.times(3, of: 20) {
      let folder = try StoreFolder()
      let store = try await folder.open()
      var talk = Talk()
      try await talk.say("kept", to: store)
      await store.close()
      var isDone = false
      var kills = 0
      while !isDone {
        let writer = try Writer("migrate", folder.file)
        #expect(writer.line() == "ready")
        if kills < 40 {
          // As long as the thread takes for so much work: a moment that no clock decides.
          var work = 0
          for number in 0..<(kills + 1) * 20_000 * (round + 1) { work &+= number }
          try #require(work != 1)
          writer.kill()
        } else {
          #expect(writer.wait() == 0)
        }
        kills += 1
        let connection = try folder.connect()
        let version = try #require(try connection.integer("PRAGMA user_version"))
        for number in 1...6 {
          let columns = try connection.integer(
            "SELECT count(*) FROM pragma_table_info('conversation') WHERE name = ?",
            .text("extra\(number)"))
          let tables = try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE name = ?", .text("more\(number)"))
          #expect(columns == (version > number ? 1 : 0))
          #expect(tables == (version > number ? 1 : 0))
        }
        isDone = version == 7
      }
      #expect(try folder.connect().integer("SELECT count(*) FROM node") == 2)
      try folder.check()
    }
  }

  @Test func `programs that change the tables at once do it once`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    await store.close()
    let writers = try (0..<4).map { _ in try Writer("migrate", folder.file) }
    for writer in writers {
      #expect(writer.lines() == ["ready"])
      #expect(writer.wait() == 0)
    }
    #expect(try folder.connect().integer("PRAGMA user_version") == 7)
    #expect(try folder.connect().integer("SELECT count(*) FROM more6") == 2000)
  }

  @Test func `programs that begin one file at once find one store`() async throws {
    let folder = try StoreFolder()
    let talk = Talk()
    let writers = try (0..<6).map {
      try Writer("follow", folder.file, talk.id.description, "1", "writer \($0)")
    }
    for writer in writers {
      #expect(writer.lines().count == 1)
      #expect(writer.wait() == 0)
    }
    #expect(try folder.connect().integer("SELECT count(*) FROM node") == 12)
  }
}
