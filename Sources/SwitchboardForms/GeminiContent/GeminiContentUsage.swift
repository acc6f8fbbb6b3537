import SwitchboardCore

/// Reads `usageMetadata` (ai.google.dev/api/generate-content, "UsageMetadata").
///
/// Thinking is counted beside the answer, and what the vendor's own tools gave the model to read
/// beside the prompt; both are added where they belong.
enum GeminiContentUsage {
  static func read(_ json: JSON) -> Usage {
    let thoughts = json["thoughtsTokenCount"].int
    return Usage(
      input: sum(json["promptTokenCount"].int, json["toolUsePromptTokenCount"].int),
      cachedInput: json["cachedContentTokenCount"].int,
      output: sum(json["candidatesTokenCount"].int, thoughts), reasoning: thoughts, raw: json)
  }

  /// The sum of what is known; `nil` when nothing is, or when it is no sane number.
  private static func sum(_ a: Int?, _ b: Int?) -> Int? {
    if a == nil, b == nil { return nil }
    let (sum, overflow) = (a ?? 0).addingReportingOverflow(b ?? 0)
    return overflow ? nil : sum
  }
}
