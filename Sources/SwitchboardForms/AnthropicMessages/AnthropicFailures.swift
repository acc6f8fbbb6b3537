public import SwitchboardCore
public import SwitchboardWire

/// The envelope in which failures are reported:
/// `{"type": "error", "error": {"type", "message", "details": {"error_code"}}, "request_id"}`
/// (platform.claude.com/docs/en/api/errors).
public enum AnthropicFailures {
  /// Reads the body of an answer that failed.
  public static func report(_ body: [UInt8]) -> FailureReport {
    do {
      return report(try JSON(parsing: body))
    } catch {
      return FailureReport(message: PlainText.sentence(from: body))
    }
  }

  /// Reads a JSON value that reports a failure.
  public static func report(_ json: JSON) -> FailureReport {
    let error = json["error"].kind == .object ? json["error"] : json
    let message = error["message"].string ?? json["message"].string ?? json["error"].string
    // The finer code stands second: a table finds it, and the broad type is what is shown.
    let words = [error["type"], error["details"]["error_code"], error["error_code"]]
    return FailureReport(
      message: message ?? (error["message"].exists ? error["message"].text : nil),
      words: words.compactMap(\.string).filter { !$0.isEmpty && $0 != "error" })
  }

  /// Names a failure inside an answer of status 200, with the vendor's id of the request.
  public static func failure(
    in json: JSON, _ table: FailureTable, secrets: [Secret] = []
  ) -> SwitchboardError {
    var failure = table.failure(
      report(json), head: nil, now: SystemTime.now(), secrets: secrets)
    failure.requestID = json["request_id"].string
    return failure
  }
}
