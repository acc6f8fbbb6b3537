import Switchboard
import SwitchboardCore
import Testing

struct ContextMemoTests {
  static let models = [
    ModelDescriptor("a", window: 900), ModelDescriptor("b", window: 400),
    ModelDescriptor(
      "c", window: 900, tokens: TokenProfile(vocabulary: .unknown, perMessage: 40)),
  ]

  /// Changes a conversation as conversations change.
  static func change(_ messages: inout [Message], _ random: inout SplitMix64) {
    let newest = messages.removeLast()
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where messages.count > 2:
      // Undone, or another branch.
      messages.removeLast(Int.random(in: 1...messages.count / 2, using: &random))
    case 1 where !messages.isEmpty:
      let place = Int.random(in: 0..<messages.count, using: &random)
      messages[place].parts.append(.text(HistorySamples.text("edited", words: 50)))
    case 2 where !messages.isEmpty:
      // The same words again, in other storage, and a message that says nothing.
      messages = messages.map {
        Message(role: $0.role, parts: Array($0.parts.reversed().reversed()))
      }
      messages.append(Message(role: .assistant, parts: []))
    default:
      messages += HistorySamples.random(&random)
    }
    messages.append(newest)
  }

  @Test func `a memo changes no plan`() throws {
    var random = SplitMix64(seed: 11)
    let memo = ContextMemo()
    var messages = HistorySamples.random(&random)
    var cuts = 0
    for _ in 0..<200 {
      Self.change(&messages, &random)
      if messages.count > 200 { messages.removeFirst(150) }
      let request = ChatRequest(messages: messages)
      for model in Self.models {
        let plain = try? ContextPlanner().plan(request, for: model)
        let remembered = try? ContextPlanner().plan(request, ContextInput(memo: memo), for: model)
        #expect(plain == remembered)
        if (plain?.droppedCount ?? 0) > 0 { cuts += 1 }
      }
    }
    #expect(cuts > 100)
  }

  @Test func `media that are remembered still teach nothing about text`() async throws {
    let seeing = ModelDescriptor("m", can: [.imageInput])
    let vendor = ScriptedVendor("v", models: [seeing]) { _ in
      ScriptedVendor.answer("ok", from: "v", usage: Usage(input: 10, output: 1))
    }
    let router = try router([vendor])
    let context = ContextInput(memo: ContextMemo())
    let request = ChatRequest(
      model: "v/m",
      messages: [
        .user([.text(HistorySamples.text("look", words: 900)), .media(DecisionTests.picture)])
      ])
    for _ in 0..<2 {
      let answer = try await router.reply(to: request, context: context)
      #expect(answer.reply.warnings.allSatisfy { $0.code != .historyCut })
    }
    #expect(router.calibration.models.isEmpty)
  }

  @Test func `plans made at once share a memo`() async throws {
    let memo = ContextMemo()
    let request = ChatRequest(
      messages: (0..<40).flatMap { HistorySamples.turn("\($0)") } + [.user("newest")])
    let plain = try ContextPlanner().plan(request, for: Self.models[0])
    try await withThrowingTaskGroup(of: ContextPlan.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try ContextPlanner().plan(request, ContextInput(memo: memo), for: Self.models[0])
        }
      }
      for try await plan in group { #expect(plan == plain) }
    }
  }

  @Test func `who does not show its requests has no report`() async throws {
    let router = try router([ScriptedVendor("v")])
    let error = try await failure {
      _ = try router.portability(of: ChatRequest("hi"), to: "v/m")
    }
    #expect(error?.kind == .unsupported)
  }
}
