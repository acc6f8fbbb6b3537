/// When a vendor's limits are filled again, as its headers say.
///
/// Each limit is a pair of fields whose names differ in one word:
/// - OpenAI and Groq: `x-ratelimit-{reset,remaining}-{requests,tokens}`, the reset like `6m0s`; Azure
///   the same with whole seconds, and -1 for an unknown remainder; Cerebras with `-day` and `-minute`
///   after it and decimal seconds.
/// - Anthropic: `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{reset,remaining}`,
///   the reset as a time stamp of RFC 3339; `anthropic-ratelimit-unified-reset` in seconds since 1970.
/// - OpenRouter: `x-ratelimit-{reset,remaining}`, the reset in milliseconds since 1970.
/// - The IETF's draft "RateLimit header fields for HTTP", until its seventh version:
///   `ratelimit-{reset,remaining}`, the reset in seconds.
struct LimitReset {
  /// The wait in seconds, not negative.
  var seconds: Double

  /// Whether a limit is known to be spent.
  var isCertain: Bool

  /// The time until every spent limit is filled again; where no remainder is known, the time until the
  /// first of the limits is.
  ///
  /// - Parameters:
  ///   - table: The header fields.
  ///   - then: When the response was made, in seconds since 1970.
  /// - Returns: `nil` when no limit is spent or nothing is said of any.
  static func wait(in table: FieldTable, then: Double) -> LimitReset? {
    var spent: [Double] = []
    var unknown: [Double] = []
    for (name, value) in table.fields where isReset(name) {
      guard let seconds = seconds(value, then: then) else { continue }
      switch remaining(of: name, in: table) {
      case .some(0): spent.append(seconds)
      case .some: continue
      case .none: unknown.append(seconds)
      }
    }
    if let longest = spent.max() { return LimitReset(seconds: longest, isCertain: true) }
    return unknown.min().map { LimitReset(seconds: $0, isCertain: false) }
  }

  private static func isReset(_ name: String) -> Bool {
    guard name.contains("ratelimit") || name.contains("rate-limit") else { return false }
    return name.split(separator: "-").contains("reset")
  }

  /// What is left of the limit to which a reset belongs; `nil` when that is not known.
  private static func remaining(of reset: String, in table: FieldTable) -> Double? {
    let parts = reset.split(separator: "-", omittingEmptySubsequences: false)
    let name = parts.map { $0 == "reset" ? "remaining" : $0 }.joined(separator: "-")
    let counts = table.values(name).compactMap { value -> Double? in
      var cursor = TextCursor(value)
      guard let count = cursor.decimal(maxDigits: 15), cursor.isAtEnd else { return nil }
      return count
    }
    return counts.min()
  }

  /// Reads a duration, a moment or a bare number.
  ///
  /// A number above 10^12 is milliseconds since 1970, one above 10^9 seconds since 1970, any other
  /// seconds from now. A moment that has passed is now.
  private static func seconds(_ text: String, then: Double) -> Double? {
    if let duration = WrittenDuration.parse(text) { return duration }
    if let moment = InternetTime.parse(text) { return max(0, moment - then) }
    var cursor = TextCursor(text)
    guard let number = cursor.decimal(maxDigits: 15), cursor.isAtEnd else { return nil }
    if number > 1e12 { return max(0, number / 1000 - then) }
    if number > 1e9 { return max(0, number - then) }
    return number
  }
}
