import Switchboard
import SwitchboardCore
import Testing

struct FindingTests {
  /// Three conversations, two of whose ids begin alike.
  private static func store() async throws -> MemoryStore {
    let store = MemoryStore()
    for (id, name) in [("abcd1", "trip"), ("abcd2", nil), ("beef", "abcd")] {
      let whole = id + String(repeating: "0", count: 32 - id.utf8.count)
      let conversation = try #require(ConversationID(whole))
      _ = try await store.append([
        NewTurn(
          conversation: conversation, parent: .root, messages: [.user("about \(id)")], name: name,
          title: "about \(id)", at: 1)
      ])
    }
    return store
  }

  @Test(
    arguments: [
      ("trip", "abcd1"), ("abcd", "beef"), ("abcd1", "abcd1"), ("ABCD2", "abcd2"),
      ("beef" + String(repeating: "0", count: 28), "beef"), ("last", "beef"), ("beef", "beef"),
      ("bee", nil), ("b", nil), ("", nil), ("tri", nil), ("%", nil),
    ] as [(String, String?)])
  func `a word means the last, a name, an id, or the beginning of an id`(
    _ word: String, _ expected: String?
  ) async throws {
    let found = try await Self.store().conversation(meant: word)?.title
    #expect(found == expected.map { "about \($0)" })
  }

  @Test func `an ambiguous beginning is refused with its matches`() async throws {
    let store = try await Self.store()
    try await store.rename(
      try #require(try await store.conversation(meant: "abcd")).id, name: "other", title: nil)
    let error = try await failure { _ = try await store.conversation(meant: "abcd") }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.message.contains("abcd1") == true && error?.message.contains("abcd2") == true)
    #expect(error?.message.contains("(trip)") == true)
  }

  @Test func `there is no last conversation in an empty store`() async throws {
    #expect(try await MemoryStore().conversation(meant: "last") == nil)
  }

  @Test func `no conversation is named as the last one is meant`() async throws {
    let store = try await Self.store()
    let router = try router([ScriptedVendor()])
    let record = try #require(try await store.conversation(meant: "trip"))
    for attempt in [
      { _ = try await Conversation(named: "last", router: router, store: store) },
      { try await store.rename(record.id, name: "last", title: nil) },
    ] as [@Sendable () async throws -> Void] {
      let error = try await failure(attempt)
      #expect(error?.kind == .invalidRequest)
      #expect(error?.message.contains("'last' means the conversation") == true)
    }
  }

  @Test func `a name that is there is gone on with, another is begun`() async throws {
    let store = try await Self.store()
    let router = try router([ScriptedVendor(scripts: [ScriptedVendor.answer("yes")])])
    let known = try await Conversation(named: "trip", router: router, store: store)
    #expect(try await known.messages().map(\.message.text) == ["about abcd1"])
    let new = try await Conversation(named: "new", router: router, store: store)
    #expect(try await store.record(of: new.id) == nil)
    _ = try await new.send(.user("hi"), as: ChatRequest("", model: "a/m")).reply()
    let record = try #require(try await store.record(of: new.id))
    #expect(record.name == "new" && record.title == "hi" && record.messageCount == 2)
    let error = try await failure {
      _ = try await Conversation(named: "no such", router: router, store: store)
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `many who begin one name at once go on with one conversation`() async throws {
    let store = MemoryStore()
    let router = try router([ScriptedVendor(scripts: [ScriptedVendor.answer("yes")])])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let conversation = try await Conversation(named: "one", router: router, store: store)
          _ = try await conversation.send(
            .user("q\(number)"), as: ChatRequest("", model: "a/m")
          ).reply()
        }
      }
      try await group.waitForAll()
    }
    let records = try await store.records(after: nil, limit: 9)
    #expect(records.map(\.messageCount) == [40])
    let conversation = try await Conversation(named: "one", router: router, store: store)
    let roles = try await conversation.messages().map(\.message.role)
    #expect(roles == (0..<20).flatMap { _ in [.user, .assistant] })
  }
}
