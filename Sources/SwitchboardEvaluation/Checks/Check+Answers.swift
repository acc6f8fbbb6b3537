import Switchboard
public import SwitchboardCore

extension Check {
  /// Says whether an answer holds the check.
  ///
  /// - Parameter reply: The answer.
  /// - Returns: The result, with a sentence when it does not.
  public func result(for reply: ChatReply) -> CheckResult {
    let text = reply.text
    return switch self {
    case .contains(let words):
      CheckResult(text.contains(words), "The text does not hold '\(Self.short(words))'.")
    case .equals(let words):
      CheckResult(
        Self.trimmed(text) == Self.trimmed(words), "The text is not '\(Self.short(words))'.")
    case .regex(let pattern):
      Self.matched(text, pattern)
    case .json:
      Self.parsed(text).result { _ in [] }
    case .jsonSchema(let schema):
      Self.parsed(text).result { SchemaCheck.complaints($0, schema: schema) }
    case .maxCost(let most):
      Self.paid(reply.cost, most)
    case .maxFirstToken(let most):
      Self.waited(reply.timing?.firstToken, most)
    case .similar(let other, let least):
      Self.compared(text, other, least)
    }
  }

  private static func matched(_ text: String, _ pattern: String) -> CheckResult {
    do {
      let found = try Regex(pattern).firstMatch(in: text) != nil
      return CheckResult(found, "No part of the text fits /\(short(pattern))/.")
    } catch {
      return CheckResult(false, "The expression /\(short(pattern))/ cannot be used: \(error).")
    }
  }

  private static func parsed(_ text: String) -> Result<JSON, JSON.ParseError> {
    Result { () throws(JSON.ParseError) in try JSON(parsing: trimmed(text)) }
  }

  private static func paid(_ cost: Cost?, _ most: USD) -> CheckResult {
    guard let usd = cost?.usd else {
      return CheckResult(false, "What the answer cost is not known, so it may be above $\(most).")
    }
    return CheckResult(usd <= most, "The answer cost $\(usd), more than $\(most).")
  }

  private static func waited(_ firstToken: Duration?, _ most: Int) -> CheckResult {
    guard let firstToken else {
      return CheckResult(false, "When the first token came is not known.")
    }
    let milliseconds = firstToken / .milliseconds(1)
    return CheckResult(
      milliseconds <= Double(most),
      "The first token came after \(Int(milliseconds.rounded(.up))) ms, not within \(most) ms.")
  }

  private static func compared(_ text: String, _ other: String, _ least: Double) -> CheckResult {
    let similarity = EditDistance.similarity(trimmed(text), trimmed(other))
    let percent = (similarity * 1_000).rounded(.down) / 10
    return CheckResult(
      similarity >= least, "The text is \(percent) % like '\(short(other))', not \(least * 100) %.")
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
  }

  /// Enough of a text to know which one is meant.
  private static func short(_ text: String) -> String {
    text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

extension CheckResult {
  fileprivate init(_ isMet: Bool, _ complaint: String) {
    self.init(isMet: isMet, message: isMet ? nil : complaint)
  }
}

extension Result<JSON, JSON.ParseError> {
  fileprivate func result(_ complaints: (JSON) -> [String]) -> CheckResult {
    switch self {
    case .success(let json):
      let complaints = complaints(json)
      return CheckResult(
        isMet: complaints.isEmpty,
        message: complaints.isEmpty ? nil : complaints.joined(separator: "; ") + ".")
    case .failure(let error):
      return CheckResult(isMet: false, message: "The text is not JSON: \(error)")
    }
  }
}
