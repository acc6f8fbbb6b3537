import SwitchboardCore
import Testing

struct SwitchboardErrorTests {
  private let origin = Origin(vendor: "v", kind: "k", model: "m")

  @Test func `a full failure has its exact form`() {
    let attempt = Attempt(
      number: 1, origin: origin, outcome: .failed, error: SwitchboardError(.network, "n"),
      usage: Usage(input: 1), cost: .unknown, timing: Timing(total: .milliseconds(5)),
      startedAt: 1_796_029_507.123)
    let error = SwitchboardError(
      .rateLimited, "slow down", vendor: "v", model: "m", status: 429, code: "rate_limit_error",
      requestID: "req", retryAfter: .milliseconds(1_500), shouldRetry: true, phase: .firstToken,
      outputBegun: true, partial: Message(role: .assistant, parts: [], incomplete: .failed),
      attempts: [attempt], underlying: CancellationError())
    #expect(
      error.json.text == """
        {"kind":"rateLimited","message":"slow down","vendor":"v","model":"m","status":429,\
        "code":"rate_limit_error","requestID":"req","retryAfter":1.5,"phase":"firstToken",\
        "outputBegun":true,"partial":{"role":"assistant","parts":[],"incomplete":"failed"},\
        "attempts":[{"number":1,"origin":{"vendor":"v","kind":"k","model":"m"},\
        "outcome":"failed","error":{"kind":"network","message":"n","outputBegun":false},\
        "usage":{"input":1,"source":"reported"},"cost":{"quality":"unknown"},\
        "timing":{"totalMs":5},"startedAt":"2026-11-30T09:05:07.123Z"}]}
        """)
  }

  @Test func `what is unknown is left out`() {
    let text = SwitchboardError(.server, "no").json.text
    #expect(text == #"{"kind":"server","message":"no","outputBegun":false}"#)
  }

  @Test(arguments: [
    (Duration.zero, "0.0"), (.seconds(2), "2.0"), (.milliseconds(34_074), "34.074"),
    (.microseconds(1_600), "0.002"), (.seconds(31 * 86_400), "2678400.0"),
  ])
  func `a wait is in seconds, to the millisecond`(wait: Duration, text: String) {
    #expect(SwitchboardError(.server, "", retryAfter: wait).json["retryAfter"].text == text)
  }

  @Test(arguments: [
    (Attempt.Outcome.reply, "reply"), (.failed, "failed"), (.cancelled, "cancelled"),
    (.hedgeLost, "hedgeLost"),
  ])
  func `every outcome of an attempt has its word`(outcome: Attempt.Outcome, word: String) {
    let attempt = Attempt(
      number: 2, origin: origin, outcome: outcome, timing: Timing(), startedAt: 0)
    #expect(
      attempt.json.text == """
        {"number":2,"origin":{"vendor":"v","kind":"k","model":"m"},"outcome":"\(word)",\
        "timing":{},"startedAt":"1970-01-01T00:00:00.000Z"}
        """)
  }

  static let kinds: [(SwitchboardError.Kind, String)] = [
    (.invalidRequest, "invalidRequest"), (.authentication, "authentication"), (.quota, "quota"),
    (.permission, "permission"), (.notFound, "notFound"), (.timeout, "timeout"),
    (.contextLength, "contextLength"), (.rateLimited, "rateLimited"), (.server, "server"),
    (.overloaded, "overloaded"), (.contentFilter, "contentFilter"),
    (.unsupported, "unsupported"), (.network, "network"), (.truncated, "truncated"),
    (.decoding, "decoding"), (.cancelled, "cancelled"), (.budget, "budget"),
    (.noRoute, "noRoute"), (.configuration, "configuration"),
  ]

  @Test(arguments: kinds.indices)
  func `every kind has its public word`(index: Int) {
    let (kind, word) = Self.kinds[index]
    #expect(SwitchboardError(kind, "").json["kind"].string == word)
    #expect("\(kind)" == word)
  }

  @Test(
    arguments: [
      (nil, nil, "server: no"), ("v", nil, "server (v): no"), ("v", "m", "server (v/m): no"),
      (nil, "m", "server: no"),
    ] as [(VendorID?, String?, String)])
  func `a failure says who failed where that is known`(
    vendor: VendorID?, model: String?, text: String
  ) {
    let error = SwitchboardError(.server, "no", vendor: vendor, model: model)
    #expect(error.description == text)
    #expect("\(error)" == text)
  }

  @Test
  func `a failure conceals keys in its sentence, its code and its id, and changes nothing else`() {
    let keys = ["key-1", "key-1-long"].map { Secret($0) }
    var error = SwitchboardError(
      .server, "no key-1-long", vendor: "key-1", status: 500, code: "c:key-1",
      requestID: "key-1-long")
    error = error.concealing(keys)
    #expect(error.message == "no (secret)")
    #expect(error.code == "c:(secret)")
    #expect(error.requestID == "(secret)")
    #expect(error.vendor == "key-1")
    #expect(error.status == 500)
    #expect(SwitchboardError(.server, "no").concealing(keys).code == nil)
  }

  @Test(arguments: ["a", "é", "€", "🥝", "e\u{301}\u{302}", "👨‍👩‍👧‍👦"])
  func `a long message is cut between two scalars, at two kibibytes`(unit: String) {
    for shift in 0..<4 {
      let start = String(repeating: "x", count: shift)
      let text = start + String(repeating: unit, count: 3_000)
      for cut in [
        SwitchboardError(.server, text).message,
        SwitchboardError(.server, "", code: text).code ?? "",
      ] {
        #expect((2_045...2_048).contains(cut.utf8.count))
        #expect(cut.unicodeScalars.last == "…")
        let kept = cut.unicodeScalars.dropLast()
        #expect(text.unicodeScalars.starts(with: kept))
        #expect(!kept.contains("\u{FFFD}"))
      }
    }
  }

  @Test(arguments: [0, 1, 2_047, 2_048])
  func `a message that is short enough is kept whole`(count: Int) {
    let text = String(repeating: "x", count: count)
    #expect(SwitchboardError(.server, text).message == text)
  }
}
