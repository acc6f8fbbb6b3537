public import SwitchboardCore

/// What of a conversation is sent to a model, what is left out, and why: a manifest with its numbers.
public struct ContextPlan: Hashable, Sendable {
  /// Whether token counts are the vendor's own.
  public enum Quality: String, Hashable, Sendable {
    /// The vendor counted them.
    case exact
    /// We reckoned.
    case estimated
  }

  /// What becomes of messages.
  public enum Disposition: String, Hashable, Sendable {
    /// They are sent.
    case kept
    /// They are sent because somebody pinned them.
    case pinned
    /// They are not sent.
    case dropped
    /// A summary is sent in their place.
    case summarised
  }

  /// Why it becomes of them.
  public enum Reason: String, Hashable, Sendable {
    /// Instructions always stay.
    case systemText
    /// The turn that is to be answered always stays.
    case newest
    /// There is room for them.
    case fits
    /// Somebody pinned them, or a message that cannot stand without them.
    case pinned
    /// The window has no room for them.
    case window
    /// They are older than the newest turns that are wanted.
    case turns
    /// A summary says what they said.
    case summary
  }

  /// Messages that stand side by side and fare alike.
  public struct Entry: Hashable, Sendable {
    /// The places of the messages in the request.
    public var messages: Range<Int>

    /// What becomes of them.
    public var disposition: Disposition

    /// Why.
    public var reason: Reason
  }

  /// The tokens of what is sent, by what it is.
  public struct Sections: Hashable, Sendable {
    /// Instructions, also those between turns, and what a request costs by itself.
    public var system = 0

    /// Tools and the form of the answer.
    public var tools = 0

    /// The summary of what is left out.
    public var summary = 0

    /// Pinned messages that would otherwise be left out.
    public var pinned = 0

    /// Earlier turns.
    public var history = 0

    /// The turn that is to be answered.
    public var newest = 0

    /// All of them.
    public var total: Int { system + tools + summary + pinned + history + newest }
  }

  /// The tokens that the model holds, prompt and answer together; `nil` when nobody knows.
  public internal(set) var window: Int?

  /// The tokens that are kept free for the answer.
  public internal(set) var reserved: Int

  /// The tokens of the request as it was asked, as far as they were counted: of a long history the
  /// rest is judged by what was.
  public internal(set) var asked: Int

  /// The tokens of what is sent, by what it is.
  public internal(set) var sections: Sections

  /// The tokens of what is sent before calibration.
  var reckoned: Int

  /// Whether the vendor counted the tokens.
  public internal(set) var quality: Quality

  /// Every message of the request, in order.
  public internal(set) var entries: [Entry]

  /// The summary that is sent.
  public internal(set) var summary: ContextSummary?

  /// The longest answer that is asked for in place of a longer one that has no room; `nil` leaves the
  /// request's own.
  public internal(set) var maxOutputTokens: Int?

  /// How many messages a new summary should cover, so that the conversation fits for a while; `nil`
  /// when none is wanted.
  public internal(set) var summaryDue: Int?

  /// The tokens of what is sent.
  public var used: Int { sections.total }

  /// The tokens that the prompt may have; `nil` when nobody knows the window.
  public var available: Int? { window.map { $0 - reserved } }

  /// How many messages are not sent.
  public var droppedCount: Int { count(.dropped) }

  /// How many messages a summary stands for.
  public var summarisedCount: Int { count(.summarised) }

  private func count(_ disposition: Disposition) -> Int {
    entries.reduce(0) { $0 + ($1.disposition == disposition ? $1.messages.count : 0) }
  }
}

extension ContextPlan {
  /// The request as it is sent by this plan.
  ///
  /// - Parameter request: The request that the plan was made for.
  /// - Returns: The request without what is left out.
  /// - Complexity: O(n) in the messages that stay.
  public func applied(to request: ChatRequest) -> ChatRequest {
    var request = request
    if let maxOutputTokens { request.options.maxOutputTokens = maxOutputTokens }
    let kept = entries.filter { $0.disposition == .kept || $0.disposition == .pinned }
    if kept.reduce(0, { $0 + $1.messages.count }) == request.messages.count { return request }
    var messages: [Message] = []
    for entry in kept { messages += request.messages[entry.messages] }
    if let summary {
      let first = messages.firstIndex { $0.role != .system } ?? messages.count
      messages.insert(summary.message, at: first)
    }
    request.messages = messages
    return request
  }

  /// What the reader of the answer is told.
  public var warnings: [Warning] {
    var warnings: [Warning] = []
    let (dropped, summarised) = (droppedCount, summarisedCount)
    let all = entries.last?.messages.upperBound ?? 0
    if dropped > 0 {
      let isChosen = entries.contains { $0.reason == .turns }
      let why = isChosen ? "only the newest turns are sent" : "they do not fit the window"
      warnings.append(
        Warning(.historyCut, "\(dropped) of \(all) messages were left out: \(why)."))
    }
    if summarised > 0 {
      warnings.append(
        Warning(.historyCut, "A summary was sent in place of \(summarised) of \(all) messages."))
    }
    if let maxOutputTokens {
      warnings.append(
        Warning(
          .clampedParameter,
          "Option 'maxOutputTokens' was brought to the \(maxOutputTokens) tokens that the prompt "
            + "leaves of the window."))
    }
    return warnings
  }

  /// The public JSON form.
  public var json: JSON {
    .object([
      ("window", JSON(optional: window)), ("reserved", JSON(reserved)),
      ("available", JSON(optional: available)), ("asked", JSON(asked)), ("used", JSON(used)),
      ("quality", JSON(quality.rawValue)),
      (
        "sections",
        [
          "system": JSON(sections.system), "tools": JSON(sections.tools),
          "summary": JSON(sections.summary), "pinned": JSON(sections.pinned),
          "history": JSON(sections.history), "newest": JSON(sections.newest),
        ]
      ),
      (
        "messages",
        .array(
          entries.map {
            [
              "from": JSON($0.messages.lowerBound), "count": JSON($0.messages.count),
              "disposition": JSON($0.disposition.rawValue), "reason": JSON($0.reason.rawValue),
            ]
          })
      ), ("maxOutputTokens", JSON(optional: maxOutputTokens)),
    ])
  }
}
