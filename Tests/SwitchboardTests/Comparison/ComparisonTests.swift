import Switchboard
import SwitchboardCore
import Testing

struct ComparisonTests {
  @Test func `answers keep their places and a failure spoils no other`() async throws {
    let gate = Gate()
    let router = try router([
      ScriptedVendor("a", scripts: [[.fail(SwitchboardError(.quota, "no"))]]),
      ScriptedVendor(
        "b", scripts: [[.gate(gate)] + ScriptedVendor.answer("I am b", from: "b")]),
      ScriptedVendor("c", scripts: [ScriptedVendor.answer("I am c", from: "c")]),
    ])
    var texts: [Int: String] = [:]
    var order: [Int] = []
    let models: [ModelReference] = ["a/m", "b/m", "b/m", "c/m", "nobody/m"]
    for try await event in router.compare(ChatRequest("hi"), across: models) {
      switch event.step {
      case .started, .events: break
      case .finished(let answer):
        texts[event.candidate] = answer.reply.text
        order.append(event.candidate)
      case .failed(let error):
        texts[event.candidate] = error.kind.rawValue
        order.append(event.candidate)
      }
      // b answers when all the others have.
      if order.count == 3 { gate.open() }
    }
    #expect(texts == [0: "quota", 1: "I am b", 2: "I am b", 3: "I am c", 4: "invalidRequest"])
    #expect(Set(order.suffix(2)) == [1, 2])
  }

  @Test func `no more run at once than allowed`() async throws {
    let vendor = ScriptedVendor(scripts: [ScriptedVendor.answer("x")])
    let router = try router([vendor])
    let models = [ModelReference](repeating: "a/m", count: 12)
    var ended = 0
    for try await event in router.compare(ChatRequest("hi"), across: models, inFlight: 3) {
      if case .finished = event.step { ended += 1 }
    }
    #expect(ended == 12)
    #expect(vendor.mostAtOnce <= 3)
  }

  @Test func `leaving the loop ends every answer`() async throws {
    let vendor = ScriptedVendor(scripts: [[ScriptedVendor.beginning("x"), .stall]])
    let router = try router([vendor])
    var begun = 0
    for try await event in router.compare(ChatRequest("hi"), across: ["a/m", "a/m", "a/m"]) {
      if case .events = event.step { begun += 1 }
      if begun == 3 { break }
    }
    while vendor.closedCount < 3 { await Task.yield() }
    #expect(vendor.closedCount == 3)
  }
}
