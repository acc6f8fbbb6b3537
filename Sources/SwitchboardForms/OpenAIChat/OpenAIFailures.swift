public import SwitchboardCore
public import SwitchboardWire

/// The envelope in which OpenAI and those who took its form over report failures.
///
/// Usually `{"error": {"message", "type", "code"}}`; some servers leave the outer object out, nest
/// another vendor's text in it, or answer with a page of HTML.
public enum OpenAIFailures {
  /// Reads the body of an answer that failed.
  public static func report(_ body: [UInt8]) -> FailureReport {
    let json: JSON
    do {
      json = try JSON(parsing: body)
    } catch {
      return FailureReport(message: PlainText.sentence(from: body))
    }
    return report(json)
  }

  /// Reads a JSON value that reports a failure.
  public static func report(_ json: JSON) -> FailureReport {
    let json = json.kind == .array ? json[0] : json
    let error = json["error"].kind == .object ? json["error"] : json
    var message =
      error["message"].string ?? json["error"].string ?? json["message"].string
      ?? json["detail"].string
    if message == nil, json["detail"].exists { message = json["detail"].text }
    if message == nil, error["message"].exists { message = error["message"].text }
    // OpenRouter hands on what the vendor behind it said.
    let metadata = error["metadata"]
    if let raw = metadata["raw"].string { message = "\(message ?? "") (\(raw))" }
    // Gemini's compatible endpoint reports as Google does.
    let delay = error["details"].elements.lazy.compactMap { $0["retryDelay"].string }.first
    let words = [error["code"], error["type"], error["status"], json["type"]].compactMap(\.string)
    let code = error["code"].int ?? error["status_code"].int ?? error["status"].int
    return FailureReport(
      message: message, words: words.filter { !$0.isEmpty },
      status: code.flatMap { (400..<600).contains($0) ? $0 : nil }, retryDelay: delay)
  }
}
