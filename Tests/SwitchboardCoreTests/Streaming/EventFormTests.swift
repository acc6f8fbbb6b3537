import SwitchboardCore
import Testing

/// The public JSON form of an event line.
struct EventFormTests {
  private static let origin = Origin(vendor: "a", kind: "k", model: "m")
  private static let shownOrigin = #"{"vendor":"a","kind":"k","model":"m"}"#
  private static let later = Origin(vendor: "b", kind: nil, model: "n")

  static let lines: [(event: StreamEvent, text: String)] = [
    (.start(origin), #"{"event":"start","origin":\#(shownOrigin)}"#),
    (.partStart(index: 0, .text), #"{"event":"part.start","index":0,"type":"text"}"#),
    (
      .partStart(index: 0, .reasoning(isRedacted: true)),
      #"{"event":"part.start","index":0,"type":"reasoning"}"#
    ),
    (
      .partStart(index: 2, .toolCall(id: "c", name: "f")),
      #"{"event":"part.start","index":2,"type":"toolCall","id":"c","name":"f"}"#
    ),
    (.partStart(index: 0, .opaque), #"{"event":"part.start","index":0,"type":"opaque"}"#),
    (
      .partDelta(index: 0, text: "a\n\u{2028}é"),
      #"{"event":"part.delta","index":0,"text":"a\n"# + "\u{2028}é\"}"
    ),
    (
      .media(index: 1, .media(Media(url: "u", mime: "image/png"))),
      #"{"event":"media","index":1,"part":{"type":"media","mime":"image/png","url":"u"}}"#
    ),
    (
      .source(Part(.source(Source(url: "u")))),
      #"{"event":"source","part":{"type":"source","url":"u"}}"#
    ),
    (
      .usage(Usage(input: 1)), #"{"event":"usage","usage":{"input":1,"source":"reported"}}"#
    ),
    (
      .warning(Warning(.mock, "m")),
      #"{"event":"warning","warning":{"code":"mock","message":"m"}}"#
    ),
    (
      .seam(Seam(from: origin, to: later, strategy: .continue)),
      """
      {"event":"seam","from":\(shownOrigin),"to":{"vendor":"b","model":"n"},"strategy":"continue"}
      """
    ),
    (.finish(FinishReason(.stop)), #"{"event":"finish","reply":{"r":1}}"#),
  ]

  @Test(arguments: lines.indices)
  func `an event has its exact form in one line`(index: Int) {
    let (event, text) = Self.lines[index]
    let line = event.json(after: ReplyAccumulator(), reply: ["r": 1]).text
    #expect(line == text)
    #expect(!line.contains("\n"))
  }

  @Test func `the end of a part brings the whole part`() {
    var accumulator = ReplyAccumulator()
    let end = StreamEvent.partEnd(index: 0, vendorData: ["k": ["s": 1]])
    for event in [
      .start(Self.origin), .partStart(index: 0, .text), .partDelta(index: 0, text: "hi"), end,
    ] {
      accumulator.add(event)
    }
    #expect(
      end.json(after: accumulator, reply: .missing).text == """
        {"event":"part.end","index":0,\
        "part":{"type":"text","text":"hi","vendorData":{"k":{"s":1}}}}
        """)
  }

  @Test func `the form of the reply is made for the finish alone`() {
    var made = 0
    func reply() -> JSON {
      made += 1
      return [:]
    }
    for (event, _) in Self.lines { _ = event.json(after: ReplyAccumulator(), reply: reply()) }
    #expect(made == 1)
  }
}
