import SwitchboardCore

/// How long the mock lets its readers wait.
///
/// The time passes on the provider's clock: with a clock of a test, no real time passes.
public enum MockLatency: Hashable, Sendable {
  /// Not at all: a whole answer is ready at once.
  case none
  /// As long as real vendors do, each model at its own speed.
  case real
  /// So long for every model.
  case fixed(Times)

  /// The waits of one answer.
  public struct Times: Hashable, Sendable {
    /// From the start of the call to the first piece.
    public var firstToken: Duration

    /// From one piece to the next.
    public var perToken: Duration

    /// Creates waits.
    public init(firstToken: Duration = .zero, perToken: Duration = .zero) {
      self.firstToken = firstToken
      self.perToken = perToken
    }
  }

  /// Reads the text of a configuration: `none`, `real`, or one or two durations, as `300ms 20ms`,
  /// for the first piece and for each that follows.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  public init(_ text: String) throws {
    let words = text.split(separator: " ")
    let durations = words.compactMap { DurationText.parse($0) }
    switch text {
    case "none": self = .none
    case "real": self = .real
    default:
      guard 1...2 ~= words.count, durations.count == words.count else {
        throw SwitchboardError(
          .configuration,
          "The latency of a mock is 'none', 'real', or durations as '300ms 20ms', not '\(text)'.")
      }
      self = .fixed(
        Times(firstToken: durations[0], perToken: durations.count == 2 ? durations[1] : .zero))
    }
  }

  /// The waits for every model; `nil` where each has its own.
  var times: Times? {
    switch self {
    case .none: Times()
    case .real: nil
    case .fixed(let times): times
    }
  }
}

extension CheckedJSON5 {
  func duration() throws -> Duration {
    guard let duration = json.string.flatMap({ DurationText.parse($0) }) else {
      throw failure("a duration such as '300ms' or '2s' is needed here")
    }
    return duration
  }
}
