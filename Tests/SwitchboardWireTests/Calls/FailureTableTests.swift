import SwitchboardCore
import Testing

@testable import SwitchboardWire

struct FailureTableTests {
  private typealias Row = FailureTable.Row

  private func failure(
    _ rows: [Row] = [], status: Int?, _ report: FailureReport = FailureReport(),
    headers: HTTPFields = [:], secrets: [Secret] = []
  ) -> SwitchboardError {
    FailureTable(rows).failure(
      report, head: status.map { HTTPResponseHead(status: $0, headers: headers) }, now: 0,
      secrets: secrets)
  }

  @Test(arguments: [
    (400, SwitchboardError.Kind.invalidRequest), (401, .authentication), (402, .quota),
    (403, .permission), (404, .notFound), (405, .invalidRequest), (408, .timeout),
    (409, .invalidRequest), (413, .invalidRequest), (422, .invalidRequest), (429, .rateLimited),
    (499, .invalidRequest), (500, .server), (501, .server), (502, .server), (503, .overloaded),
    (504, .timeout), (520, .server), (529, .overloaded), (301, .invalidRequest),
    (302, .invalidRequest), (399, .invalidRequest), (600, .server), (199, .server),
  ])
  func `a status alone has its kind`(status: Int, kind: SwitchboardError.Kind) {
    #expect(failure(status: status).kind == (status < 300 ? .server : kind))
    #expect(FailureTable.kind(ofStatus: status) == kind)
    #expect(failure(status: status).status == status)
  }

  @Test func `a failure inside a stream without any word of it is the vendor's`() {
    #expect(FailureTable.kind(ofStatus: nil) == .server)
    let error = failure(status: nil)
    #expect(error.kind == .server)
    #expect(error.status == nil)
    #expect(error.message == "The vendor reported a failure and said no more.")
  }

  private static let rows = [
    Row(status: 400, word: "Context_Length_Exceeded", kind: .contextLength),
    Row(word: "insufficient_quota", kind: .quota),
    Row(status: 400, text: "too many tokens", kind: .contextLength),
    Row(status: 404, kind: .permission),
    Row(word: "last", kind: .overloaded),
  ]

  @Test(
    arguments: [
      (400, ["context_length_exceeded"], nil, SwitchboardError.Kind.contextLength),
      (400, ["invalid_request_error", "CONTEXT_LENGTH_EXCEEDED"], nil, .contextLength),
      (413, ["context_length_exceeded"], nil, .invalidRequest),
      (429, ["Insufficient_Quota"], nil, .quota),
      (400, [], "That is TOO MANY Tokens.", .contextLength),
      (500, [], "too many tokens", .server), (404, [], nil, .permission),
      (404, ["insufficient_quota", "last"], nil, .quota), (404, ["last"], nil, .permission),
      (200, ["last"], "x", .overloaded), (400, ["insufficient"], "tokens", .invalidRequest),
    ] as [(Int, [String], String?, SwitchboardError.Kind)])
  func `the first row that fits holds`(
    status: Int, words: [String], message: String?, kind: SwitchboardError.Kind
  ) {
    let error = failure(Self.rows, status: status, FailureReport(message: message, words: words))
    #expect(error.kind == kind)
    #expect(error.code == words.first)
  }

  @Test func `a status in the body decides, and that of the head is shown`() {
    let inBody = FailureReport(message: "m", status: 429)
    #expect(failure(status: 200, inBody).kind == .rateLimited)
    #expect(failure(status: nil, inBody).kind == .rateLimited)
    #expect(failure(status: nil, inBody).status == 429)
    #expect(failure(status: 500, inBody).kind == .rateLimited)
    #expect(failure(status: 500, inBody).status == 500)
  }

  @Test(arguments: [nil, ""])
  func `a failure without words is told by its status`(message: String?) {
    let error = failure(status: 503, FailureReport(message: message))
    #expect(error.message == "The vendor answered with status 503 and said no more.")
  }

  @Test(
    arguments: [
      (["retry-after": "7"], nil, nil, 7_000), (["retry-after-ms": "250"], nil, "34.07s", 250),
      ([:], nil, "34.07s", 34_070), ([:], "Please try again in 1.5s.", nil, 1_500),
      (
        ["date": "Thu, 01 Jan 1970 00:00:10 GMT", "retry-after": "Thu, 01 Jan 1970 00:00:40 GMT"],
        nil, nil, 30_000
      ),
      ([:], "no", nil, nil),
    ] as [([String: String], String?, String?, Int?)])
  func `a hint to wait is read wherever it stands`(
    headers: [String: String], message: String?, delay: String?, milliseconds: Int?
  ) {
    let fields = HTTPFields(headers.map { HTTPFields.Field(name: $0.key, value: $0.value) })
    let error = failure(
      status: 429, FailureReport(message: message, retryDelay: delay), headers: fields)
    #expect(error.retryAfter == milliseconds.map { .milliseconds($0) })
  }

  @Test(arguments: [
    (429, true), (500, true), (401, false), (402, false), (403, false),
  ])
  func `no header makes a false key right or fills a balance`(status: Int, shouldRetry: Bool) {
    let error = failure(status: status, headers: ["x-should-retry": "true"])
    #expect(error.shouldRetry == shouldRetry)
    #expect(failure(status: status).shouldRetry == nil)
    #expect(failure(status: status, headers: ["x-should-retry": "false"]).shouldRetry == false)
  }

  @Test func `no key is seen in the message or the code`() {
    let secrets = [Secret("sk-abcd"), Secret("sk-abcd-efgh")]
    let report = FailureReport(
      message: "Key sk-abcd-efgh\u{301} or sk-abcd is false.",
      words: ["bad:sk-abcd-efgh", "sk-abcd"])
    let error = failure(status: 401, report, secrets: secrets)
    #expect(
      Array(error.message.unicodeScalars)
        == Array("Key (secret)\u{301} or (secret) is false.".unicodeScalars))
    #expect(error.code == "bad:(secret)")
    #expect(!"\(error)\(error.json)".contains("abcd"))
  }

  @Test func `a key is taken out before a long message is cut`() {
    let filler = String(repeating: "x", count: 2_040)
    let long = filler + "sk-abcd-efgh and on it goes"
    let report = FailureReport(message: long, words: [long])
    let error = failure(status: 401, report, secrets: [Secret("sk-abcd-efgh")])
    #expect(!error.message.contains("sk-"))
    #expect(error.code?.contains("sk-") == false)
    #expect(error.message.utf8.count <= 2_048)
  }
}
