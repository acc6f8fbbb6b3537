public import SwitchboardCore

/// Something that a good answer must hold.
public enum Check: Hashable, Sendable {
  /// The text holds these words, to the letter.
  case contains(String)
  /// The text has a part that fits a regular expression.
  case regex(String)
  /// The text is one JSON value.
  case json
  /// The text is one JSON value that fits a schema.
  case jsonSchema(JSON)
  /// The text is these words, white space at both ends aside.
  case equals(String)
  /// The answer cost at most so much; one of unknown cost fails.
  case maxCost(USD)
  /// The first token came after at most so many milliseconds.
  case maxFirstToken(milliseconds: Int)
  /// The text is like another: 1 minus the edit distance through the longer length is at least this.
  case similar(to: String, atLeast: Double)
}

/// What became of a check.
public struct CheckResult: Hashable, Sendable {
  /// Whether the answer holds it.
  public var isMet: Bool

  /// What was found instead, in one sentence; `nil` when it is met.
  public var message: String?

  /// Creates a result.
  public init(isMet: Bool, message: String? = nil) {
    self.isMet = isMet
    self.message = message
  }
}
