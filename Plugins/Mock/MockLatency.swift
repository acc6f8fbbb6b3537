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

    var isNone: Bool { firstToken <= .zero && perToken <= .zero }
  }

  /// Reads the text of a configuration: `none`, `real`, or one or two durations, as `300ms 20ms`,
  /// for the first piece and for each that follows.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  public init(_ text: String) throws {
    let words = text.split(separator: " ")
    let durations = words.compactMap { Self.duration($0) }
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

  /// The waits for a model.
  func times(for model: String) -> Times {
    switch self {
    case .none: Times()
    case .real: MockModels.speed(of: model)
    case .fixed(let times): times
    }
  }

  /// Reads `20ms`, `1.5s` or `2m`; `nil` for anything else.
  static func duration(_ text: some StringProtocol) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let amount = Double(number), amount < 1e6 else { return nil }
    switch text.dropFirst(number.count) {
    case "ms": return .microseconds(Int64((amount * 1e3).rounded()))
    case "s": return .milliseconds(Int64((amount * 1e3).rounded()))
    case "m": return .milliseconds(Int64((amount * 6e4).rounded()))
    default: return nil
    }
  }
}

/// A clock that was started.
struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  static func start(_ clock: some Clock<Duration>) -> Stopwatch {
    let start = clock.now
    return Stopwatch(
      elapsed: { start.duration(to: clock.now) }, sleep: { try await clock.sleep(for: $0) })
  }
}
