import SwitchboardWire
import Testing

/// One row a form in which vendors write a wait, or fail to.
struct RetryHintTests {
  /// 2023-09-29 16:26:37 UTC.
  static let now = 1_696_004_797.0

  struct Row: Sendable, CustomTestStringConvertible {
    var headers: [(String, String)] = []
    var text = ""
    var delay: String?
    var after: Duration?
    var source: RetryHint.Source?

    var testDescription: String {
      let fields = headers.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
      return "\(fields) \(text) \(delay ?? "")"
    }
  }

  static func header(_ name: String, _ value: String, _ after: Duration?) -> Row {
    Row(
      headers: [(name, value)], after: after,
      source: after == nil ? nil : name.hasSuffix("retry-after-ms") ? .milliseconds : .retryAfter)
  }

  static let retryAfter: [Row] = [
    header("retry-after", "20", .seconds(20)),
    header("Retry-After", "2", .seconds(2)),
    header("retry-after", " 2 ", .seconds(2)),
    header("retry-after", "1.5", .milliseconds(1500)),
    header("retry-after", "0", .zero),
    header("retry-after", "0.05", .milliseconds(50)),
    header("retry-after", "60", .seconds(60)),
    header("retry-after", "61", .seconds(61)),
    header("retry-after", "0002", .seconds(2)),
    header("retry-after", "999999999", RetryHint.longest),
    header("retry-after", "2678400", RetryHint.longest),
    header("retry-after", "2678401", RetryHint.longest),
    header("retry-after", "1.0000000004", .seconds(1)),
    header("retry-after", "-3", nil),
    header("retry-after", "-10", nil),
    header("retry-after", "+3", nil),
    header("retry-after", "", nil),
    header("retry-after", " ", nil),
    header("retry-after", "120junk", nil),
    header("retry-after", "1.", nil),
    header("retry-after", ".5", nil),
    header("retry-after", "1e3", nil),
    header("retry-after", "0x10", nil),
    header("retry-after", "nan", nil),
    header("retry-after", "inf", nil),
    header("retry-after", "1,5", nil),
    header("retry-after", "2s", nil),
    header("retry-after", "99999999999999999999999999999999999", nil),
    header("retry-after", "٣", nil),
    header("retry-after", "Fri, 29 Sep 2023 16:26:57 GMT", .seconds(20)),
    header("retry-after", "Fri, 29 Sep 2023 16:26:37 GMT", .zero),
    header("retry-after", "Fri, 29 Sep 2023 16:26:27 GMT", .zero),
    header("retry-after", "Fri, 29 Sep 2023 16:27:37 GMT", .seconds(60)),
    header("retry-after", "Fri, 29 Sep 2023 16:27:38 GMT", .seconds(61)),
    header("retry-after", "Friday, 29-Sep-23 16:26:57 GMT", .seconds(20)),
    header("retry-after", "Fri Sep 29 16:26:57 2023", .seconds(20)),
    header("retry-after", "Mon, 01 Jan 9999 00:00:00 GMT", RetryHint.longest),
    header("retry-after", "Zun, 29 Sep 2023 16:26:27 GMT", nil),
    header("retry-after", "Fri, 29 Sep 2023 16:26:57", nil),
    header("retry-after", "Fri, 31 Sep 2023 16:26:57 GMT", nil),
    Row(
      headers: [("retry-after", "1"), ("retry-after", "9")], after: .seconds(9), source: .retryAfter
    ),
    Row(
      headers: [("retry-after", "x"), ("retry-after", "9")], after: .seconds(9), source: .retryAfter
    ),
    Row(
      headers: [
        ("date", "Tue, 04 Mar 2025 05:06:35 GMT"), ("retry-after", "Tue, 04 Mar 2025 05:06:37 GMT"),
      ], after: .seconds(2), source: .retryAfter),
    Row(
      headers: [
        ("date", "Tuesday, 04-Mar-25 05:06:35 GMT"), ("retry-after", "Tue Mar  4 05:06:37 2025"),
      ], after: .seconds(2), source: .retryAfter),
    Row(
      headers: [("date", "yesterday"), ("retry-after", "Fri, 29 Sep 2023 16:26:57 GMT")],
      after: .seconds(20), source: .retryAfter),
    Row(
      headers: [("date", "Tue, 04 Mar 2025 05:06:35 GMT"), ("retry-after", "2")],
      after: .seconds(2), source: .retryAfter),
  ]

  static let milliseconds: [Row] = [
    header("retry-after-ms", "1500", .milliseconds(1500)),
    header("x-ms-retry-after-ms", "20", .milliseconds(20)),
    header("retry-after-ms", "0.5", .microseconds(500)),
    header("retry-after-ms", "0", .zero),
    header("retry-after-ms", "-5", nil),
    header("retry-after-ms", "soon", nil),
    header("retry-after-ms", "999999999999", RetryHint.longest),
    header("retry-after-ms", "9999999999999", nil),
    Row(headers: [("x-amz-retry-after", "250")], after: .milliseconds(250), source: .milliseconds),
    Row(
      headers: [("retry-after", "9"), ("retry-after-ms", "100")], after: .milliseconds(100),
      source: .milliseconds),
    Row(
      headers: [("retry-after", "9"), ("retry-after-ms", "-1")], after: .seconds(9),
      source: .retryAfter),
    Row(
      headers: [("x-amz-retry-after", "1"), ("x-ms-retry-after-ms", "2")],
      after: .milliseconds(2), source: .milliseconds),
  ]

  static func body(_ text: String, _ after: Duration?) -> Row {
    Row(text: text, after: after, source: after == nil ? nil : .body)
  }

  static func delay(_ delay: String, _ after: Duration?) -> Row {
    Row(delay: delay, after: after, source: after == nil ? nil : .body)
  }

  static let bodies: [Row] = [
    delay("34.07s", .milliseconds(34_070)),
    delay("34.074824224s", .nanoseconds(34_074_824_224)),
    delay("0s", .zero),
    delay(" 5s ", .seconds(5)),
    delay("-5s", nil),
    delay("5", nil),
    delay("", nil),
    delay("NaNs", nil),
    delay("99999999999s", nil),
    delay("999999999s", RetryHint.longest),
    body("Rate limit reached. Please try again in 1.5s.", .milliseconds(1500)),
    body("Please try again in 86ms. Visit https://example.com", .milliseconds(86)),
    body("Please try again in 6m0s.", .seconds(360)),
    body("Please try again in 7m12.5s.", .milliseconds(432_500)),
    body("Please try again in 1h2m3s", .seconds(3723)),
    body("TRY AGAIN IN 20S", .seconds(20)),
    body("Please retry in 34.07s.", .milliseconds(34_070)),
    body("Please retry after 30 seconds.", .seconds(30)),
    body("Please retry after 1 second.", .seconds(1)),
    body("try again in 2 minutes", .seconds(120)),
    body("Try again in  500 ms", .milliseconds(500)),
    body("try again in a while, retry after 3 s", .seconds(3)),
    body("try again in 20", nil),
    body("try again in -20s", nil),
    body("try again in 20 sandwiches", nil),
    body("try again in 5sandwiches", nil),
    body("try again in 99999999999999999999999999s", nil),
    body("try again in 999999999h", RetryHint.longest),
    body("try again in ", nil),
    body("we will not retry", nil),
    Row(text: "try again in 9s", delay: "2s", after: .seconds(2), source: .body),
    Row(text: "try again in 9s", delay: "soon", after: .seconds(9), source: .body),
    Row(
      headers: [("retry-after", "1")], text: "try again in 9s", delay: "5s", after: .seconds(1),
      source: .retryAfter),
    Row(
      headers: [("retry-after", "-1")], text: "", delay: "5s", after: .seconds(5), source: .body),
  ]

  @Test(arguments: retryAfter + milliseconds + bodies)
  func `a wait is read or ignored`(row: Row) {
    let fields = HTTPFields(row.headers.map { HTTPFields.Field(name: $0.0, value: $0.1) })
    let hint = RetryHint.read(
      headers: fields, bodyText: row.text, bodyDelay: row.delay, now: Self.now)
    #expect(hint.after == row.after)
    #expect(hint.source == row.source)
    #expect(hint.shouldRetry == nil)
  }

  @Test(
    arguments: [
      ("true", true), ("false", false), ("True", true), (" FALSE ", false), ("yes", nil), ("", nil),
    ] as [(String, Bool?)])
  func `whether to retry is said apart from when`(value: String, expected: Bool?) {
    let hint = RetryHint.read(
      headers: ["x-should-retry": value, "retry-after": "2"], now: Self.now)
    #expect(hint == RetryHint(shouldRetry: expected, after: .seconds(2), source: .retryAfter))
  }

  @Test func `a refusal that says nothing gives no hint`() {
    #expect(RetryHint.read(headers: [:], now: Self.now) == RetryHint())
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300, 0])
  func `an impossible clock gives a wait that is possible or none`(now: Double) {
    let dates = [
      "Fri, 29 Sep 2023 16:26:57 GMT", "Friday, 29-Sep-23 16:26:57 GMT", "2023-09-29T16:26:57Z",
      "1696004797", "1696004797000",
    ]
    for date in dates {
      for name in ["retry-after", "x-ratelimit-reset", "anthropic-ratelimit-tokens-reset"] {
        let hint = RetryHint.read(headers: HTTPFields([.init(name: name, value: date)]), now: now)
        if let after = hint.after { #expect(after >= .zero && after <= RetryHint.longest) }
      }
    }
  }
}
