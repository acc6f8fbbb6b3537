/// Why a stream decoder stopped.
public struct StreamDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable, Hashable {
    /// One event or line is longer than the limit.
    case tooLong

    /// The decoder was used again after it, or the body given to it, had thrown.
    case usedAfterError
  }

  /// What went wrong.
  public var reason: Reason

  /// The limit of the decoder in bytes.
  public var limit: Int

  /// Creates an error.
  public init(reason: Reason, limit: Int) {
    self.reason = reason
    self.limit = limit
  }

  /// One sentence for people.
  public var description: String {
    switch reason {
    case .tooLong: "one event of the stream is longer than the limit of \(limit) bytes"
    case .usedAfterError: "the stream was read on after it had failed"
    }
  }
}
