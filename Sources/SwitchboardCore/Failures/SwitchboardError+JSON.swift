extension SwitchboardError {
  /// The public JSON form: what stands under `error`.
  public var json: JSON {
    .object([
      ("kind", JSON(kind.rawValue)), ("message", JSON(message)),
      ("vendor", JSON(optional: vendor?.rawValue)),
      ("model", JSON(optional: model)), ("status", JSON(optional: status)),
      ("code", JSON(optional: code)),
      ("requestID", JSON(optional: requestID)),
      ("retryAfter", JSON(optional: retryAfter.map { ($0.seconds * 1000).rounded() / 1000 })),
      ("phase", JSON(optional: phase?.rawValue)),
      ("outputBegun", JSON(outputBegun)), ("partial", partial?.json ?? .missing),
      ("attempts", attempts.isEmpty ? .missing : .array(attempts.map(\.json))),
    ])
  }
}

extension Attempt {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("number", JSON(number)), ("origin", origin.json), ("outcome", JSON(outcome.rawValue)),
      ("error", error?.json ?? .missing), ("usage", usage?.json ?? .missing),
      ("cost", cost?.json ?? .missing), ("timing", timing.json),
      ("startedAt", JSON(Timestamp.text(secondsSince1970: startedAt))),
    ])
  }
}

/// Times as text (RFC 3339 §5.6).
package enum Timestamp {
  /// A time in UTC with milliseconds, as `2026-11-30T09:05:07.123Z`.
  ///
  /// The form knows the years 0 to 9999; another time is written as the start of 1970.
  package static func text(secondsSince1970: Double) -> String {
    let total = (secondsSince1970 * 1000).rounded()
    guard (-62_167_219_200_000...253_402_300_799_999).contains(total) else {
      return "1970-01-01T00:00:00.000Z"
    }
    let day = Day(secondsSince1970: total / 1000)
    let milliseconds = Int(total) - day.number * 86_400_000
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let fraction = milliseconds % 1000
    let padded = String(String(1000 + fraction).dropFirst())
    let seconds = milliseconds / 1000
    return "\(day)T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(padded)Z"
  }
}
