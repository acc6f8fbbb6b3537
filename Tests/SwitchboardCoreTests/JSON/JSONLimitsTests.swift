import SwitchboardCore
import Testing

struct JSONLimitsTests {
  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func `the standard limits are these`() {
    let limits = JSON.Limits.standard
    #expect(limits.depth == 64)
    #expect(limits.nodes == 200_000)
    #expect(limits.bytes == 33_554_432)
    #expect(limits.numberLength == 64)
  }

  @Test(arguments: [
    (nested(64), nested(65), JSON.Limits(), JSON.ParseError.Reason.tooDeep(limit: 64)),
    (#"{"a":[]}"#, #"{"a":[{}]}"#, JSON.Limits(depth: 2), .tooDeep(limit: 2)),
    ("1", "[]", JSON.Limits(depth: 0), .tooDeep(limit: 0)),
    (nested(256), nested(257), JSON.Limits(depth: 1_000_000), .tooDeep(limit: 256)),
    (#"{"a":1,"b":[2]}"#, #"{"a":1,"b":[2,3]}"#, JSON.Limits(nodes: 4), .tooManyValues(limit: 4)),
    ("[1,2]", "[1,2] ", JSON.Limits(bytes: 5), .tooManyBytes(limit: 5)),
    ("-1.5e3", "-1.5e33", JSON.Limits(numberLength: 6), .numberTooLong(limit: 6)),
  ])
  func `a document at a limit passes and one beyond it is refused`(
    passing: String, failing: String, limits: JSON.Limits, reason: JSON.ParseError.Reason
  ) throws {
    #expect(try JSON(parsing: passing, limits: limits).exists)
    #expect(try JSON.parsingJSON5(Array(passing.utf8), limits: limits).json.exists)
    let error = #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: failing, limits: limits)
    }
    #expect(error?.reason == reason)
    let other = #expect(throws: JSON.ParseError.self) {
      try JSON.parsingJSON5(Array(failing.utf8), limits: limits)
    }
    #expect(other?.reason == reason)
    let copied = #expect(throws: JSON.ParseError.self) {
      try Array(failing.utf8).withUnsafeBytes { try JSON(copying: $0, limits: limits) }
    }
    #expect(copied?.reason == reason)
  }

  @Test(arguments: [
    (JSON.ParseError.Reason.tooDeep(limit: 64), "the nesting is deeper than the limit of 64"),
    (.tooManyValues(limit: 9), "there are more values than the limit of 9"),
    (.tooManyBytes(limit: 9), "the text is longer than the limit of 9 bytes"),
    (.numberTooLong(limit: 9), "the number is longer than the limit of 9 characters"),
  ])
  func `a limit is refused in words`(reason: JSON.ParseError.Reason, words: String) {
    #expect(reason.description == words)
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func `a hundred thousand open brackets are refused at once`(opening: String) {
    let text = Array(String(repeating: opening, count: 100_000).utf8)
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .tooDeep(limit: 64))
    #expect(throws: JSON.ParseError.self) { try JSON.parsingJSON5(text) }
  }

  @Test func `the deepest document allowed can be read, compared and written`() throws {
    let text = Self.nested(256)
    let json = try JSON(parsing: text, limits: JSON.Limits(depth: 256))
    #expect(json.text == text)
    #expect(json == built(json))
    #expect(json.hashValue == built(json).hashValue)
    #expect(json.canonical() == Array(text.utf8))
  }
}
