/// Durations as the configuration file has them: a whole number and a unit.
enum DurationText {
  /// What a field that holds one must be.
  static let expected = #"a duration above zero with its unit, as "500ms", "5s", "2m" or "1h""#

  /// Reads a duration; `nil` for anything else, for no time at all, and for more than a month, which
  /// a clock that counts nanoseconds need not be asked for.
  static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard (1...9).contains(digits.utf8.count), let count = Int64(digits), count > 0 else {
      return nil
    }
    let duration: Duration
    switch text[digits.endIndex...] {
    case "ms": duration = .milliseconds(count)
    case "s": duration = .seconds(count)
    case "m": duration = .seconds(count * 60)
    case "h": duration = .seconds(count * 3600)
    default: return nil
    }
    return duration <= .seconds(30 * 86_400) ? duration : nil
  }
}
