import SwitchboardCore
import Testing

struct FinishReasonTests {
  /// Every word that the public form promises a meaning.
  static let words: [(kind: FinishReason.Kind, words: [String])] = [
    (
      .stop,
      [
        "end_turn", "stop", "STOP", "COMPLETE", "stop_sequence", "endoftext", "FINISH", "eos",
        "completed",
      ]
    ),
    (
      .length,
      [
        "max_tokens", "MAX_TOKENS", "length", "LENGTH", "incomplete:max_output_tokens",
        "model_context_window_exceeded",
      ]
    ),
    (.toolCalls, ["tool_calls", "tool_use", "function_call"]),
    (
      .contentFilter,
      [
        "content_filter", "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII",
        "IMAGE_SAFETY", "guardrail_intervened", "content_filtered", "incomplete:content_filter",
      ]
    ),
    (.refusal, ["refusal"]),
    (.pause, ["pause_turn"]),
    (
      .error,
      ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "insufficient_system_resource", "failed"]
    ),
    (.other, ["", "OTHER", "FINISH_REASON_UNSPECIFIED", "stop ", "end turn", "stöp", "null"]),
  ]

  @Test(arguments: words.indices)
  func `a word has its meaning, whatever its case, and is kept`(index: Int) {
    let (kind, words) = Self.words[index]
    for word in words {
      for spelling in [word, word.lowercased(), word.uppercased()] {
        let reason = FinishReason(word: spelling, message: "m")
        #expect(reason.kind == kind, "\(spelling)")
        #expect(reason.raw == spelling)
        #expect(reason.message == "m")
      }
    }
  }

  @Test func `no word is another reason`() {
    let reason = FinishReason(word: nil)
    #expect(reason.kind == .other)
    #expect(reason.raw == nil)
    #expect(reason.json.text == #"{"reason":"other"}"#)
  }

  @Test func `a kind that we do not know yet has its word`() {
    #expect("\(FinishReason.Kind(rawValue: "later"))" == "later")
    #expect(FinishReason(.toolCalls, raw: "x").json.text == #"{"reason":"toolCalls","raw":"x"}"#)
  }
}
