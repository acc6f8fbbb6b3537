import SwitchboardConformance
import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardBedrock

struct BedrockFailuresTests {
  /// One row of the table of failures.
  struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var word: String?
    var body: String
    var kind: SwitchboardError.Kind

    init(
      _ status: Int, _ word: String?, _ kind: SwitchboardError.Kind, _ message: String = "no",
      more: String = ""
    ) {
      self.status = status
      self.word = word
      self.body = #"{"message":"\#(message)"\#(more)}"#
      self.kind = kind
    }

    var testDescription: String { "\(status) \(word ?? "") \(body) is \(kind)" }
  }

  static let rows: [Row] = [
    Row(400, "ValidationException", .invalidRequest),
    Row(400, "ValidationException", .contextLength, "Input is too long for requested model."),
    Row(400, nil, .contextLength, "prompt is too long: 201000 tokens > 200000 maximum"),
    Row(
      400, "ValidationException", .contextLength,
      "input length and `max_tokens` exceed context limit: 1 + 2 > 3"),
    Row(
      400, "ValidationException", .contentFilter,
      "This request has been blocked by our content filters."),
    Row(400, nil, .notFound, "The provided model identifier is invalid."),
    Row(400, "ServiceQuotaExceededException", .quota),
    Row(400, "ConflictException", .server),
    Row(403, "AccessDeniedException", .permission),
    Row(403, "AccessDeniedException", .authentication, "Authentication failed: wrong key"),
    Row(403, "UnrecognizedClientException", .authentication),
    Row(403, "InvalidSignatureException", .authentication),
    Row(403, "IncompleteSignatureException", .authentication),
    Row(403, "MissingAuthenticationTokenException", .authentication),
    Row(403, "ExpiredTokenException", .authentication),
    Row(403, "RequestExpired", .authentication),
    Row(404, "ResourceNotFoundException", .notFound),
    Row(404, "UnknownOperationException", .notFound),
    Row(408, "ModelTimeoutException", .timeout),
    Row(424, "ModelErrorException", .server),
    Row(424, "ModelErrorException", .invalidRequest, more: #","originalStatusCode":400"#),
    Row(424, "ModelErrorException", .rateLimited, more: #","originalStatusCode":429"#),
    Row(424, "ModelErrorException", .server, more: #","originalStatusCode":7"#),
    Row(424, "ModelStreamErrorException", .server),
    Row(429, "ThrottlingException", .rateLimited),
    Row(429, "ThrottlingException", .quota, "Too many tokens per day, please wait."),
    Row(429, "ModelNotReadyException", .overloaded),
    Row(500, "InternalServerException", .server),
    Row(503, "ServiceUnavailableException", .overloaded),
    Row(418, "FromTheFutureException", .invalidRequest), Row(599, nil, .server),
  ]

  @Test(arguments: rows)
  func `an answer that failed is a failure of its kind`(row: Row) {
    var headers: HTTPFields = ["content-type": "application/json"]
    headers["x-amzn-errortype"] = row.word.map { "\($0):http://internal.amazon.com/coral/" }
    let failure = BedrockFailures.failure(
      HTTPResponseHead(status: row.status, headers: headers), Array(row.body.utf8), secrets: [])
    #expect(failure.kind == row.kind)
    #expect(failure.status == row.status)
    #expect(failure.code == row.word)
  }

  /// The words of frames, with a small first letter.
  static let frames: [(String, SwitchboardError.Kind)] = [
    ("throttlingException", .rateLimited), ("validationException", .invalidRequest),
    ("internalServerException", .server), ("modelStreamErrorException", .server),
    ("modelTimeoutException", .timeout), ("serviceUnavailableException", .overloaded),
    ("fromTheFutureException", .server),
  ]

  @Test(arguments: frames)
  func `a frame that is an exception ends the answer`(
    word: String, kind: SwitchboardError.Kind
  ) async throws {
    let stream =
      FrameBytes.event("messageStart", #"{"role":"assistant"}"#)
      + FrameBytes.event(
        "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"kiwi"}}"#)
      + FrameBytes.exception(word, #"{"message":"Slow down, ABSK-test."}"#)
    await #expect {
      try await Vendor.reply([stream], model: "amazon.nova-pro-v1:0", way: "converse")
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.kind == kind && failure?.code == word
        && failure?.message == "Slow down, (secret)." && failure?.partial?.text == "kiwi"
        && failure?.vendor == "aws" && failure?.model == "amazon.nova-pro-v1:0"
    }
  }

  @Test func `an error that no operation declares stands in the fields`() async {
    let stream =
      FrameBytes.chunk(#"{"generation":"kiwi"}"#)
      + FrameBytes.frame(
        [
          (":message-type", "error"), (":error-code", "InternalFailure"),
          (":error-message", "It broke."),
        ], "")
    await #expect {
      try await Vendor.reply([stream], model: "meta.llama3-8b-instruct-v1:0")
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.code == "InternalFailure" && failure?.message == "It broke."
        && failure?.partial?.text == "kiwi"
    }
  }

  @Test func `a failure behind the end takes nothing from the answer`() async throws {
    let stream =
      FrameBytes.event("messageStop", #"{"stopReason":"end_turn"}"#)
      + FrameBytes.exception("internalServerException", #"{"message":"no usage"}"#)
    let reply = try await Vendor.reply([stream], model: "amazon.nova-pro-v1:0", way: "converse")
    #expect(reply.finish.kind == .stop)
  }

  @Test func `bodies of other forms are shown as they are`() {
    let head = HTTPResponseHead(status: 502, headers: [:])
    let page = BedrockFailures.failure(head, Array("<html>Bad gateway".utf8), secrets: [])
    #expect(page.message == "<html>Bad gateway")
    #expect(page.kind == .server)
    let body = #"{"Output":{"__type":"com.amazon.coral.service#UnknownOperationException"}}"#
    let coral = BedrockFailures.failure(head, Array(body.utf8), secrets: [])
    #expect(coral.code == "UnknownOperationException")
    #expect(coral.kind == .notFound)
  }

  @Test func `a failure names the request for the vendor's support`() async throws {
    let transport = ScriptedTransport(
      #"{"message":"no"}"#, status: 429,
      headers: ["x-amzn-requestid": "r-1", "x-amzn-errortype": "ThrottlingException"])
    let request = ChatRequest("a", model: "aws/amazon.nova-pro-v1:0")
    await #expect {
      try await Vendor.make(transport).reply(to: request)
    } throws: { error in
      let failure = error as? SwitchboardError
      return failure?.requestID == "r-1" && failure?.vendor == "aws" && failure?.status == 429
    }
  }
}
