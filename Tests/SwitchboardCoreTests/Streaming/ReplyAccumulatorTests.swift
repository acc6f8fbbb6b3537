import SwitchboardCore
import Testing

struct ReplyAccumulatorTests {
  private let origin = Origin(vendor: "a", kind: "k", model: "m")
  private let second = Origin(vendor: "b", kind: "k", model: "n")

  private func folded(_ events: [StreamEvent]) -> ReplyAccumulator {
    var grammar = StreamGrammar()
    var accumulator = ReplyAccumulator()
    for event in [.start(origin)] + events {
      do {
        try grammar.check(event)
      } catch {
        Issue.record(error)
      }
      accumulator.add(event)
    }
    return accumulator
  }

  private func text(_ index: Int, _ text: String) -> [StreamEvent] {
    [
      .partStart(index: index, .text), .partDelta(index: index, text: text),
      .partEnd(index: index, vendorData: [:]),
    ]
  }

  @Test func `every kind of event has its place in the reply`() throws {
    let picture = Part.media(Media(url: "u", mime: "image/png"))
    let source = Part(.source(Source(title: "t")))
    let accumulator = folded([
      .warning(Warning(.mock, "w")), .usage(Usage(input: 1)),
      .partStart(index: 0, .reasoning(isRedacted: false)), .partDelta(index: 0, text: "so"),
      .partEnd(index: 0, vendorData: ["k": ["signature": "s"]]),
      .partStart(index: 1, .text), .partDelta(index: 1, text: "He"),
      .partStart(index: 2, .toolCall(id: "c", name: "f")), .partDelta(index: 2, text: #"{"a":"#),
      .source(source), .partDelta(index: 1, text: "llo"), .partDelta(index: 2, text: "1}"),
      .partEnd(index: 2, vendorData: [:]), .media(index: 3, picture),
      .partEnd(index: 1, vendorData: [:]),
      .partStart(index: 4, .opaque), .partEnd(index: 4, vendorData: ["k": ["b": 1]]),
      .warning(Warning(.droppedPart, "x")), .usage(Usage(input: 2, output: 3)),
      .finish(FinishReason(.toolCalls, raw: "tool_use")),
    ])
    let reply = try accumulator.reply(id: "row", timing: Timing(total: .seconds(1)))
    #expect(
      reply.message.parts == [
        Part(.reasoning(Reasoning("so")), vendorData: ["k": ["signature": "s"]]), .text("Hello"),
        Part(.toolCall(ToolCall(id: "c", name: "f", argumentsText: #"{"a":1}"#))), source, picture,
        Part(.opaque, vendorData: ["k": ["b": 1]]),
      ])
    #expect(reply.id == "row")
    #expect(reply.text == "Hello")
    #expect(reply.origin == origin)
    #expect(reply.message.origin == origin)
    #expect(reply.message.incomplete == nil)
    #expect(reply.usage == Usage(input: 2, output: 3))
    #expect(reply.warnings.map(\.code) == [.mock, .droppedPart])
    #expect(reply.finish == FinishReason(.toolCalls, raw: "tool_use"))
    #expect(reply.timing == Timing(total: .seconds(1)))
  }

  @Test func `sources between parts do not move the indices`() {
    let source = Part(.source(Source(url: "u")))
    let accumulator = folded(
      [.source(source)] + text(0, "a") + [.source(source), .source(source)] + text(1, "b"))
    #expect(
      accumulator.message().parts == [source, .text("a"), source, source, .text("b")])
    #expect(accumulator.part(at: 1) == .text("b"))
    #expect(accumulator.part(at: 2) == nil)
    #expect(accumulator.part(at: -1) == nil)
  }

  @Test func `a part is shown as far as it has come`() {
    var accumulator = folded([.partStart(index: 0, .text)])
    #expect(accumulator.part(at: 0) == .text(""))
    accumulator.add(.partDelta(index: 0, text: "a"))
    #expect(accumulator.part(at: 0) == .text("a"))
    #expect(accumulator.message().text == "a")
  }

  @Test(arguments: [Message.Incompleteness.cancelled, .truncated, .failed])
  func `of a reply that broke off no half call is kept`(incomplete: Message.Incompleteness) {
    let accumulator = folded([
      .partStart(index: 0, .toolCall(id: "1", name: "f")), .partEnd(index: 0, vendorData: [:]),
      .partStart(index: 1, .text), .partDelta(index: 1, text: "half"),
      .partStart(index: 2, .text), .partStart(index: 3, .reasoning(isRedacted: false)),
      .partStart(index: 4, .opaque), .partStart(index: 5, .toolCall(id: "2", name: "f")),
      .partDelta(index: 5, text: "{}"),
    ])
    let message = accumulator.message(incomplete: incomplete)
    #expect(
      message.parts == [
        Part(.toolCall(ToolCall(id: "1", name: "f", argumentsText: ""))), .text("half"),
      ])
    #expect(message.incomplete == incomplete)
    #expect(message.origin == origin)
    #expect(accumulator.message().parts.count == 6)
  }

  @Test func `an answer without its end is no reply, and what came is kept`() {
    let accumulator = folded(text(0, "half"))
    let error = #expect(throws: SwitchboardError.self) { try accumulator.reply() }
    #expect(error?.kind == .truncated)
    #expect(error?.vendor == "a")
    #expect(error?.model == "m")
    #expect(error?.outputBegun == true)
    #expect(error?.partial?.text == "half")
    #expect(error?.partial?.incomplete == .truncated)
  }

  @Test func `an answer of nothing has nothing to keep`() {
    for accumulator in [ReplyAccumulator(), folded([.usage(Usage(input: 1))])] {
      #expect(!accumulator.hasContent)
      let error = #expect(throws: SwitchboardError.self) { try accumulator.reply() }
      #expect(error?.outputBegun == false)
      #expect(error?.partial == nil)
    }
  }

  private func seam(_ strategy: Seam.Strategy) -> StreamEvent {
    .seam(Seam(from: origin, to: second, strategy: strategy))
  }

  @Test func `a new beginning voids what came before, and its parts are found`() throws {
    let accumulator = folded(
      text(0, "old") + [.partStart(index: 1, .text), .partDelta(index: 1, text: "cut")]
        + [seam(.restart)] + text(2, "new") + [.finish(FinishReason(.stop))])
    let reply = try accumulator.reply()
    #expect(reply.message.parts == [.text("new")])
    #expect(reply.origin == second)
    #expect(accumulator.part(at: 0) == nil)
    #expect(accumulator.part(at: 2) == .text("new"))
  }

  @Test func `a new beginning leaves nothing to keep until something comes`() {
    #expect(!folded(text(0, "old") + [seam(.restart)]).hasContent)
  }

  @Test func `going on keeps what was said, but no half call`() throws {
    let accumulator = folded(
      text(0, "one ") + [
        .partStart(index: 1, .text), .partDelta(index: 1, text: "two "),
        .partStart(index: 2, .text), .partStart(index: 3, .toolCall(id: "c", name: "f")),
        .partDelta(index: 3, text: #"{"a""#), seam(.continue),
      ] + text(4, "three") + [.finish(FinishReason(.stop))])
    let reply = try accumulator.reply()
    #expect(reply.message.parts == [.text("one "), .text("two "), .text("three")])
    #expect(reply.origin == second)
    #expect(accumulator.part(at: 3) == nil)
    #expect(accumulator.part(at: 4) == .text("three"))
  }

  @Test func `a half call alone is nothing to keep once another vendor goes on`() {
    let accumulator = folded([
      .partStart(index: 0, .toolCall(id: "c", name: "f")), seam(.continue),
    ])
    #expect(!accumulator.hasContent)
  }

  @Test func `events out of order are passed over`() {
    var accumulator = folded(text(0, "a"))
    accumulator.add(.partDelta(index: 0, text: "late"))
    accumulator.add(.partEnd(index: 0, vendorData: ["k": [:]]))
    accumulator.add(.partDelta(index: 9, text: "nowhere"))
    accumulator.add(.partEnd(index: -1, vendorData: [:]))
    #expect(accumulator.message().parts == [.text("a")])
  }

  @Test func `a text grows in place, however many pieces it has`() {
    var accumulator = folded([.partStart(index: 0, .text)])
    var moves = 0
    var before: UnsafeRawPointer?
    for _ in 0..<20_000 {
      accumulator.add(.partDelta(index: 0, text: "a piece of it "))
      guard case .text(var text)? = accumulator.part(at: 0)?.content else { continue }
      let place = text.withUTF8 { UnsafeRawPointer($0.baseAddress) }
      if place != before { moves += 1 }
      before = place
    }
    #expect(accumulator.message().text.utf8.count == 280_000)
    // The room doubles: each piece copied anew would move the text each time.
    #expect(moves < 64)
  }
}
