import Switchboard
import SwitchboardCore
import Testing

struct ConversationComparisonTests {
  private static let models: [ModelReference] = ["a/m", "b/m", "c/m"]

  private static func vendor(
    _ id: VendorID, _ text: String, gate: Gate? = nil, window: Int? = nil
  ) -> ScriptedVendor {
    ScriptedVendor(
      id, models: [ModelDescriptor("m", window: window)],
      scripts: [(gate.map { [.gate($0)] } ?? []) + ScriptedVendor.answer(text, from: id)])
  }

  private static func failing(_ id: VendorID, _ text: String? = nil) -> ScriptedVendor {
    ScriptedVendor(
      id,
      scripts: [
        (text.map { [ScriptedVendor.beginning($0, from: id)] } ?? []) + [
          .fail(SwitchboardError(.quota, "no"))
        ]
      ])
  }

  private static func read(_ comparison: ConversationComparison) async throws -> [Int: String] {
    var ends: [Int: String] = [:]
    for try await event in comparison {
      switch event.step {
      case .started, .events: break
      case .finished(let answer): ends[event.candidate] = answer.reply.text
      case .failed(let error): ends[event.candidate] = error.kind.rawValue
      }
    }
    return ends
  }

  private static func texts(_ conversation: Conversation) async throws -> [String] {
    try await conversation.messages().map(\.message.text)
  }

  @Test func `answers become children of one message, and the talk goes on from the one picked`()
    async throws
  {
    let gate = Gate()
    let vendors = [
      Self.vendor("a", "from a"), Self.vendor("b", "from b", gate: gate),
      Self.vendor("c", "from c"),
    ]
    let store = MemoryStore()
    let conversation = Conversation(router: try router(vendors), store: store)
    _ = try await conversation.send(.user("hi"), as: ChatRequest("", model: "a/m")).reply()
    let comparison = try await conversation.compare(.user("which?"), across: Self.models)
    var stored: [Int: Bool] = [:]
    for try await event in comparison {
      guard case .finished(let answer) = event.step else { continue }
      // The answer is stored before its end is told.
      let node = try #require(comparison.node(of: event.candidate))
      #expect(node.message == answer.reply.message)
      stored[event.candidate] = true
      if stored.count == 2 { gate.open() }
    }
    #expect(stored.count == 3)
    for vendor in vendors {
      #expect(vendor.requests.last?.messages.map(\.text) == ["hi", "from a", "which?"])
    }
    let nodes = try (0..<3).map { try #require(comparison.node(of: $0)) }
    #expect(nodes.map(\.message.text) == ["from a", "from b", "from c"])
    #expect(Set(nodes.map(\.parent)).count == 1)
    #expect(try await conversation.siblings(of: nodes[0]).count == 3)
    let all = try await store.nodes(of: conversation.id, after: nil, limit: 99)
    #expect(all.filter { $0.message.text == "which?" }.count == 1)
    #expect(all.count == 6)
    // Before one is picked the branch ends at an answer that came before the last.
    #expect(try await Self.texts(conversation).prefix(3) == ["hi", "from a", "which?"])
    #expect(try await Self.texts(conversation).last != "from b")

    try await comparison.pick(1)
    #expect(try await Self.texts(conversation) == ["hi", "from a", "which?", "from b"])
    _ = try await conversation.send(.user("why?"), as: ChatRequest("", model: "c/m")).reply()
    #expect(
      vendors[2].requests.last?.messages.map(\.text)
        == ["hi", "from a", "which?", "from b", "why?"])
    #expect(try await conversation.branches().map(\.name) == ["main"])
  }

  @Test func `each candidate has its own story`() async throws {
    let router = try router([
      Self.vendor("a", "from a"), Self.failing("b"), Self.vendor("c", "from c"),
    ])
    let store = MemoryStore()
    let conversation = Conversation(router: router, store: store)
    let comparison = try await conversation.compare(
      .user("which?"), across: Self.models + ["nobody/m"], inFlight: 1)
    #expect(comparison.decision(of: 1)?.order == ["b/m"])
    #expect(comparison.decision(of: 3) == nil)
    #expect(
      try await Self.read(comparison) == [
        0: "from a", 1: "quota", 2: "from c", 3: "invalidRequest",
      ])
    #expect(comparison.node(of: 1) == nil)
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
      .filter { $0.decision != nil }
    #expect(stories.map { $0.decision?["order"][0].string } == ["a/m", "b/m", "c/m"])
    #expect(
      stories.map { $0.attempts.map { $0["outcome"].string } } == [
        ["reply"], ["failed"], ["reply"],
      ])
    #expect(stories.map(\.node) == [0, 1, 2].map { comparison.node(of: $0)?.id })
    #expect(try await store.record(of: conversation.id)?.title == "which?")
    #expect(try await store.record(of: conversation.id)?.messageCount == 3)
  }

  @Test func `instructions lead a new conversation once`() async throws {
    let vendors = [Self.vendor("a", "from a"), Self.vendor("b", "from b")]
    let conversation = Conversation(router: try router(vendors))
    var request = ChatRequest(messages: [])
    request.system = "Be brief."
    let comparison = try await conversation.compare(
      .user("which?"), as: request, across: ["a/m", "b/m"], inFlight: 1)
    _ = try await Self.read(comparison)
    for vendor in vendors {
      #expect(vendor.requests.map(\.system) == ["Be brief."])
      #expect(vendor.requests[0].messages.map(\.text) == ["which?"])
    }
    #expect(try await Self.texts(conversation) == ["Be brief.", "which?", "from a"])
    try await comparison.pick(1)
    #expect(try await Self.texts(conversation) == ["Be brief.", "which?", "from b"])
  }

  @Test(arguments: [false, true])
  func `when nobody answers the history is as it was, but for partial answers that are wanted`(
    _ keeps: Bool
  ) async throws {
    let router = try router([
      Self.vendor("a", "one"), Self.failing("b", "half"), Self.failing("c"),
    ])
    let store = MemoryStore()
    let conversation = Conversation(
      router: router, store: store, options: Conversation.Options(keepsPartials: keeps))
    _ = try await conversation.send(.user("hi"), as: ChatRequest("", model: "a/m")).reply()
    let comparison = try await conversation.compare(.user("which?"), across: ["b/m", "c/m"])
    #expect(try await Self.read(comparison) == [0: "quota", 1: "quota"])
    #expect(
      try await Self.texts(conversation) == ["hi", "one"] + (keeps ? ["which?", "half"] : []))
    #expect(comparison.node(of: 0)?.message.incomplete == (keeps ? .failed : nil))
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(
      stories.flatMap(\.attempts).map { $0["outcome"].string } == ["reply", "failed", "failed"])
    let error = try await failure { try await comparison.pick(1) }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `a partial answer never stands where a whole one could`() async throws {
    let router = try router([Self.failing("a", "half"), Self.vendor("b", "whole")])
    let conversation = Conversation(
      router: router, options: Conversation.Options(keepsPartials: true))
    let comparison = try await conversation.compare(
      .user("which?"), across: ["a/m", "b/m"], inFlight: 1)
    _ = try await Self.read(comparison)
    #expect(try await Self.texts(conversation) == ["which?", "whole"])
    let partial = try #require(comparison.node(of: 0))
    #expect(partial.message.text == "half")
    #expect(partial.parent == comparison.node(of: 1)?.parent)
  }

  @Test func `each candidate is sent what its window holds`() async throws {
    let vendors = [
      Self.vendor("a", "wide", window: 100_000), Self.vendor("b", "narrow", window: 3_000),
      Self.vendor("c", "none", window: 4),
    ]
    let conversation = Conversation(router: try router(vendors))
    try await conversation.append([
      .user(String(repeating: "word ", count: 3_000)), .assistant("I see."),
    ])
    let comparison = try await conversation.compare(.user("which?"), across: Self.models)
    let ends = try await Self.read(comparison)
    #expect(ends == [0: "wide", 1: "narrow", 2: "contextLength"])
    #expect(vendors[0].requests[0].messages.count == 3)
    #expect(vendors[1].requests[0].messages.map(\.text) == ["which?"])
  }

  @Test func `one turn is on its way at a time`() async throws {
    let gate = Gate()
    let vendor = Self.vendor("a", "from a", gate: gate)
    let conversation = Conversation(
      router: try router([vendor]), options: Conversation.Options(whenBusy: .refuse))
    let comparison = try await conversation.compare(.user("which?"), across: ["a/m", "a/m"])
    var steps = comparison.makeAsyncIterator()
    let error = try await failure {
      _ = try await conversation.send(.user("me too"), as: ChatRequest("", model: "a/m"))
    }
    #expect(error?.kind == .invalidRequest)
    gate.open()
    while try await steps.next() != nil {}
    // After the last step the conversation is free.
    _ = try await conversation.send(.user("next"), as: ChatRequest("", model: "a/m")).reply()
    #expect(try await Self.texts(conversation).suffix(2) == ["next", "from a"])
  }

  @Test func `one that is never read frees the conversation, and none is read twice`() async throws
  {
    let vendor = Self.vendor("a", "from a")
    let conversation = Conversation(
      router: try router([vendor]), options: Conversation.Options(whenBusy: .refuse))
    do {
      _ = try await conversation.compare(.user("lost"), across: ["a/m"])
    }
    let given = try await conversation.compare(.user("given up"), across: ["a/m"])
    try await given.settle()
    let comparison = try await conversation.compare(.user("read"), across: ["a/m"])
    _ = try await Self.read(comparison)
    let error = try await failure { _ = try await Self.read(comparison) }
    #expect(error?.kind == .invalidRequest)
    #expect(vendor.requests.count == 1)
    #expect(try await Self.texts(conversation) == ["read", "from a"])
  }

  @Test(arguments: [false, true])
  func `leaving the loop ends who still answers and keeps who has`(_ keeps: Bool) async throws {
    let stalling = ScriptedVendor(
      "b", scripts: [[ScriptedVendor.beginning("half", from: "b"), .stall]])
    let store = MemoryStore()
    let conversation = Conversation(
      router: try router([Self.vendor("a", "from a"), stalling]), store: store,
      options: Conversation.Options(keepsPartials: keeps))
    let comparison = try await conversation.compare(.user("which?"), across: ["b/m", "a/m"])
    var (hasBegun, hasEnded) = (false, false)
    for try await event in comparison {
      switch event.step {
      case .events: if event.candidate == 0 { hasBegun = true }
      case .finished: hasEnded = true
      case .started, .failed: break
      }
      if hasBegun, hasEnded { break }
    }
    try await comparison.settle()
    #expect(stalling.closedCount == 1)
    #expect(try await Self.texts(conversation) == ["which?", "from a"])
    #expect(comparison.node(of: 0)?.message.incomplete == (keeps ? .cancelled : nil))
    let stories = try await store.stories(of: conversation.id, after: nil, limit: 9)
    #expect(stories.flatMap(\.attempts).map { $0["outcome"].string } == ["reply", "cancelled"])
  }

  @Test func `a reader that is cancelled sees it, and the history is as it was`() async throws {
    let begun = Gate()
    let vendor = ScriptedVendor(scripts: [
      [ScriptedVendor.beginning("half"), .signal(begun), .stall]
    ])
    let conversation = Conversation(router: try router([vendor]))
    let comparison = try await conversation.compare(.user("which?"), across: ["a/m", "a/m"])
    let task = Task {
      do {
        _ = try await Self.read(comparison)
        return false
      } catch is CancellationError {
        return true
      }
    }
    await begun.wait()
    task.cancel()
    #expect(try await task.value)
    try await comparison.settle()
    #expect(try await Self.texts(conversation).isEmpty)
  }

  @Test(arguments: [1, 2, 3])
  func `answers that could not be stored are stored by the next turn`(_ failures: Int) async throws
  {
    let store = FailingStore()
    let conversation = Conversation(
      router: try router([Self.vendor("a", "from a"), Self.vendor("b", "from b")]), store: store)
    let comparison = try await conversation.compare(
      .user("which?"), across: ["a/m", "b/m"], inFlight: 1)
    store.failures.withLock { $0 = min(failures, 2) }
    var finished = 0
    let error = try await failure {
      for try await event in comparison {
        if case .finished = event.step { finished += 1 }
      }
    }
    #expect(error?.message == "The disk is full.")
    #expect(finished == 2)
    if failures == 3 {
      store.failures.withLock { $0 = 1 }
      let again = try await failure { try await conversation.settle() }
      #expect(again?.kind == .configuration)
    }
    try await conversation.settle()
    #expect(try await Self.texts(conversation) == ["which?", "from a"])
    let answers = try await store.children(
      of: try await conversation.messages()[0].id, in: conversation.id)
    #expect(Set(answers.map(\.message.text)) == ["from a", "from b"])
    #expect(try await conversation.branches().map(\.name) == ["main"])
  }

  @Test(arguments: [NewTurn.Conflict.follow, .branch])
  func `a comparison whose place was taken gets a branch of its own`(
    _ onConflict: NewTurn.Conflict
  ) async throws {
    let gate = Gate()
    let store = MemoryStore()
    let router = try router([
      Self.vendor("a", "from a", gate: gate), Self.vendor("b", "from b", gate: gate),
    ])
    let conversation = Conversation(
      router: router, store: store, options: Conversation.Options(onConflict: onConflict))
    try await conversation.append([.user("hi"), .assistant("one")])
    let comparison = try await conversation.compare(.user("which?"), across: ["a/m", "b/m"])
    let other = try await Conversation(opening: conversation.id, router: router, store: store)
    try await other.append([.user("quick"), .assistant("two")])
    gate.open()
    _ = try await Self.read(comparison)
    #expect(conversation.branch == "main-2")
    try await comparison.pick(1)
    #expect(try await Self.texts(conversation) == ["hi", "one", "which?", "from b"])
    #expect(try await Self.texts(other) == ["hi", "one", "quick", "two"])
    #expect(
      try await store.children(of: comparison.node(of: 0)?.parent, in: conversation.id).count == 2)
  }

  @Test func `a summary is written once for all candidates that want it`() async throws {
    struct Counting: Summariser {
      let count = Locked(0)
      func summary(
        of messages: [Message], previous: String?, limit tokens: Int
      ) async throws -> String {
        count.withLock { $0 += 1 }
        return "In short."
      }
    }
    let vendors = [
      Self.vendor("a", "from a", window: 3_000), Self.vendor("b", "from b", window: 3_000),
    ]
    let summariser = Counting()
    let summarising = try Router(
      registry: Registry(vendors), context: ContextPolicy(strategy: .summarise))
    let conversation = Conversation(router: summarising, summariser: summariser)
    for _ in 0..<4 {
      try await conversation.append([
        .user(String(repeating: "word ", count: 900)), .assistant("I see."),
      ])
    }
    let comparison = try await conversation.compare(.user("which?"), across: ["a/m", "b/m"])
    _ = try await Self.read(comparison)
    #expect(summariser.count.withLock { $0 } == 1)
    for vendor in vendors {
      #expect(vendor.requests[0].json.text.contains("In short."))
    }
    #expect(comparison.summaryError(of: 0) == nil)
  }
}
