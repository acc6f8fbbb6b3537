import Switchboard
import SwitchboardCore
import Testing

/// What is exported as JSON is the same conversation when it is imported.
struct RoundTripTests {
  private static func read(_ text: String) throws -> ConversationImport {
    try ConversationImport(reading: Array(text.utf8), at: 0)
  }

  @Test func `ids, messages, branches and pins are the same`() async throws {
    let fixture = try await ArchiveFixture()
    let text = try await fixture.text(.json)
    let other = MemoryStore()
    let report = try await Self.read(text).add(to: other)
    #expect(report.form == .switchboard)
    #expect(report.entries.map(\.outcome) == [.imported])
    #expect(report.entries.map(\.kept) == [8])
    let before = try await fixture.store.nodes(of: fixture.id, after: nil, limit: 99)
    let after = try await other.nodes(of: fixture.id, after: nil, limit: 99)
    #expect(after == before)
    #expect(
      try await other.branches(of: fixture.id)
        == fixture.store.branches(of: fixture.id))
    let record = try #require(try await other.record(of: fixture.id))
    #expect(record.branch == "main" && record.name == "fixture.1")
    #expect(record.title == "A <title> & \"more\"" && record.messageCount == 8)
  }

  @Test func `the second export equals the first`() async throws {
    let fixture = try await ArchiveFixture()
    let text = try await fixture.text(.json)
    let other = MemoryStore()
    _ = try await Self.read(text).add(to: other)
    let export = try await ConversationExport(of: fixture.id, in: other, as: .json)
    let again = Locked("")
    try await export.write { piece in again.withLock { $0 += piece } }
    #expect(again.withLock { $0 } == text)
  }

  @Test func `one that is there is passed over`() async throws {
    let fixture = try await ArchiveFixture()
    let text = try await fixture.text(.json)
    let report = try await Self.read(text).add(to: fixture.store)
    #expect(report.entries.map(\.outcome) == [.present])
    #expect(try await fixture.store.records(after: nil, limit: 9).count == 1)
  }

  @Test func `a name that somebody else has gives way`() async throws {
    let fixture = try await ArchiveFixture()
    let other = MemoryStore()
    _ = try await other.append([
      NewTurn(
        conversation: .random(), parent: .root, messages: [.user("x")], name: "fixture.1", at: 1)
    ])
    let report = try await Self.read(try await fixture.text(.json)).add(to: other)
    #expect(report.entries[0].name == "fixture.1-2")
    #expect(report.entries[0].takenName == "fixture.1")
    #expect(try await other.record(of: fixture.id)?.name == "fixture.1-2")
  }

  @Test func `a conversation without a main branch has none afterwards`() async throws {
    let fixture = try await ArchiveFixture()
    try await fixture.store.removeBranch("main", of: fixture.id)
    let other = MemoryStore()
    _ = try await Self.read(try await fixture.text(.json)).add(to: other)
    #expect(
      try await other.branches(of: fixture.id) == fixture.store.branches(of: fixture.id))
    #expect(
      try await other.record(of: fixture.id)?.branch
        == fixture.store.record(of: fixture.id)?.branch)
  }

  @Test func `a store that fails in the middle is left as it was`() async throws {
    let fixture = try await ArchiveFixture()
    let found = try Self.read(try await fixture.text(.json))
    let failing = FailingStore()
    failing.failures.withLock { $0 = 1 }
    await #expect(throws: SwitchboardError.self) { _ = try await found.add(to: failing) }
    #expect(try await failing.records(after: nil, limit: 9).isEmpty)
    _ = try await found.add(to: failing)
    #expect(try await failing.records(after: nil, limit: 9).count == 1)
  }

  /// What is done to a good file, and a part of the sentence about it.
  @Test(
    arguments: [
      (#""version":1"#, #""version":2"#, "newer version"),
      (#""kind":"summary""#, #""kind":"memo""#, ".kind' must be one of 'message', 'summary'"),
      (#""text":"done""#, #""text":"none""#, "nodes[4].id' is not the id of its message"),
      (#""text":"done""#, #""text":5"#, "nodes[4].message.parts[3].text' must be a string"),
      (#""role":"tool""#, #""role":"robot""#, "nodes[3].message.role' must be one of"),
      (#""name":"side/1""#, #""name":"side 1""#, "'side 1' does not fit"),
      (#""name":"side/1""#, #""name":"same""#, "branches["),
      (#""name":"fixture.1""#, #""name":"no such""#, "'no such' does not fit"),
      (#""branch":"main""#, #""branch":"other""#, "conversation.branch' must be the name"),
      (#""data":"iVBO"#, #""data":"!"#, "nodes[1].message.parts[1].data' must be base64"),
      (#""storedAt":"1970-"#, #""storedAt":"soon"#, nil),
      (#""nodes":["#, #""notes":["#, "Field 'nodes' must be an array"),
      (#""id":"c1""#, #""id":"c9""#, "is not the id of its message"),
    ] as [(String, String, String?)])
  func `a file that was changed says where`(
    _ good: String, _ bad: String, _ part: String?
  ) async throws {
    let text = try await ArchiveFixture().text(.json)
    try #require(text.contains(good), "\(good)")
    let changed = text.replacing(good, with: bad, maxReplacements: 1)
    let error = try await failure { _ = try Self.read(changed) }
    #expect(error?.kind == (part == nil ? nil : .invalidRequest))
    #expect(error?.message.contains(part ?? "") ?? true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") != true)
  }

  @Test func `a parent must stand before its child, and an id once`() async throws {
    let text = try await ArchiveFixture().text(.json)
    let lines = text.split(separator: "\n")
    func file(_ nodes: [Substring]) -> String {
      let nodes = nodes.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
      return "\(lines[0])\n\(nodes.joined(separator: ",\n"))\n]}"
    }
    let nodes = Array(lines[1..<lines.count - 1])
    _ = try Self.read(file(nodes))
    let late = try await failure { _ = try Self.read(file([nodes[1], nodes[0]] + nodes[2...])) }
    #expect(
      late?.message.contains("nodes[0].parent' must be the id of a message before it") == true)
    let twice = try await failure { _ = try Self.read(file(nodes + [nodes[0]])) }
    #expect(twice?.message.contains("nodes[9].id' is the id of a message before it") == true)
    let missing = try await failure { _ = try Self.read(file(Array(nodes.dropLast(5)))) }
    #expect(missing?.message.contains("head' must be the id of a message of the file") == true)
  }

  @Test func `cut at any byte it is refused with a line and a column`() async throws {
    let store = MemoryStore()
    let id = ConversationID.random()
    _ = try await store.append([
      NewTurn(
        conversation: id, parent: .root, messages: [.user("é?"), .assistant("yes")], at: 1)
    ])
    let export = try await ConversationExport(of: id, in: store, as: .json)
    let whole = Locked<[UInt8]>([])
    try await export.write { piece in whole.withLock { $0 += Array(piece.utf8) } }
    let bytes = whole.withLock { $0 }
    _ = try ConversationImport(reading: bytes, at: 0)
    let last = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for end in 0...last {
      let error = try await failure {
        _ = try ConversationImport(reading: Array(bytes[..<end]), at: 0)
      }
      #expect(error?.message.contains("is not JSON: line ") == true, "\(end)")
    }
  }
}
