import SwitchboardCore

/// Reads why an answer ended (ai.google.dev/api/generate-content, "FinishReason").
enum GeminiFinish {
  /// The reason; an answer with calls says STOP like any other.
  static func reason(_ word: String, message: String?, calls: Int) -> FinishReason {
    if word.isEmpty { return FinishReason(calls > 0 ? .toolCalls : .stop) }
    var reason = FinishReason(word: word)
    if let kind = kinds[word] { reason.kind = kind }
    if reason.kind == .stop {
      if calls > 0 { reason.kind = .toolCalls }
    } else {
      reason.message = message
    }
    return reason
  }

  /// Words that no other vendor has.
  private static let kinds: [String: FinishReason.Kind] = [
    "MALFORMED_RESPONSE": .error, "MISSING_THOUGHT_SIGNATURE": .error,
    "MODEL_ARMOR": .contentFilter,
    // The limit of one request; more would be made if it were asked for.
    "CONTINUATION": .length,
  ]

  /// The word behind a number: gateways in front of the vendor ask for enums as numbers
  /// (googleapis, google/ai/generativelanguage/v1beta/generative_service.proto).
  static func word(of number: Int) -> String {
    words.indices.contains(number) ? words[number] : "\(number)"
  }

  private static let words = [
    "FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER", "LANGUAGE",
    "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL", "IMAGE_SAFETY",
    "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
  ]

  /// The word behind the number of a `blockReason`, of the same file.
  static func blockWord(of number: Int) -> String {
    let words = ["BLOCK_REASON_UNSPECIFIED", "SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }
}
