/// Why a reply ended.
public struct FinishReason: Hashable, Sendable {
  /// The reasons that every vendor's words are read as.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word of the JSON form.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word itself.
    public var description: String { rawValue }

    /// The model had said all.
    public static let stop = Kind(rawValue: "stop")
    /// The token limit or the window was reached.
    public static let length = Kind(rawValue: "length")
    /// The model wants tools called.
    public static let toolCalls = Kind(rawValue: "toolCalls")
    /// The vendor's filter ended it.
    public static let contentFilter = Kind(rawValue: "contentFilter")
    /// The model declined.
    public static let refusal = Kind(rawValue: "refusal")
    /// The vendor wants the turn sent again to go on.
    public static let pause = Kind(rawValue: "pause")
    /// The model failed in a way the vendor reports as an end.
    public static let error = Kind(rawValue: "error")
    /// Anything else.
    public static let other = Kind(rawValue: "other")
  }

  /// The reason.
  public var kind: Kind

  /// The vendor's own word.
  public var raw: String?

  /// A refusal's or stop's own words.
  public var message: String?

  /// Creates a reason.
  public init(_ kind: Kind, raw: String? = nil, message: String? = nil) {
    self.kind = kind
    self.raw = raw
    self.message = message
  }

  /// Reads a vendor's word, without regard to case.
  ///
  /// The words are those that vendors were seen to send; an unknown one is ``Kind/other``.
  public init(word: String?, message: String? = nil) {
    self.init(Self.kinds[(word ?? "").lowercased()] ?? .other, raw: word, message: message)
  }

  private static let kinds: [String: Kind] = {
    let words: [(Kind, String)] = [
      (.stop, "stop end_turn stop_sequence complete completed finish endoftext eos"),
      (
        .length,
        "length max_tokens incomplete:max_output_tokens model_context_window_exceeded"
      ),
      (.toolCalls, "tool_calls tool_call tool_use function_call"),
      (
        .contentFilter,
        """
        content_filter content_filtered incomplete:content_filter safety recitation blocklist \
        prohibited_content spii image_safety image_prohibited_content image_recitation \
        guardrail_intervened
        """
      ),
      (.refusal, "refusal"),
      (.pause, "pause_turn"),
      (
        .error,
        """
        malformed_function_call unexpected_tool_call too_many_tool_calls failed error \
        insufficient_system_resource malformed_model_output malformed_tool_use
        """
      ),
    ]
    var kinds: [String: Kind] = [:]
    for (kind, list) in words {
      for word in list.split(separator: " ") { kinds[String(word)] = kind }
    }
    return kinds
  }()
}
