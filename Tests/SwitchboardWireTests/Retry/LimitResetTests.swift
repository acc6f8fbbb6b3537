import SwitchboardWire
import Testing

/// The moments when limits are filled again, in every vendor's spelling.
struct LimitResetTests {
  static let now = RetryHintTests.now

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var headers: [(String, String)]
    var after: Duration?
    var isCertain = true

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "OpenAI: the spent limit counts",
      headers: [
        ("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-reset-requests", "1s"),
        ("x-ratelimit-remaining-tokens", "149984"), ("x-ratelimit-reset-tokens", "6m0s"),
      ], after: .seconds(1)),
    Row(
      name: "OpenAI: of two spent limits the longer counts",
      headers: [
        ("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-reset-requests", "12ms"),
        ("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "6m0s"),
      ], after: .seconds(360)),
    Row(
      name: "OpenAI: no limit is spent",
      headers: [
        ("x-ratelimit-remaining-requests", "59"), ("x-ratelimit-reset-requests", "1s"),
        ("x-ratelimit-remaining-tokens", "1"), ("x-ratelimit-reset-tokens", "6m0s"),
      ], after: nil),
    Row(
      name: "OpenAI: without remainders the shorter counts",
      headers: [("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-reset-tokens", "6m0s")],
      after: .seconds(1), isCertain: false),
    Row(
      name: "a limit that is known to be spent beats one that is not known",
      headers: [
        ("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-remaining-tokens", "0"),
        ("x-ratelimit-reset-tokens", "1h2m3.5s"),
      ], after: .milliseconds(3_723_500)),
    Row(
      name: "Groq: names in capitals",
      headers: [("X-RateLimit-Remaining-Tokens", "0"), ("X-RateLimit-Reset-Tokens", "7.66s")],
      after: .milliseconds(7660)),
    Row(
      name: "Azure: bare seconds",
      headers: [("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "26")],
      after: .seconds(26)),
    Row(
      name: "Azure: -1 remaining is unknown",
      headers: [("x-ratelimit-remaining-tokens", "-1"), ("x-ratelimit-reset-tokens", "26")],
      after: .seconds(26), isCertain: false),
    Row(
      name: "a remainder that is no number is unknown",
      headers: [("x-ratelimit-remaining-tokens", "many"), ("x-ratelimit-reset-tokens", "26")],
      after: .seconds(26), isCertain: false),
    Row(
      name: "Anthropic: a time stamp",
      headers: [
        ("anthropic-ratelimit-requests-remaining", "0"),
        ("anthropic-ratelimit-requests-reset", "2023-09-29T16:26:57Z"),
        ("anthropic-ratelimit-input-tokens-remaining", "20000"),
        ("anthropic-ratelimit-input-tokens-reset", "2023-09-29T17:26:57Z"),
      ], after: .seconds(20)),
    Row(
      name: "Anthropic: a time stamp with a zone and a fraction",
      headers: [
        ("anthropic-ratelimit-output-tokens-remaining", "0"),
        ("anthropic-ratelimit-output-tokens-reset", "2023-09-29T18:26:57.5+02:00"),
      ], after: .milliseconds(20_500)),
    Row(
      name: "Anthropic: the response's own clock counts",
      headers: [
        ("date", "Tue, 04 Mar 2025 05:06:35 GMT"), ("anthropic-ratelimit-tokens-remaining", "0"),
        ("anthropic-ratelimit-tokens-reset", "2025-03-04T05:06:45Z"),
      ], after: .seconds(10)),
    Row(
      name: "Anthropic: one limit for all, in seconds since 1970",
      headers: [("anthropic-ratelimit-unified-reset", "1696004857")], after: .seconds(60),
      isCertain: false),
    Row(
      name: "OpenRouter: milliseconds since 1970",
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1696004857000")],
      after: .seconds(60)),
    Row(
      name: "the draft of the IETF: seconds",
      headers: [("RateLimit-Remaining", "0"), ("RateLimit-Reset", "50")], after: .seconds(50)),
    Row(
      name: "Cerebras: a limit of a day beside one of a minute",
      headers: [
        ("x-ratelimit-remaining-requests-day", "0"),
        ("x-ratelimit-reset-requests-day", "33011.382867"),
        ("x-ratelimit-remaining-tokens-minute", "5"),
        ("x-ratelimit-reset-tokens-minute", "11.38"),
      ], after: .nanoseconds(33_011_382_867_000)),
    Row(
      name: "a moment that has passed is now",
      headers: [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1696004700")],
      after: .zero),
    Row(
      name: "a moment of a thousand years hence is 31 days away",
      headers: [
        ("anthropic-ratelimit-tokens-remaining", "0"),
        ("anthropic-ratelimit-tokens-reset", "3023-09-29T16:26:57Z"),
      ], after: RetryHint.longest),
    Row(
      name: "zero with decimals is spent",
      headers: [("x-ratelimit-remaining", "0.0"), ("x-ratelimit-reset", "3")], after: .seconds(3)),
    Row(
      name: "a reset that is no time is not said",
      headers: [
        ("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "soon"),
        ("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-reset-requests", "-4"),
      ], after: nil),
    Row(name: "an empty reset is not said", headers: [("x-ratelimit-reset", "")], after: nil),
    Row(name: "a field of another kind is not read", headers: [("x-reset", "5")], after: nil),
    Row(
      name: "a name that only contains the word is not read",
      headers: [("x-ratelimit-resettable", "5")], after: nil),
  ]

  @Test(arguments: rows)
  func `a reset is read or ignored`(row: Row) {
    let fields = HTTPFields(row.headers.map { HTTPFields.Field(name: $0.0, value: $0.1) })
    let hint = RetryHint.read(headers: fields, now: Self.now)
    #expect(hint.after == row.after)
    let source: RetryHint.Source = row.isCertain ? .reset : .possibleReset
    #expect(hint.source == (row.after == nil ? nil : source))
  }

  @Test func `everything else is read before the resets`() {
    let headers: HTTPFields = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "9"]
    var withHeader = headers
    withHeader.append("retry-after", "2")
    #expect(RetryHint.read(headers: withHeader, now: Self.now).after == .seconds(2))
    #expect(
      RetryHint.read(headers: headers, bodyDelay: "3s", now: Self.now).after == .seconds(3))
  }
}
