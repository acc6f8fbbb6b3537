import SwitchboardCore
import Testing

/// The public JSON form of replies and what is in them.
struct ReplyFormTests {
  private let origin = Origin(vendor: "v", kind: "k", model: "m")

  @Test func `a full reply has its exact form`() throws {
    let reply = ChatReply(
      id: "row-7", message: .assistant("Hé", origin: origin), origin: origin,
      finish: FinishReason(.refusal, raw: "refusal", message: "no"),
      usage: Usage(
        input: 120, cachedInput: 100, cacheWrite: 0, output: 30, reasoning: 10,
        raw: ["n": nil, "t": 1]),
      cost: Cost(usd: try #require(USD("0.000412")), quality: .exact),
      warnings: [Warning(.droppedParameter, "w")],
      timing: Timing(firstToken: .milliseconds(120), total: .milliseconds(900)))
    #expect(
      reply.json.text == """
        {"id":"row-7","message":{"role":"assistant","parts":[{"type":"text","text":"Hé"}],\
        "origin":{"vendor":"v","kind":"k","model":"m"}},"text":"Hé",\
        "origin":{"vendor":"v","kind":"k","model":"m"},\
        "finish":{"reason":"refusal","raw":"refusal","message":"no"},\
        "usage":{"input":120,"cachedInput":100,"cacheWrite":0,"output":30,"reasoning":10,\
        "source":"reported","raw":{"n":null,"t":1}},"cost":{"usd":"0.000412","quality":"exact"},\
        "warnings":[{"code":"droppedParameter","message":"w"}],\
        "timing":{"firstTokenMs":120,"totalMs":900}}
        """)
  }

  @Test func `what is unknown is left out`() {
    let reply = ChatReply(
      message: Message(role: .assistant, parts: []), origin: origin, finish: FinishReason(.stop),
      usage: Usage(source: .estimated), cost: .unknown, timing: Timing())
    #expect(
      reply.json.text == """
        {"message":{"role":"assistant","parts":[]},"text":"",\
        "origin":{"vendor":"v","kind":"k","model":"m"},"finish":{"reason":"stop"},\
        "usage":{"source":"estimated"},"cost":{"quality":"unknown"},"timing":{}}
        """)
  }

  @Test func `a vendor's usage that is null is not written`() {
    #expect(
      Usage(input: 1, raw: JSON(nilLiteral: ())).json.text == #"{"input":1,"source":"reported"}"#)
    #expect(Usage(input: 1, raw: .missing).json.text == #"{"input":1,"source":"reported"}"#)
  }

  @Test func `pictures have their exact form`() {
    let reply = ImageReply(
      id: "i", images: [.media(Media(url: "u", mime: "image/png"))], revisedPrompt: "r",
      origin: origin, usage: Usage(output: 5), cost: .unknown, warnings: [Warning(.mock, "m")],
      timing: Timing(total: .seconds(2)))
    #expect(
      reply.json.text == """
        {"id":"i","images":[{"type":"media","mime":"image/png","url":"u"}],"revisedPrompt":"r",\
        "origin":{"vendor":"v","kind":"k","model":"m"},\
        "usage":{"output":5,"source":"reported"},"cost":{"quality":"unknown"},\
        "warnings":[{"code":"mock","message":"m"}],"timing":{"totalMs":2000}}
        """)
    let least = ImageReply(images: [], origin: origin)
    #expect(
      least.json.text == #"{"images":[],"origin":{"vendor":"v","kind":"k","model":"m"}}"#)
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(1), 1), (.microseconds(499), 0), (.microseconds(500), 1),
    (.microseconds(1_500), 2), (.seconds(61), 61_000), (.nanoseconds(999_999_999), 1_000),
    (.milliseconds(-7), -7), (.seconds(Int64.max), Int.max), (.seconds(Int64.min), Int.min),
  ])
  func `times are whole milliseconds, rounded`(duration: Duration, milliseconds: Int) {
    #expect(Timing(total: duration).json["totalMs"].int == milliseconds)
    #expect(duration.milliseconds == milliseconds)
  }

  static let codes: [(Warning.Code, String)] = [
    (.droppedParameter, "droppedParameter"), (.translatedParameter, "translatedParameter"),
    (.clampedParameter, "clampedParameter"), (.defaultInserted, "defaultInserted"),
    (.toolRenamed, "toolRenamed"), (.messageInserted, "messageInserted"),
    (.droppedPart, "droppedPart"), (.droppedReasoning, "droppedReasoning"),
    (.schemaChanged, "schemaChanged"), (.unknownModel, "unknownModel"),
    (.unknownCapability, "unknownCapability"), (.retiredModel, "retiredModel"),
    (.historyCut, "historyCut"), (.estimatedUsage, "estimatedUsage"), (.mock, "mock"),
  ]

  @Test(arguments: codes.indices)
  func `every warning has its public word`(index: Int) {
    let (code, word) = Self.codes[index]
    #expect(Warning(code, "m").json.text == #"{"code":"\#(word)","message":"m"}"#)
    #expect("\(code)" == word)
  }
}
