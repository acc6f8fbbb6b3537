public import SwitchboardCore

/// Writes the summaries that stand for the beginning of a conversation.
///
/// Who keeps the conversation asks for a summary when a plan wants one (``ContextPlan/summaryDue``),
/// stores it as a message of the tree, and hands it to every later plan (``ContextSummary``). So each
/// is made once.
public protocol Summariser: Sendable {
  /// Summarises messages.
  ///
  /// - Parameters:
  ///   - messages: What is to be summarised, the oldest first.
  ///   - previous: The summary of all that went before them; the new one is to hold that too.
  ///   - tokens: About how long the summary may be; at least 1.
  /// - Returns: The summary; never empty.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when there is none; `CancellationError` when the
  ///   task was cancelled.
  func summary(
    of messages: [Message], previous: String?, limit tokens: Int
  ) async throws -> String
}
