public import SwitchboardCore
public import SwitchboardWire

/// The envelope in which Google's interfaces report failures (cloud.google.com/apis/design/errors):
/// `{"error": {"code", "message", "status", "details"}}`, also as the one element of an array.
public enum GeminiFailures {
  /// A word that is added when a limit a day is spent, so that a table of failures can know it.
  public static let dailyLimit = "daily_limit"

  /// Reads the body of an answer that failed.
  public static func report(_ body: [UInt8]) -> FailureReport {
    let json: JSON
    do {
      json = try JSON(parsing: body)
    } catch {
      // A wrong address or a proxy answers with a page of HTML.
      return FailureReport(message: PlainText.sentence(from: body))
    }
    return report(json)
  }

  /// Reads a JSON value that reports a failure.
  public static func report(_ json: JSON) -> FailureReport {
    let json = json.kind == .array ? json[0] : json
    let error = json["error"].kind == .object ? json["error"] : json
    var words = [error["status"].string].compactMap(\.self)
    var delay: String?
    for detail in error["details"].elements {
      if let reason = detail["reason"].string { words.append(reason) }
      if let wait = detail["retryDelay"].string {
        delay = wait
        if isLong(wait) { words.append(dailyLimit) }
      }
      let limits =
        detail["violations"].elements.map { $0["quotaId"] } + [detail["metadata"]["quota_limit"]]
      if limits.contains(where: isDaily) { words.append(dailyLimit) }
    }
    let code = error["code"].int
    return FailureReport(
      message: error["message"].string ?? json["error"].string, words: words,
      status: code.flatMap { (400..<600).contains($0) ? $0 : nil }, retryDelay: delay)
  }

  /// Limits a minute are over after 300 seconds at the latest; a delay is a number and an `s`.
  private static func isLong(_ wait: String) -> Bool {
    wait.hasSuffix("s") && Double(wait.dropLast()).map { $0 > 300 } ?? false
  }

  /// Names such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`.
  private static func isDaily(_ limit: JSON) -> Bool {
    guard let name = limit.string else { return false }
    return name.contains("PerDay") || name.contains("Daily")
  }
}
