import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is said to people, on standard error; nothing that goes there is data.
struct Notes: Sendable {
  /// Whether a person reads along.
  let isTerminal: Bool

  /// Whether it may be coloured.
  let hasColours: Bool

  /// Speaks by the rules of an environment: `NO_COLOR` (no-color.org) and `TERM=dumb`.
  init(environment: [String: String]) {
    isTerminal = isatty(2) == 1
    hasColours = isTerminal && Self.allowsColours(environment)
  }

  /// Whether an environment allows colours and drawing.
  static func allowsColours(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Says one line; what others wrote in it cannot steer the terminal.
  func say(_ text: String) { write("switchboard: \(TerminalText.line(text))\n") }

  /// Says why something failed, in one line.
  func fail(_ failure: SwitchboardError) { say(Self.sentence(failure)) }

  /// Says what changed on the way.
  func warn(_ warnings: [Warning]) {
    for warning in warnings { say("warning: \(warning.message)") }
  }

  /// Shows clean text dimmed; for terminals alone.
  func dim(_ text: String) { write(dimmed(text)) }

  /// Text that is dimmed where colours are allowed.
  func dimmed(_ text: String) -> String { hasColours ? "\u{1B}[2m\(text)\u{1B}[22m" : text }

  /// Writes text as it stands; it must be clean.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
      // There is nobody left to tell when standard error itself fails.
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// A failure in one sentence, with who failed.
  static func sentence(_ failure: SwitchboardError) -> String {
    guard let vendor = failure.vendor else { return failure.message }
    var place = vendor.rawValue
    if let model = failure.model { place += "/\(model)" }
    if let status = failure.status { place += ", status \(status)" }
    if let id = failure.requestID { place += ", request \(id)" }
    return "\(failure.message) [\(failure.kind): \(place)]"
  }
}
