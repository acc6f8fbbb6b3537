import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct EvaluationTests {
  @Test func `a run begins without answers`() {
    let run = Evaluation(
      title: "seas", startedAt: 0, variants: [.init(name: "a", model: "mock/small")],
      cases: [.init(name: "1", request: ChatRequest("What is a fjord?"))])
    #expect(run.cells.isEmpty && run.judgements.isEmpty && run.picks.isEmpty)
    #expect(run.repeats == 1)
  }
}
