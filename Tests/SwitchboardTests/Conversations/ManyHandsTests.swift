import StandIns
import Switchboard
import SwitchboardCore
import Testing

/// Several tasks that use one conversation at once, and leave their turns in every way there is.
struct ManyHandsTests {
  private static func vendor(_ seed: UInt64) -> ScriptedVendor {
    let random = Locked(SplitMix64(seed: seed))
    return ScriptedVendor { request in
      let question = request.messages.last?.text ?? ""
      return random.withLock { random in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: [.fail(SwitchboardError(.invalidRequest, "no"))]
        case 1:
          [ScriptedVendor.beginning("re \(question)"), .fail(SwitchboardError(.server, "no"))]
        case 2: [ScriptedVendor.beginning("re \(question)"), .stall]
        default: ScriptedVendor.answer("re \(question)")
        }
      }
    }
  }

  /// Sends one question, and leaves its answer in one of five ways.
  private static func ask(
    _ question: String, _ way: Int, of conversation: Conversation
  ) async -> Bool {
    let work = Task {
      let turn = try await conversation.send(.user(question))
      switch way {
      case 0: break
      case 1: for try await _ in turn { break }
      default: for try await _ in turn {}
      }
      return turn.stored != nil
    }
    if way == 2 { work.cancel() }
    // What does not end by itself is cancelled.
    let watch = Task {
      for _ in 0..<3_000 { await Task.yield() }
      work.cancel()
    }
    defer { watch.cancel() }
    return if case .success(let isStored) = await work.result { isStored } else { false }
  }

  @Test(arguments: 0..<30, [Conversation.Options.WhenBusy.wait, .refuse])
  func `one turn at a time, each is kept whole or not at all, and the gate is free at the end`(
    _ seed: UInt64, _ whenBusy: Conversation.Options.WhenBusy
  ) async throws {
    let vendor = Self.vendor(seed)
    let store = MemoryStore()
    let keeps = seed % 2 == 0
    let conversation = Conversation(
      router: try router([vendor]), store: store,
      options: .init(whenBusy: whenBusy, keepsPartials: keeps))
    let told = await withTaskGroup(of: String?.self) { group in
      var random = SplitMix64(seed: seed &+ 99)
      for number in 0..<16 {
        let way = Int.random(in: 0..<6, using: &random)
        group.addTask {
          let question = "q\(number)"
          return await Self.ask(question, way, of: conversation) ? question : nil
        }
      }
      return await group.reduce(into: Set<String>()) { told, question in
        if let question { told.insert(question) }
      }
    }
    try await conversation.settle()
    #expect(vendor.mostAtOnce <= 1)
    let messages = try await conversation.messages().map(\.message)
    #expect(messages.count.isMultiple(of: 2))
    var asked: Set<String> = []
    for (question, answer) in zip(messages, messages.dropFirst()) where question.role == .user {
      #expect(answer.role == .assistant)
      #expect(answer.text == "re \(question.text)")
      #expect(keeps || answer.incomplete == nil)
      #expect(asked.insert(question.text).inserted)
    }
    #expect(told.isSubset(of: asked))
  }
}
