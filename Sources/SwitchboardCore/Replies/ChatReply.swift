/// A whole answer.
public struct ChatReply: Hashable, Sendable {
  /// The caller's name of the request.
  public var id: String?

  /// The answer as a message of the conversation.
  public var message: Message

  /// Who answered.
  public var origin: Origin

  /// Why it ended.
  public var finish: FinishReason

  /// The tokens; `nil` when the vendor said nothing.
  public var usage: Usage?

  /// What it cost.
  public var cost: Cost?

  /// What changed on the way.
  public var warnings: [Warning]

  /// How long it took.
  public var timing: Timing?

  /// Creates a reply.
  public init(
    id: String? = nil, message: Message, origin: Origin, finish: FinishReason,
    usage: Usage? = nil, cost: Cost? = nil, warnings: [Warning] = [], timing: Timing? = nil
  ) {
    self.id = id
    self.message = message
    self.origin = origin
    self.finish = finish
    self.usage = usage
    self.cost = cost
    self.warnings = warnings
    self.timing = timing
  }

  /// All visible text, joined.
  public var text: String { message.text }
}

/// How long an answer took, measured where its bytes arrived.
public struct Timing: Hashable, Sendable {
  /// From the start of the call to the first content.
  public var firstToken: Duration?

  /// From the start of the call to its end.
  public var total: Duration?

  /// Creates a timing.
  public init(firstToken: Duration? = nil, total: Duration? = nil) {
    self.firstToken = firstToken
    self.total = total
  }
}

/// Pictures that a model made.
public struct ImageReply: Hashable, Sendable {
  /// The caller's name of the request.
  public var id: String?

  /// The pictures, each a media part: bytes, or the address the vendor gave.
  public var images: [Part]

  /// The words that the vendor painted from, when it rewrote them.
  public var revisedPrompt: String?

  /// Who painted.
  public var origin: Origin

  /// The tokens; `nil` when the vendor said nothing.
  public var usage: Usage?

  /// What it cost.
  public var cost: Cost?

  /// What changed on the way.
  public var warnings: [Warning]

  /// How long it took.
  public var timing: Timing?

  /// Creates a reply.
  public init(
    id: String? = nil, images: [Part], revisedPrompt: String? = nil, origin: Origin,
    usage: Usage? = nil, cost: Cost? = nil, warnings: [Warning] = [], timing: Timing? = nil
  ) {
    self.id = id
    self.images = images
    self.revisedPrompt = revisedPrompt
    self.origin = origin
    self.usage = usage
    self.cost = cost
    self.warnings = warnings
    self.timing = timing
  }
}
