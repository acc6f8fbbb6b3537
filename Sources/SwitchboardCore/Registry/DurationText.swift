/// Durations as people write them: a number and a unit, as `500ms`, `1.5s`, `2m` or `1h`.
package enum DurationText {
  /// Reads a duration of at most thirty days, to the microsecond; `nil` for anything else.
  package static func parse(_ text: some StringProtocol) -> Duration? {
    let digits = text.prefix { "0"..."9" ~= $0 || $0 == "." }
    let units = ["ms": 1e3, "s": 1e6, "m": 6e7, "h": 3.6e9]
    guard let number = Double(digits), let unit = units[String(text.dropFirst(digits.count))],
      number * unit <= 30 * 86_400e6
    else { return nil }
    return .microseconds(Int64((number * unit).rounded()))
  }
}
