import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct CheckTests {
  private static func reply(
    _ text: String, cost: Cost? = nil, firstToken: Duration? = nil
  ) -> ChatReply {
    var reply = ChatReply(
      message: .assistant(text), origin: Origin(vendor: "a", kind: nil, model: "m"),
      finish: FinishReason(.stop))
    reply.cost = cost
    reply.timing = Timing(firstToken: firstToken)
    return reply
  }

  @Test(arguments: [
    (Check.contains("sea"), "the sea", true), (.contains("Sea"), "the sea", false),
    (.equals("yes"), " yes\n", true), (.equals("yes"), "yes.", false),
    (.regex("^[0-9]+ m$"), "1308 m", true), (.regex("[0-9]{5}"), "1308 m", false),
    (.json, "{\"a\": 1}\n", true), (.json, "{\"a\": 1", false), (.json, "", false),
    (.jsonSchema(["type": "object", "required": ["a"]]), "{\"a\":1}", true),
    (.jsonSchema(["type": "object", "required": ["a"]]), "{\"b\":1}", false),
    (.jsonSchema(["type": "object"]), "no", false),
    (.similar(to: "the deep sea", atLeast: 0.9), "the deep sea", true),
    (.similar(to: "the deep sea", atLeast: 0.9), "a shallow pond", false),
    (.similar(to: "", atLeast: 1), "", true),
  ])
  func `a check reads the text`(_ check: Check, _ text: String, _ isMet: Bool) {
    let result = check.result(for: Self.reply(text))
    #expect(result.isMet == isMet)
    #expect((result.message == nil) == isMet)
  }

  @Test(arguments: [("0.01", true), ("0.02", false), (nil, false)] as [(String?, Bool)])
  func `what is not known is not cheap`(_ usd: String?, _ isMet: Bool) throws {
    let cost = usd.flatMap { USD($0) }.map { Cost(usd: $0, quality: .exact) } ?? .unknown
    let most = try #require(USD("0.01"))
    #expect(Check.maxCost(most).result(for: Self.reply("x", cost: cost)).isMet == isMet)
    #expect(!Check.maxCost(most).result(for: Self.reply("x", cost: nil)).isMet)
  }

  @Test(
    arguments: [
      (Duration.milliseconds(500), true), (.milliseconds(501), false), (nil, false),
    ] as [(Duration?, Bool)])
  func `what is not known is not quick`(_ firstToken: Duration?, _ isMet: Bool) {
    let reply = Self.reply("x", firstToken: firstToken)
    #expect(Check.maxFirstToken(milliseconds: 500).result(for: reply).isMet == isMet)
  }

  @Test func `a check is read as it is written`() throws {
    let all: [Check] = [
      .contains("a"), .regex("b+"), .json, .jsonSchema(["type": "object"]), .equals("c"),
      .maxCost(try #require(USD("0.01"))), .maxFirstToken(milliseconds: 5),
      .similar(to: "d", atLeast: 0.5),
    ]
    let json = JSON.array(all.map(\.json))
    #expect(try Check.all(in: json) == all)
    let together = all.reduce(JSON.object([])) { $0.merging($1.json) }
    #expect(try Set(Check.all(in: together)) == Set(all))
  }

  @Test(
    arguments: [
      (["contans": "a"], "contains"), (["regex": "("], "regex"), (["maxCost": "much"], "maxCost"),
      (["similar": ["to": "a", "atLeast": 2]], "atLeast"), (["jsonSchema": "x"], "jsonSchema"),
      (["maxFirstTokenMs": -1], "maxFirstTokenMs"), (["contains": 3], "contains"), ("x", "checks"),
    ] as [(JSON, String)])
  func `a check that cannot be is refused by name`(_ json: JSON, _ word: String) {
    let error = #expect(throws: SwitchboardError.self) { try Check.all(in: json) }
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }
}
