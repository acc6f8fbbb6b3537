import SwitchboardCore
import Testing

/// `TextProvider.reply(to:)`, the fold of an answer's events.
struct FoldedReplyTests {
  private struct Vendor: TextProvider {
    let id: VendorID = "a"
    let kind: VendorKind = "k"
    let models: [ModelDescriptor] = []
    let hasClosedModelList = false
    let missingKey: String? = nil
    let steps: [ScriptedSource.Step]

    func family(of model: String) -> ModelDescriptor? { nil }

    func events(for request: ChatRequest) -> EventStream { EventStream { ScriptedSource(steps) } }
  }

  private static let start = StreamEvent.start(Origin(vendor: "a", kind: "k", model: "m"))
  private static let half: [StreamEvent] = [
    start, .partStart(index: 0, .text), .partDelta(index: 0, text: "half"),
    .partStart(index: 1, .toolCall(id: "c", name: "f")),
  ]

  @Test func `an answer is folded into a reply with the name of its request`() async throws {
    let vendor = Vendor(steps: [
      .events([Self.start]), .events([]),
      .events([
        .partStart(index: 0, .text), .partDelta(index: 0, text: "hi"),
        .partEnd(index: 0, vendorData: [:]), .usage(Usage(input: 1)),
        .finish(FinishReason(.stop, raw: "end")),
      ]),
    ])
    var request = ChatRequest("hello")
    request.id = "row-1"
    let reply = try await vendor.reply(to: request)
    #expect(reply.id == "row-1")
    #expect(reply.text == "hi")
    #expect(reply.usage?.input == 1)
    #expect(reply.finish.raw == "end")
  }

  @Test(arguments: [
    (SwitchboardError.Kind.server, Message.Incompleteness.failed), (.timeout, .failed),
    (.truncated, .truncated),
  ])
  func `a failure after output brings what had come`(
    kind: SwitchboardError.Kind, incomplete: Message.Incompleteness
  ) async {
    let vendor = Vendor(steps: [.events(Self.half), .fail(SwitchboardError(kind, "gone"))])
    let error = await #expect(throws: SwitchboardError.self) {
      try await vendor.reply(to: ChatRequest("hi"))
    }
    #expect(error?.kind == kind)
    #expect(error?.outputBegun == true)
    #expect(error?.partial?.parts == [.text("half")])
    #expect(error?.partial?.incomplete == incomplete)
  }

  @Test func `a failure before output brings nothing`() async {
    let vendor = Vendor(steps: [.events([Self.start]), .fail(SwitchboardError(.server, "gone"))])
    let error = await #expect(throws: SwitchboardError.self) {
      try await vendor.reply(to: ChatRequest("hi"))
    }
    #expect(error?.outputBegun == false)
    #expect(error?.partial == nil)
  }

  @Test func `an answer that only stops is truncated, never a reply`() async {
    let vendor = Vendor(steps: [.events(Self.half)])
    let error = await #expect(throws: SwitchboardError.self) {
      try await vendor.reply(to: ChatRequest("hi"))
    }
    #expect(error?.kind == .truncated)
    #expect(error?.partial?.incomplete == .truncated)
  }

  @Test func `cancelling comes through as it is`() async {
    let vendor = Vendor(steps: [.events(Self.half), .fail(CancellationError())])
    await #expect(throws: CancellationError.self) {
      try await vendor.reply(to: ChatRequest("hi"))
    }
  }
}
