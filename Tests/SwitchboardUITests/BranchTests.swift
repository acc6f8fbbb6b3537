import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

@MainActor struct BranchTests {
  private static func vendor(_ answers: String...) -> ScriptedVendor {
    ScriptedVendor(scripts: answers.map { ScriptedVendor.answer($0) })
  }

  @Test func `other answers are versions of one, and each brings back what followed it`()
    async throws
  {
    let chat = try chat(Self.vendor("one", "two", "three", "four"))
    await chat.say("a")
    await chat.say("b")
    let question = chat.messages[0]
    #expect(chat.messages.map { $0.versions?.count } == [1, 1, 1, 1])
    chat.regenerate()
    #expect(chat.texts == ["a", "one", "b"])
    await chat.settle()
    #expect(chat.texts == ["a", "one", "b", "three"])
    #expect(chat.messages[3].versions?.number == 2)
    #expect(chat.messages[3].versions?.count == 2)

    chat.showVersion(1, of: chat.messages[3])
    await chat.settle()
    #expect(chat.texts == ["a", "one", "b", "two"])
    #expect(chat.messages[3].versions?.number == 1)
    #expect(chat.messages[0] === question)
    await chat.say("c")
    chat.showVersion(2, of: chat.messages[3])
    await chat.settle()
    #expect(chat.texts == ["a", "one", "b", "three"])
    chat.showVersion(1, of: chat.messages[3])
    await chat.settle()
    #expect(chat.texts == ["a", "one", "b", "two", "c", "four"])
    chat.showVersion(3, of: chat.messages[3])
    #expect(!chat.isBusy)
  }

  @Test func `a second answer that fails leaves the first where it was`() async throws {
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.answer("one"),
      [ScriptedVendor.beginning("half"), .fail(SwitchboardError(.invalidRequest, "no"))],
      ScriptedVendor.answer("two"),
    ])
    let chat = try chat(vendor)
    await chat.say("a")
    chat.regenerate()
    await chat.settle()
    #expect(chat.failure?.message == "no")
    #expect(chat.texts == ["a", "one"])
    #expect(chat.standings == [.stored, .stored])
    chat.retry()
    await chat.settle()
    #expect(chat.texts == ["a", "two"])
    #expect(chat.messages[1].versions?.count == 2)
  }

  @Test func `there is nothing to answer again in an empty chat`() async throws {
    let chat = try chat(Self.vendor("one"))
    chat.regenerate()
    await chat.settle()
    #expect(chat.failure?.kind == .invalidRequest)
  }

  @Test func `a fork shares its past, and branches can be gone between`() async throws {
    let chat = try chat(Self.vendor("one", "two", "three"))
    await chat.say("a")
    await chat.say("b")
    let shared = Array(chat.messages[..<2])
    chat.fork("side", at: chat.messages[1])
    await chat.settle()
    #expect(chat.branch == "side")
    #expect(chat.texts == ["a", "one"])
    #expect(zip(shared, chat.messages).allSatisfy(===))
    await chat.say("c")
    #expect(chat.texts == ["a", "one", "c", "three"])
    #expect(chat.branches.map(\.name) == ["main", "side"])
    chat.checkout("main")
    await chat.settle()
    #expect(chat.texts == ["a", "one", "b", "two"])
    #expect(chat.messages[2].versions?.count == 2)
    #expect(zip(shared, chat.messages).allSatisfy(===))
    chat.checkout("mian")
    await chat.settle()
    #expect(chat.failure?.message.contains("main") == true)
    #expect(chat.texts == ["a", "one", "b", "two"])
  }

  @Test func `the store is never asked on the main actor`() async throws {
    let store = FailingStore()
    let chat = try chat(Self.vendor("one", "two"), store: store)
    await chat.say("a")
    chat.regenerate()
    await chat.settle()
    chat.showVersion(1, of: chat.messages[1])
    await chat.settle()
    chat.fork("side")
    await chat.settle()
    chat.checkout("main")
    await chat.settle()
    #expect(chat.texts == ["a", "one"])
    #expect(store.isOnMain)
    let calls = store.calls.withLock { $0 }
    #expect(calls.all > 20)
    #expect(calls.onMain == 0)
  }

  @Test func `a long conversation is opened with a few looks at the store`() async throws {
    let store = FailingStore()
    let conversation = Conversation(router: try router([ScriptedVendor()]), store: store)
    let nodes = try await conversation.append(
      (0..<10_000).map { $0 % 2 == 0 ? .user("q\($0)") : .assistant("a\($0)") })
    try await conversation.pick(nodes[500].id)
    try await conversation.append([.assistant("another")])
    try await conversation.pick(nodes[9_999].id)
    let opened = ChatModel(
      try await Conversation(
        opening: conversation.id, router: conversation.router, store: store), pace: .zero)
    let before = store.calls.withLock { $0.all }
    opened.load()
    await opened.settle()
    #expect(store.calls.withLock { $0.all } - before <= 8)
    #expect(opened.messages.count == 10_000)
    #expect(opened.messages[501].versions?.count == 2)
    #expect(opened.messages.count { $0.versions?.count == 1 } == 9_999)
  }

  @Test func `a stored conversation is shown when it is loaded, and can be given a title`()
    async throws
  {
    let store = MemoryStore()
    let first = try chat(Self.vendor("one"), store: store)
    first.textRequest.system = "Be brief."
    await first.say("a")
    let id = first.conversation.id
    let second = ChatModel(
      try await Conversation(opening: id, router: first.conversation.router, store: store),
      pace: .zero)
    #expect(second.messages.isEmpty)
    second.load()
    await second.settle()
    #expect(second.messages.map(\.role) == [.system, .user, .assistant])
    #expect(second.title == "a")
    second.rename("Fjords")
    await second.settle()
    #expect(second.title == "Fjords")
    #expect(try await store.record(of: id)?.title == "Fjords")
  }
}
