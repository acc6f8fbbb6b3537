import Switchboard
import SwitchboardCore
import Testing

struct ConversationTests {
  private static func answer(_ text: String) -> ScriptedVendor.Script {
    ScriptedVendor.answer(text)
  }

  private static let request = ChatRequest("", model: "a/m")

  private static func texts(_ conversation: Conversation) async throws -> [String] {
    try await conversation.messages().map(\.message.text)
  }

  @Test func `a turn sends all that was said and stores question and answer together`() async throws
  {
    let vendor = ScriptedVendor(scripts: [Self.answer("one"), Self.answer("two")])
    let store = MemoryStore()
    let conversation = Conversation(router: try router([vendor]), store: store)
    for (question, answer) in [("first", "one"), ("second", "two")] {
      let turn = try await conversation.send(.user(question), as: Self.request)
      #expect(try await turn.reply().reply.text == answer)
      #expect(turn.stored?.nodes.map(\.message.text) == [question, answer])
    }
    #expect(
      vendor.requests.map { $0.messages.map(\.text) } == [["first"], ["first", "one", "second"]])
    #expect(try await Self.texts(conversation) == ["first", "one", "second", "two"])
    let record = try #require(try await store.record(of: conversation.id))
    #expect(record.title == "first")
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(stories.map { $0.attempts.map { $0["outcome"].string } } == [["reply"], ["reply"]])
    #expect(stories.allSatisfy { $0.decision?["candidates"].count == 1 })
  }

  @Test func `a reopened conversation sends what the first one would have sent`() async throws {
    let calls = [ToolCall(id: "toolu_fig5", name: "depth", argumentsText: #"{ "a":1.0}"#)]
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.calls(calls), Self.answer("1308 m")])
    let store = MemoryStore()
    let first = Conversation(router: try router([vendor]), store: store)
    var request = Self.request
    request.system = "Be brief."
    _ = try await first.send(.user("How deep?"), as: request).reply()
    let result = ToolResult(callID: "toolu_fig5", name: "depth", content: [.text("1308")])
    _ = try await first.send(.tool([result]), as: Self.request).reply()
    let kept = try await first.messages().map(\.message)
    let second = try await Conversation(opening: first.id, router: first.router, store: store)
    _ = try await second.send(.user("And tomorrow?"), as: Self.request).reply()
    let sent = try #require(vendor.requests.last)
    #expect(sent.system == "Be brief.")
    #expect(sent.messages.map(\.role) == [.user, .assistant, .tool, .assistant, .user])
    #expect([.system("Be brief.")] + sent.messages.dropLast() == kept)
    // And who began it sees what the other added.
    #expect(try await first.messages().count == 7)
  }

  @Test
  func `nothing is stored before the answer is whole, and a failed turn leaves its story alone`()
    async throws
  {
    let vendor = ScriptedVendor(scripts: [
      Self.answer("first"),
      [ScriptedVendor.beginning("half"), .fail(SwitchboardError(.server, "no"))],
      Self.answer("whole"),
    ])
    let store = MemoryStore()
    let conversation = Conversation(router: try router([vendor]), store: store)
    _ = try await conversation.send(.user("begin"), as: Self.request).reply()
    let error = try await failure {
      _ = try await conversation.send(.user("hi"), as: Self.request).reply()
    }
    #expect(error?.kind == .server)
    #expect(try await Self.texts(conversation) == ["begin", "first"])
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(stories.map { $0.node == nil } == [false, true])
    #expect(stories[1].attempts[0]["outcome"].string == "failed")
    _ = try await conversation.send(.user("again"), as: Self.request).reply()
    #expect(try await Self.texts(conversation) == ["begin", "first", "again", "whole"])
  }

  @Test(arguments: [
    (SwitchboardError(.server, "no"), Message.Incompleteness.failed),
    (SwitchboardError(.truncated, "no"), .truncated),
  ])
  func `a partial answer is kept when that is wanted`(
    _ error: SwitchboardError, _ mark: Message.Incompleteness
  ) async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half"), .fail(error)]])
    let conversation = Conversation(
      router: try router([vendor]), options: Conversation.Options(keepsPartials: true))
    _ = try await failure {
      _ = try await conversation.send(.user("hi"), as: Self.request).reply()
    }
    let messages = try await conversation.messages().map(\.message)
    #expect(messages.map(\.text) == ["hi", "half"])
    #expect(messages.last?.incomplete == mark)
  }

  @Test(arguments: [true, false])
  func `a turn that is left early is stored when the conversation settles`(_ keeps: Bool)
    async throws
  {
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .stall], Self.answer("whole"),
    ])
    let store = MemoryStore()
    let conversation = Conversation(
      router: try router([vendor]), store: store,
      options: Conversation.Options(keepsPartials: keeps))
    try await conversation.append([.user("a"), .assistant("b")])
    let turn = try await conversation.send(.user("hi"), as: Self.request)
    for try await event in turn {
      if case .partDelta = event { break }
    }
    #expect(vendor.closedCount == 1)
    #expect(turn.partial?.text == "half")
    try await turn.settle()
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(stories.map { $0.attempts.map { $0["outcome"].string } } == [[], ["cancelled"]])
    #expect(try await Self.texts(conversation) == ["a", "b"] + (keeps ? ["hi", "half"] : []))
    #expect(
      try await conversation.messages().last?.message.incomplete == (keeps ? .cancelled : nil))
  }

  @Test func `a turn that is dropped unread makes room and leaves nothing`() async throws {
    let vendor = ScriptedVendor()
    let store = MemoryStore()
    let conversation = Conversation(
      router: try router([vendor]), store: store,
      options: Conversation.Options(whenBusy: .refuse))
    _ = try await conversation.send(.user("hi"), as: Self.request)
    try await conversation.settle()
    #expect(vendor.requests.isEmpty)
    #expect(try await store.record(of: conversation.id) == nil)
  }

  @Test func `a second turn is refused when it is not to wait`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("half"), .stall]])
    let conversation = Conversation(
      router: try router([vendor]), options: Conversation.Options(whenBusy: .refuse))
    let turn = try await conversation.send(.user("hi"), as: Self.request)
    let error = try await failure {
      _ = try await conversation.send(.user("there"), as: Self.request)
    }
    #expect(error?.kind == .invalidRequest)
    try await turn.settle()
  }

  @Test func `turns sent at once wait for each other, and one that is cancelled makes room`()
    async throws
  {
    let gate = Gate()
    var first = Self.answer("a0")
    first.insert(.gate(gate), at: 0)
    let vendor = ScriptedVendor(scripts: [first, Self.answer("a")])
    let conversation = Conversation(router: try router([vendor]))
    let turn = try await conversation.send(.user("q0"), as: Self.request)
    let others = (1..<20).map { number in
      Task { try await conversation.send(.user("q\(number)"), as: Self.request).reply() }
    }
    for task in others[10...] { task.cancel() }
    gate.open()
    _ = try await turn.reply()
    var answered = 1
    for task in others {
      do {
        _ = try await task.value
        answered += 1
      } catch is CancellationError {}
    }
    #expect(answered >= 10)
    let messages = try await conversation.messages()
    #expect(messages.count == 2 * answered)
    #expect(vendor.mostAtOnce == 1)
    #expect(messages.map(\.message.role) == (0..<answered).flatMap { _ in [.user, .assistant] })
  }

  @Test func `an answer that cannot be stored is handed out first, and stored later`() async throws
  {
    let store = FailingStore()
    let vendor = ScriptedVendor(scripts: [Self.answer("paid for"), Self.answer("next")])
    let conversation = Conversation(router: try router([vendor]), store: store)
    store.failures.withLock { $0 = 1 }
    let turn = try await conversation.send(.user("hi"), as: Self.request)
    var text = ""
    let error = try await failure {
      for try await event in turn {
        if case .partDelta(_, let piece) = event { text += piece }
      }
    }
    #expect(text == "paid for")
    #expect(turn.finished?.reply.text == "paid for")
    #expect(error?.message == "The disk is full.")
    _ = try await conversation.send(.user("more"), as: Self.request).reply()
    #expect(try await Self.texts(conversation) == ["hi", "paid for", "more", "next"])
  }

  @Test func `two who go on with one conversation lose nothing`() async throws {
    let store = MemoryStore()
    let vendor = ScriptedVendor(scripts: [Self.answer("yes")])
    let one = Conversation(router: try router([vendor]), store: store)
    try await one.append([.user("a"), .assistant("b")])
    let two = try await Conversation(opening: one.id, router: one.router, store: store)
    let turn = try await two.send(.user("two"), as: Self.request)
    _ = try await one.send(.user("one"), as: Self.request).reply()
    _ = try await turn.reply()
    #expect(turn.stored?.hadConflict == true)
    #expect(try await Self.texts(two) == ["a", "b", "one", "yes", "two", "yes"])
  }

  @Test(
    arguments: [
      ("short", "short"), ("  a\n\nb ", "a b"), ("", nil),
      (
        String(repeating: "word ", count: 30),
        String(repeating: "word ", count: 12) + "…"
      ),
      (String(repeating: "x", count: 90), String(repeating: "x", count: 60) + " …"),
    ] as [(String, String?)])
  func `a title is the beginning of the first message`(_ text: String, _ title: String?)
    async throws
  {
    let store = MemoryStore()
    let conversation = Conversation(router: try router([ScriptedVendor()]), store: store)
    try await conversation.append([.user(text)])
    #expect(try await store.record(of: conversation.id)?.title == title)
  }
}
