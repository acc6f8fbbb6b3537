import Switchboard
import SwitchboardCore
import Testing

/// A conversation begins to exist with its first message.
struct FirstTurnTests {
  /// How a first turn can end without a message.
  enum End: CaseIterable {
    case refused, failed, brokenOff, stopped, unread, picture, stoppedPicture

    var outcomes: [String] {
      switch self {
      case .refused, .unread: []
      case .failed, .brokenOff, .picture: ["failed"]
      case .stopped, .stoppedPicture: ["cancelled"]
      }
    }
  }

  private static let no = SwitchboardError(.invalidRequest, "no")
  private static let request = ChatRequest("", model: "a/m")

  /// A conversation whose first turn ended so.
  private static func ended(
    _ end: End, in store: some ConversationStore, named: Bool
  ) async throws -> Conversation {
    let gate = Gate()
    let first: ScriptedVendor.Script =
      switch end {
      case .brokenOff: [ScriptedVendor.beginning("half"), .fail(no)]
      case .stopped: [.signal(gate), .stall]
      default: [.fail(no)]
      }
    let vendor = ScriptedVendor(
      scripts: (end.outcomes.isEmpty || end == .picture || end == .stoppedPicture ? [] : [first])
        + [ScriptedVendor.answer("yes")])
    let painter = ScriptedPainter(answers: [end == .picture ? .fail(no) : .stall(gate)])
    let router = try router([vendor, painter])
    let conversation =
      named
      ? try await Conversation(named: "trip", router: router, store: store)
      : Conversation(router: router, store: store, name: "trip")
    switch end {
    case .refused:
      _ = try await failure {
        _ = try await conversation.send(.user("in vain"), as: ChatRequest("", model: "nobody/m"))
      }
    case .failed, .brokenOff:
      _ = try await failure {
        _ = try await conversation.send(.user("in vain"), as: request).reply()
      }
    case .stopped:
      let turn = try await conversation.send(.user("in vain"), as: request)
      let source = try turn.open()
      let reading = Task { try await source.next() }
      await gate.wait()
      source.cancel()
      _ = await reading.result
      try await turn.settle()
    case .unread:
      _ = try await conversation.send(.user("in vain"), as: request)
    case .picture:
      _ = try await failure { _ = try await conversation.images(for: .user("in vain")) }
    case .stoppedPicture:
      let painting = Task { try await conversation.images(for: .user("in vain")) }
      await gate.wait()
      painting.cancel()
      await #expect(throws: CancellationError.self) { _ = try await painting.value }
    }
    try await conversation.settle()
    return conversation
  }

  @Test(arguments: End.allCases, [true, false])
  func `a first turn that leaves no message leaves no conversation`(
    _ end: End, _ named: Bool
  ) async throws {
    let store = MemoryStore()
    let conversation = try await Self.ended(end, in: store, named: named)
    #expect(try await store.records(after: nil, limit: 9).isEmpty)
    #expect(try await store.conversation(meant: "trip") == nil)
    #expect(try await conversation.messages().isEmpty)
    #expect(try await conversation.branches().isEmpty)
  }

  @Test(arguments: End.allCases)
  func `its story is stored with the first message, before the story of that`(_ end: End)
    async throws
  {
    let store = MemoryStore()
    let conversation = try await Self.ended(end, in: store, named: true)
    _ = try await conversation.send(.user("hi"), as: Self.request).reply()
    let record = try #require(try await store.conversation(meant: "trip"))
    #expect(record.title == "hi" && record.messageCount == 2)
    let stories = try await store.stories(of: record.id, after: nil, limit: 9)
    let outcomes = stories.map { $0.attempts.map { $0["outcome"].string } }
    #expect(outcomes == (end.outcomes.isEmpty ? [] : [end.outcomes]) + [["reply"]])
    #expect(stories.last?.node == (try await conversation.messages().last?.id))
  }

  @Test func `a name that somebody else begins meanwhile is gone on with`() async throws {
    let store = MemoryStore()
    let vendor = ScriptedVendor(scripts: [
      [.fail(Self.no)], ScriptedVendor.answer("one"), ScriptedVendor.answer("two"),
      ScriptedVendor.answer("three"),
    ])
    let router = try router([vendor])
    let mine = try await Conversation(named: "trip", router: router, store: store)
    let theirs = try await Conversation(named: "trip", router: router, store: store)
    _ = try await failure { _ = try await mine.send(.user("vain"), as: Self.request).reply() }
    _ = try await theirs.send(.user("theirs"), as: Self.request).reply()
    let turn = try await mine.send(.user("mine"), as: Self.request)
    _ = try await turn.reply()
    #expect(turn.stored?.hadConflict == true)
    #expect(mine.id == theirs.id)
    _ = try await mine.send(.user("on"), as: Self.request).reply()
    let said = ["theirs", "one", "mine", "two", "on", "three"]
    #expect(try await mine.messages().map(\.message.text) == said)
    #expect(try await theirs.messages().map(\.message.text) == said)
    let stories = try await store.stories(of: mine.id, after: nil, limit: 9)
    #expect(stories.map { $0.node == nil } == [false, true, false, false])
  }

  @Test func `a comparison may be the first turn that leaves a message`() async throws {
    let store = MemoryStore()
    let vendor = ScriptedVendor(scripts: [
      [.fail(Self.no)], ScriptedVendor.answer("one"), ScriptedVendor.answer("two"),
    ])
    let conversation = Conversation(router: try router([vendor]), store: store)
    _ = try await failure {
      _ = try await conversation.send(.user("in vain"), as: Self.request).reply()
    }
    for try await _ in try await conversation.compare(.user("hi"), across: ["a/m", "a/m"]) {}
    let question = try #require(try await conversation.messages().first)
    #expect(question.message.text == "hi" && question.parent == nil)
    #expect(try await store.children(of: question.id, in: conversation.id).count == 2)
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(
      stories.map { $0.attempts.map { $0["outcome"].string } }
        == [["failed"], [], ["reply"], ["reply"]])
  }

  @Test func `a name of its own is not given up for somebody else's`() async throws {
    let store = MemoryStore()
    let router = try router([ScriptedVendor()])
    let theirs = Conversation(router: router, store: store, name: "trip")
    try await theirs.append([.user("theirs")])
    let mine = Conversation(router: router, store: store, name: "trip")
    let error = try await failure { try await mine.append([.user("mine")]) }
    #expect(error?.message.contains("'trip' already") == true)
    #expect(try await theirs.messages().count == 1)
  }

  @Test func `the first turn of a joined name is tried again when the disk is full`() async throws {
    let store = FailingStore()
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("yes")])
    let router = try router([vendor])
    let mine = try await Conversation(named: "trip", router: router, store: store)
    store.failures.withLock { $0 = 1 }
    let error = try await failure {
      for try await _ in try await mine.send(.user("mine"), as: Self.request) {}
    }
    #expect(error?.message == "The disk is full.")
    let theirs = try await Conversation(named: "trip", router: router, store: store)
    try await theirs.append([.user("theirs"), .assistant("x")])
    try await mine.settle()
    #expect(try await theirs.messages().map(\.message.text) == ["theirs", "x", "mine", "yes"])
    #expect(mine.id == theirs.id)
  }
}
