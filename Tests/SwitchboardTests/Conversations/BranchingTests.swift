import Switchboard
import SwitchboardCore
import Testing

struct BranchingTests {
  private static let request = ChatRequest("", model: "a/m")

  private static func conversation(_ answers: String...) async throws -> Conversation {
    let vendor = ScriptedVendor(scripts: answers.map { ScriptedVendor.answer($0) })
    return Conversation(router: try router([vendor]))
  }

  private static func texts(_ conversation: Conversation) async throws -> [String] {
    try await conversation.messages().map(\.message.text)
  }

  @Test func `a fork shares its past and keeps its future to itself`() async throws {
    let conversation = try await Self.conversation("one", "two", "three")
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    let start = try await conversation.messages().last?.id
    _ = try await conversation.send(.user("b"), as: Self.request).reply()
    try await conversation.fork("side", at: start)
    _ = try await conversation.send(.user("c"), as: Self.request).reply()
    #expect(try await Self.texts(conversation) == ["a", "one", "c", "three"])
    #expect(
      try await conversation.store.nodes(of: conversation.id, after: nil, limit: 99).count == 6)
    try await conversation.checkout("main")
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "two"])
    let branches = try await conversation.branches()
    #expect(branches.map(\.name) == ["main", "side"])
  }

  @Test func `a taken or wrong branch name is refused, and a wrong one to go to named`()
    async throws
  {
    let conversation = try await Self.conversation("one")
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    try await conversation.fork("side")
    for name in ["side", "main", "", "a b"] {
      let error = try await failure { try await conversation.fork(name) }
      #expect(error?.kind == .invalidRequest, "\(name)")
    }
    let error = try await failure { try await conversation.checkout("sid") }
    #expect(error?.message.contains("side") == true)
    #expect(conversation.branch == "side")
  }

  @Test func `undo takes the last turn back with all its tool calls`() async throws {
    let call = ToolCall(id: "c", name: "t", argumentsText: "{}")
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.answer("one"), ScriptedVendor.calls([call]), ScriptedVendor.answer("two"),
    ])
    let conversation = Conversation(router: try router([vendor]))
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    _ = try await conversation.send(.user("b"), as: Self.request).reply()
    _ = try await conversation.send(
      .tool([ToolResult(callID: "c", name: "t", content: [])]), as: Self.request
    )
    .reply()
    let gone = try await conversation.undo()
    #expect(gone.map(\.message.role) == [.user, .assistant, .tool, .assistant])
    #expect(try await Self.texts(conversation) == ["a", "one"])
    #expect(try await conversation.undo().count == 2)
    #expect(try await conversation.undo().isEmpty)
    #expect(try await Self.texts(conversation).isEmpty)
    #expect(try await conversation.branches() == [Branch(name: "main", head: nil)])
  }

  @Test func `another answer is a sibling of the first, and either can be picked`() async throws {
    let conversation = try await Self.conversation("one", "one", "three")
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    let first = try #require(try await conversation.messages().last)
    _ = try await conversation.regenerate(as: Self.request).reply()
    let second = try #require(try await conversation.messages().last)
    #expect(first.id != second.id)
    #expect(first.parent == second.parent)
    #expect(try await conversation.siblings(of: second).map(\.id) == [first.id, second.id])
    try await conversation.pick(first.id)
    _ = try await conversation.send(.user("b"), as: Self.request).reply()
    #expect(try await conversation.messages().map(\.id).contains(first.id))
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "three"])
  }

  @Test func `the way of another answer is what was said last behind it`() async throws {
    let conversation = try await Self.conversation("one", "two", "three", "four")
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    let first = try #require(try await conversation.messages().last)
    _ = try await conversation.send(.user("b"), as: Self.request).reply()
    _ = try await conversation.regenerate(as: Self.request).reply()
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "three"])
    try await conversation.pick(first.id)
    _ = try await conversation.regenerate(as: Self.request).reply()
    #expect(try await Self.texts(conversation) == ["a", "four"])
    try await conversation.follow(first.id)
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "three"])
    // What the branch leads through already is where it leads.
    let question = try #require(try await conversation.messages().dropFirst(2).first)
    let two = try #require(
      try await conversation.store.children(of: question.id, in: conversation.id).first)
    try await conversation.pick(two.id)
    for node in [first.id, question.id, two.id] {
      try await conversation.follow(node)
      #expect(try await Self.texts(conversation) == ["a", "one", "b", "two"])
    }
    try await conversation.pick(first.id)
    try await conversation.follow(first.id)
    #expect(try await Self.texts(conversation) == ["a", "one"])
    try await conversation.follow(
      try #require(
        try await conversation.store.children(of: question.id, in: conversation.id).last
      ).id)
    let strange = try #require(NodeID(bytes: Array(repeating: 7, count: 32)))
    let error = try await failure { try await conversation.follow(strange) }
    #expect(error?.kind == .invalidRequest)
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "three"])
  }

  @Test func `the way that was gone last need not be that of the answer that came last`()
    async throws
  {
    let conversation = try await Self.conversation("one", "two", "three", "four")
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    let question = try #require(try await conversation.messages().first)
    let first = try #require(try await conversation.messages().last)
    _ = try await conversation.regenerate(as: Self.request).reply()
    try await conversation.pick(first.id)
    _ = try await conversation.send(.user("b"), as: Self.request).reply()
    // Another beginning, so that none of this is on the branch.
    try await conversation.undo()
    try await conversation.undo()
    _ = try await conversation.send(.user("z"), as: Self.request).reply()
    try await conversation.follow(question.id)
    #expect(try await Self.texts(conversation) == ["a", "one", "b", "three"])
  }

  @Test func `a failed second answer leaves the first where it was`() async throws {
    let vendor = ScriptedVendor(scripts: [
      ScriptedVendor.answer("one"), [.fail(SwitchboardError(.invalidRequest, "no"))],
    ])
    let conversation = Conversation(router: try router([vendor]))
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
    let error = try await failure {
      _ = try await conversation.regenerate(as: Self.request).reply()
    }
    #expect(error != nil)
    #expect(try await Self.texts(conversation) == ["a", "one"])
  }

  @Test func `there is nothing to answer again in an empty conversation`() async throws {
    let conversation = try await Self.conversation("one")
    let error = try await failure { _ = try await conversation.regenerate(as: Self.request) }
    #expect(error?.kind == .invalidRequest)
    _ = try await conversation.send(.user("a"), as: Self.request).reply()
  }
}
