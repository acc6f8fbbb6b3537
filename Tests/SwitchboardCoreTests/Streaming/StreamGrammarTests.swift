import SwitchboardCore
import Testing

struct StreamGrammarTests {
  private static let origin = Origin(vendor: "a", kind: "k", model: "m")
  private static let start = StreamEvent.start(origin)
  private static let finish = StreamEvent.finish(FinishReason(.stop))
  private static let media = Part.media(Media(url: "u", mime: "image/png"))
  private static let source = StreamEvent.source(Part(.source(Source(title: "t"))))
  private static let usage = StreamEvent.usage(Usage(input: 1))
  private static let warning = StreamEvent.warning(Warning(.mock, "m"))

  private static func open(_ index: Int, _ opening: PartOpening = .text) -> StreamEvent {
    .partStart(index: index, opening)
  }

  private static func grow(_ index: Int) -> StreamEvent { .partDelta(index: index, text: "x") }

  private static func close(_ index: Int) -> StreamEvent { .partEnd(index: index, vendorData: [:]) }

  private static func seam(_ strategy: Seam.Strategy) -> StreamEvent {
    .seam(Seam(from: origin, to: origin, strategy: strategy))
  }

  static let allowed: [(name: String, events: [StreamEvent])] = [
    ("nothing but the frame", [start, finish]),
    ("a text", [start, open(0), grow(0), grow(0), close(0), finish]),
    ("a part without a piece", [start, open(0), close(0), finish]),
    (
      "parts across each other",
      [start, open(0), open(1), grow(1), grow(0), close(0), grow(1), close(1), finish]
    ),
    ("parts closed in another order", [start, open(0), open(1), close(1), close(0), finish]),
    ("a picture between parts", [start, open(0), .media(index: 1, media), close(0), finish]),
    (
      "sources and counts anywhere",
      [start, usage, source, open(0), usage, source, close(0), finish]
    ),
    ("warnings first", [start, warning, warning, finish]),
    (
      "a call", [start, open(0, .toolCall(id: "c", name: "f")), grow(0), close(0), finish]
    ),
    (
      "thinking and a block",
      [start, open(0, .reasoning(isRedacted: true)), close(0), open(1, .opaque), close(1), finish]
    ),
    ("a new beginning", [start, open(0), close(0), seam(.restart), open(1), close(1), finish]),
    (
      "a new beginning in the middle of a part",
      [start, open(0), grow(0), seam(.restart), open(1), grow(1), close(1), finish]
    ),
    (
      "going on in the middle of parts",
      [start, open(0), open(1), seam(.continue), open(2), close(2), finish]
    ),
    ("two seams", [start, seam(.restart), seam(.continue), finish]),
  ]

  @Test(arguments: allowed.indices)
  func `these orders are answers`(index: Int) throws {
    var grammar = StreamGrammar()
    for event in Self.allowed[index].events {
      #expect(!grammar.isComplete, "\(Self.allowed[index].name)")
      try grammar.check(event)
    }
    #expect(grammar.isComplete, "\(Self.allowed[index].name)")
  }

  static let refused: [(events: [StreamEvent], message: String)] = [
    ([finish], "An event stands before the start."),
    ([open(0)], "An event stands before the start."),
    ([usage], "An event stands before the start."),
    ([warning], "An event stands before the start."),
    ([start, start], "A second start."),
    ([start, open(0), start], "A second start."),
    ([start, finish, finish], "An event follows the finish."),
    ([start, finish, start], "An event follows the finish."),
    ([start, finish, usage], "An event follows the finish."),
    ([start, open(1)], "A part has index 1 where 0 is next."),
    ([start, open(-1)], "A part has index -1 where 0 is next."),
    ([start, open(0), open(0)], "A part has index 0 where 1 is next."),
    ([start, open(0), close(0), open(0)], "A part has index 0 where 1 is next."),
    ([start, open(0), open(2)], "A part has index 2 where 1 is next."),
    ([start, .media(index: 1, media)], "A part has index 1 where 0 is next."),
    ([start, .media(index: 0, media), open(0)], "A part has index 0 where 1 is next."),
    ([start, .media(index: 0, media), grow(0)], "A piece for part 0, which is not open."),
    ([start, .media(index: 0, media), close(0)], "The end of part 0, which is not open."),
    ([start, grow(0)], "A piece for part 0, which is not open."),
    ([start, close(0)], "The end of part 0, which is not open."),
    ([start, open(0), close(0), grow(0)], "A piece for part 0, which is not open."),
    ([start, open(0), close(0), close(0)], "The end of part 0, which is not open."),
    ([start, open(0), finish], "The finish comes while part 0 is open."),
    ([start, open(0), open(1), close(0), finish], "The finish comes while part 1 is open."),
    (
      [start, open(0, .toolCall(id: "", name: "f"))],
      "The tool call at index 0 lacks its id or name."
    ),
    (
      [start, open(0, .toolCall(id: "c", name: ""))],
      "The tool call at index 0 lacks its id or name."
    ),
    ([start, open(0), seam(.restart), grow(0)], "A piece for part 0, which is not open."),
    ([start, open(0), seam(.continue), close(0)], "The end of part 0, which is not open."),
    ([start, open(0), seam(.restart), open(0)], "A part has index 0 where 1 is next."),
  ]

  @Test(arguments: refused.indices)
  func `these orders are refused at their last event`(index: Int) throws {
    let (events, message) = Self.refused[index]
    var grammar = StreamGrammar()
    for event in events.dropLast() { try grammar.check(event) }
    let last = try #require(events.last)
    let violation = #expect(throws: StreamGrammar.Violation.self) { try grammar.check(last) }
    #expect(violation?.description == message)
  }

  @Test func `content is what a reader has seen of an answer`() {
    let content = [
      Self.open(0), Self.grow(0), Self.close(0), .media(index: 0, Self.media), Self.source,
      Self.seam(.continue), Self.finish,
    ]
    #expect(content.allSatisfy { $0.isContent })
    #expect([Self.start, Self.usage, Self.warning].allSatisfy { !$0.isContent })
  }
}
