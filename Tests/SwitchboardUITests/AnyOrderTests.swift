import StandIns
import Switchboard
import SwitchboardCore
import SwitchboardUI
import Testing

/// What a person does in whatever order, while answers come, fail, or do not end.
@MainActor struct AnyOrderTests {
  private static func vendor(_ seed: UInt64) -> ScriptedVendor {
    let random = Locked(SplitMix64(seed: seed))
    return ScriptedVendor { _ in
      random.withLock { random in
        let number = Int.random(in: 0..<1_000, using: &random)
        let broken = SwitchboardError(.invalidRequest, "no")
        return switch Int.random(in: 0..<7, using: &random) {
        case 0: [.fail(broken)]
        case 1: [ScriptedVendor.beginning("part \(number)"), .fail(broken)]
        case 2: [.stall]
        case 3: [ScriptedVendor.beginning("part \(number)"), .stall]
        default: ScriptedVendor.answer("whole \(number)")
        }
      }
    }
  }

  private func act(_ chat: ChatModel, _ random: inout SplitMix64) {
    let message = chat.messages.randomElement(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      chat.draft += "q\(Int.random(in: 0..<1_000, using: &random))"
      chat.send()
    case 4, 5: chat.stop()
    case 6: chat.regenerate()
    case 7: chat.retry()
    case 8: if let message { chat.retry(message) }
    case 9: if let message { chat.takeBack(message) }
    case 10: chat.load()
    case 11: chat.fork("b\(Int.random(in: 0..<4, using: &random))", at: message)
    case 12:
      if let branch = chat.branches.randomElement(using: &random) { chat.checkout(branch.name) }
    default:
      if let message {
        chat.showVersion(Int.random(in: 0...3, using: &random), of: message)
      }
    }
  }

  @Test(arguments: 0..<40, [true, false])
  func `in whatever order things are done, what is shown at rest is what is stored`(
    _ seed: UInt64, _ keeps: Bool
  ) async throws {
    var random = SplitMix64(seed: seed)
    let vendor = Self.vendor(seed &+ 1)
    let store = FailingStore()
    let chat = try chat(vendor, keepsPartials: keeps, store: store)
    for round in 0..<12 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if Int.random(in: 0..<12, using: &random) == 0 { store.failures.withLock { $0 = 1 } }
        act(chat, &random)
        for _ in 0..<Int.random(in: 0...12, using: &random) { await Task.yield() }
      }
      // What does not end is stopped, and what could not be stored is stored.
      chat.stop()
      await chat.settle()
      store.failures.withLock { $0 = 0 }
      chat.load()
      await chat.settle()
      let place: Comment = "seed \(seed), round \(round): \(chat.texts)"
      #expect(!chat.isBusy && chat.failure == nil, place)
      let stored = try await chat.conversation.messages()
      let shown = chat.messages.prefix { $0.standing == .stored }
      #expect(shown.map(\.node) == stored.map(\.id), place)
      #expect(shown.map(\.text) == stored.map(\.message.text), place)
      #expect(chat.messages.dropFirst(shown.count).allSatisfy { $0.standing == .unsent }, place)
      #expect(Set(chat.messages.map(\.id)).count == chat.messages.count, place)
      #expect(chat.branch == chat.conversation.branch, place)
      let branches = try await store.branches(of: chat.conversation.id)
      if !stored.isEmpty {
        #expect(
          branches.first { $0.name == chat.branch }?.head == stored.last?.id, place)
      }
    }
    #expect(vendor.mostAtOnce <= 1)
  }
}
