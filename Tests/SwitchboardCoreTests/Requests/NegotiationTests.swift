import SwitchboardCore
import Testing

struct NegotiationTests {
  private let model = ModelDescriptor("m", rejects: [.temperature, .stop])

  @Test func `an option that the model refuses is left out with a warning`() throws {
    var negotiation = Negotiation(isStrict: false, model: model)
    #expect(try negotiation.accept(.temperature, 0.5) == nil)
    #expect(try negotiation.accept(.topK, 4) == 4)
    #expect(
      negotiation.warnings == [
        Warning(
          .droppedParameter, "Option 'temperature' is not taken by 'm' and was left out.")
      ])
  }

  @Test func `an option that is not given is no reason to warn`() throws {
    var negotiation = Negotiation(isStrict: true, model: model)
    #expect(try negotiation.accept(.temperature, nil as Double?) == nil)
    try negotiation.refuse(.seed, nil)
    let seed: Int? = nil
    try negotiation.refuse(.seed, seed)
    #expect(negotiation.warnings.isEmpty)
  }

  @Test func `equal warnings are given once, in the order of their first`() throws {
    var negotiation = Negotiation(isStrict: false, model: model)
    try negotiation.warn(.droppedPart, "a")
    try negotiation.refuse(.seed, 1)
    try negotiation.warn(.droppedPart, "a")
    try negotiation.warn(.droppedReasoning, "a")
    try negotiation.refuse(.seed, 2)
    #expect(
      negotiation.warnings.map(\.code) == [.droppedPart, .droppedParameter, .droppedReasoning])
  }

  @Test func `a strict request fails where it would have warned`() {
    var negotiation = Negotiation(isStrict: true, model: model)
    let error = #expect(throws: SwitchboardError.self) {
      try negotiation.accept(.temperature, 0.5)
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.model == "m")
    #expect(
      error?.message == """
        Option 'temperature' is not taken by 'm' and was left out. The request is strict, so \
        nothing was sent.
        """)
    #expect(negotiation.warnings.isEmpty)
  }
}
