import SwitchboardCore
import SwitchboardWire

/// Bedrock's failures (Bedrock API Reference, "Errors" of each operation and "Common errors"; AWS's
/// common runtime errors for keys and clocks).
///
/// An answer names its failure in the field `x-amzn-errortype` or in the body, a frame of a stream in
/// `:exception-type`, there with a small first letter.
enum BedrockFailures {
  static let table = FailureTable([
    .init(text: "content filters", kind: .contentFilter),
    .init(text: "input is too long", kind: .contextLength),
    .init(text: "prompt is too long", kind: .contextLength),
    .init(text: "too many input tokens", kind: .contextLength),
    .init(text: "maximum context length", kind: .contextLength),
    .init(text: "exceed context limit", kind: .contextLength),
    .init(text: "model identifier is invalid", kind: .notFound),
    .init(word: "validationexception", kind: .invalidRequest),
    .init(word: "servicequotaexceededexception", kind: .quota),
    .init(word: "throttlingexception", text: "per day", kind: .quota),
    .init(word: "throttlingexception", kind: .rateLimited),
    .init(word: "conflictexception", kind: .server),
    .init(word: "accessdeniedexception", text: "authentication failed", kind: .authentication),
    .init(word: "accessdeniedexception", text: "bearer token", kind: .authentication),
    .init(word: "accessdeniedexception", kind: .permission),
    .init(word: "resourcenotfoundexception", kind: .notFound),
    .init(word: "modeltimeoutexception", kind: .timeout),
    .init(word: "modelnotreadyexception", kind: .overloaded),
    .init(word: "serviceunavailableexception", kind: .overloaded),
    .init(word: "internalserverexception", kind: .server),
    .init(status: 424, kind: .server),
    .init(word: "unrecognizedclientexception", kind: .authentication),
    .init(word: "invalidsignatureexception", kind: .authentication),
    .init(word: "incompletesignatureexception", kind: .authentication),
    .init(word: "missingauthenticationtokenexception", kind: .authentication),
    .init(word: "missingauthenticationtoken", kind: .authentication),
    .init(word: "invalidclienttokenid", kind: .authentication),
    .init(word: "signaturedoesnotmatch", kind: .authentication),
    .init(word: "expiredtokenexception", kind: .authentication),
    .init(word: "expiredtoken", kind: .authentication),
    .init(word: "requestexpired", kind: .authentication),
    .init(word: "requesttimetooskewed", kind: .authentication),
    .init(word: "unknownoperationexception", kind: .notFound),
  ])

  /// Names the failure of an answer whose status is not 200 to 299.
  static func failure(
    _ head: HTTPResponseHead, _ body: [UInt8], secrets: [Secret]
  ) -> SwitchboardError {
    let word = head.headers["x-amzn-errortype"].flatMap(word)
    return table.failure(
      report(body, word: word), head: head, now: SystemTime.now(), secrets: secrets)
  }

  /// Names the failure that a frame of a stream or a body of status 200 reports.
  static func failure(_ body: [UInt8], word: String?, secrets: [Secret]) -> SwitchboardError {
    let report = report(body, word: word)
    if report.words.isEmpty, report.message == nil {
      return SwitchboardError(.decoding, "The vendor's answer is of no form that is known.")
    }
    return table.failure(report, head: nil, now: SystemTime.now(), secrets: secrets)
  }

  /// The word of a failure in a JSON value that reports one; `nil` in any other value.
  ///
  /// What AWS calls an output without shape is a service that does not know the operation.
  static func word(in json: JSON) -> String? {
    for place in [json["__type"], json["code"], json["Output"]["__type"]] {
      if let text = place.string { return word(text) }
    }
    return nil
  }

  /// `ThrottlingException` out of `com.amazon.coral#ThrottlingException:http://…`.
  private static func word(_ text: String) -> String? {
    text.split(separator: ":").first?.split(separator: "#").last.map(String.init)
  }

  private static func report(_ body: [UInt8], word: String?) -> FailureReport {
    let json: JSON
    do {
      json = try JSON(parsing: body)
    } catch {
      let text = String(decoding: body.prefix(2048), as: UTF8.self)
      return FailureReport(message: text, words: [word].compactMap { $0 })
    }
    let message =
      json["message"].string ?? json["Message"].string ?? json["errorMessage"].string
      ?? json["originalMessage"].string ?? json["error"]["message"].string ?? json["error"].string
    var report = FailureReport(
      message: message, words: [word ?? Self.word(in: json)].compactMap { $0 })
    // A model that failed behind Bedrock says how in a status of its own.
    if let status = json["originalStatusCode"].int, (400..<600).contains(status) {
      report.status = status
    }
    return report
  }
}
