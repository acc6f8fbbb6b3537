import SwitchboardCore

/// Reads and merges usage.
///
/// A stream reports it at its start and again in every `message_delta`; counts are running totals,
/// and what a later report leaves out or has `null` for stays as it was
/// (platform.claude.com/docs/en/build-with-claude/streaming).
enum AnthropicUsage {
  /// Lays a report over the one before.
  static func merge(_ later: JSON, over earlier: JSON) -> JSON {
    let known = later.members.filter { !$0.value.isNull }
    return (earlier.kind == .object ? earlier : [:]).merging(
      .object(known.map { ($0.key, $0.value) }))
  }

  /// Reads a report: `input_tokens` counts the fresh part of the prompt alone.
  ///
  /// The cache is counted beside it
  /// (platform.claude.com/docs/en/build-with-claude/prompt-caching, "Tracking cache performance").
  static func read(_ json: JSON) -> Usage {
    let cached = json["cache_read_input_tokens"].int
    let written = json["cache_creation_input_tokens"].int
    return Usage(
      input: json["input_tokens"].int.flatMap { sum($0, cached ?? 0, written ?? 0) },
      cachedInput: cached, cacheWrite: written, output: json["output_tokens"].int,
      reasoning: json["output_tokens_details"]["thinking_tokens"].int, raw: json)
  }

  private static func sum(_ numbers: Int...) -> Int? {
    var total = 0
    for number in numbers {
      let (sum, overflow) = total.addingReportingOverflow(number)
      if number < 0 || overflow { return nil }
      total = sum
    }
    return total
  }
}
