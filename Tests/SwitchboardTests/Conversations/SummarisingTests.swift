import Switchboard
import SwitchboardCore
import Testing

struct SummarisingTests {
  /// Writes down what it is asked, and answers with what it is asked about.
  private final class Scribe: Summariser {
    struct Asked: Sendable {
      var texts: [String]
      var previous: String?
    }

    let asked = Locked<[Asked]>([])
    let failure: SwitchboardError?

    init(failure: SwitchboardError? = nil) { self.failure = failure }

    func summary(
      of messages: [Message], previous: String?, limit tokens: Int
    ) async throws -> String {
      asked.withLock { $0.append(Asked(texts: messages.map(\.text), previous: previous)) }
      if let failure { throw failure }
      return "memory \(asked.withLock { $0.count })"
    }
  }

  private static let request = ChatRequest("", model: "a/m")
  private static let long = String(repeating: "word ", count: 100)

  private static func router(_ vendor: ScriptedVendor) throws -> Router {
    try Router(
      registry: Registry([vendor]),
      context: ContextPolicy(strategy: .summarise, reserveOutput: 50))
  }

  private static func vendor() -> ScriptedVendor {
    ScriptedVendor(
      models: [ModelDescriptor("m", window: 600)], scripts: [ScriptedVendor.answer("yes")])
  }

  @Test func `a summary is written once, kept in the tree and sent in place of what it covers`()
    async throws
  {
    let vendor = Self.vendor()
    let scribe = Scribe()
    let store = MemoryStore()
    let conversation = Conversation(
      router: try Self.router(vendor), store: store, summariser: scribe)
    var request = Self.request
    request.system = "Be brief."
    for number in 0..<6 {
      let turn = try await conversation.send(.user("\(number) \(Self.long)"), as: request)
      _ = try await turn.reply()
      #expect(turn.summaryError == nil)
    }
    let asked = scribe.asked.withLock { $0 }
    #expect(!asked.isEmpty)
    // Nothing is summarised twice, and each summary is told of the one before it.
    #expect(asked.first?.previous == nil)
    #expect(asked.dropFirst().map(\.previous) == (1..<asked.count).map { "memory \($0)" })
    let covered = asked.flatMap(\.texts).filter { $0 != "yes" }.compactMap(\.first)
    #expect(covered.map(String.init) == (0..<covered.count).map(String.init))
    let last = try #require(vendor.requests.last)
    #expect(last.system == "Be brief.")
    #expect(last.messages.first?.text.contains("memory \(asked.count)") == true)
    #expect(last.messages.last?.text.hasPrefix("5 ") == true)
    #expect(try await store.summaries(of: conversation.id).count == asked.count)
    // The history itself is whole.
    #expect(try await conversation.messages().count == 13)

    let calls = asked.count
    let reopened = try await Conversation(
      opening: conversation.id, router: conversation.router, store: store, summariser: scribe)
    _ = try await reopened.undo()
    _ = try await reopened.send(.user("5 \(Self.long)"), as: request).reply()
    #expect(scribe.asked.withLock { $0.count } == calls)
    #expect(
      vendor.requests.last?.messages.first?.text.contains("memory \(calls)") == true)
  }

  @Test func `a turn goes on without the summary that could not be written, and says so`()
    async throws
  {
    let vendor = Self.vendor()
    let scribe = Scribe(failure: SwitchboardError(.server, "no"))
    let conversation = Conversation(router: try Self.router(vendor), summariser: scribe)
    var errors: [SwitchboardError] = []
    for number in 0..<5 {
      let turn = try await conversation.send(.user("\(number) \(Self.long)"), as: Self.request)
      let reply = try await turn.reply().reply
      if let error = turn.summaryError {
        errors.append(error)
        #expect(reply.warnings.map(\.code).contains(.historyCut))
      }
    }
    #expect(errors.allSatisfy { $0.kind == .server })
    #expect(!errors.isEmpty)
  }

  @Test func `what is pinned is sent as long as it is pinned`() async throws {
    let vendor = Self.vendor()
    let router = try Router(
      registry: Registry([vendor]), context: ContextPolicy(reserveOutput: 50))
    let conversation = Conversation(router: router)
    _ = try await conversation.send(.user("the fact"), as: Self.request).reply()
    let fact = try #require(try await conversation.messages().first)
    try await conversation.setPinned(true, fact.id)
    for number in 0..<8 {
      _ = try await conversation.send(.user("\(number) \(Self.long)"), as: Self.request).reply()
    }
    let sent = try #require(vendor.requests.last).messages.map(\.text)
    #expect(sent.first == "the fact")
    #expect(sent.count < 10)
    try await conversation.setPinned(false, fact.id)
    _ = try await conversation.send(.user("9 \(Self.long)"), as: Self.request).reply()
    #expect(vendor.requests.last?.messages.contains { $0.text == "the fact" } == false)
  }
}
