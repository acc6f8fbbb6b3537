/// What a vendor's refusal says about trying again.
///
/// Nothing in it is trusted further than it must be: a wait is finite, not negative and at most
/// ``longest``. What is spelled wrongly counts as not said.
public struct RetryHint: Sendable, Hashable {
  /// Where a wait was written.
  public enum Source: Sendable, Hashable {
    /// A header that counts milliseconds, such as `retry-after-ms`.
    case milliseconds

    /// `retry-after` in seconds or as a date.
    case retryAfter

    /// The body: a field for it, or the words of the message.
    case body

    /// The moment when a spent limit is filled again.
    case reset

    /// The first moment when any limit is filled again; which of them is spent is not known.
    case possibleReset
  }

  /// Whether the vendor wants the call again; `nil` when it does not say.
  public var shouldRetry: Bool?

  /// How long to wait at least; `nil` when the vendor does not say.
  public var after: Duration?

  /// Where the wait was written; `nil` without a wait.
  public var source: Source?

  /// The longest wait that is believed, 31 days: no vendor's limit is counted over more than a month.
  public static let longest = Duration.seconds(31 * 86_400)

  /// Creates a hint.
  public init(shouldRetry: Bool? = nil, after: Duration? = nil, source: Source? = nil) {
    self.shouldRetry = shouldRetry
    self.after = after
    self.source = source
  }

  /// Reads a refusal; the first form that is written well wins.
  ///
  /// The forms, in their order: `x-should-retry`, which says whether and not when; headers that count
  /// milliseconds; `retry-after` in seconds or as a date; the body; the moments when limits are filled
  /// again. Moments are measured from the response's own `date`, if there is one, so that a clock that
  /// is wrong here or there does not matter.
  ///
  /// - Parameters:
  ///   - headers: The header fields of the response.
  ///   - bodyText: The message of the error, for waits in words such as "try again in 1.5s".
  ///   - bodyDelay: What the body has in a field for it, such as Gemini's `retryDelay` of `34.07s`.
  ///   - now: Seconds since 1970, for a response without a date.
  /// - Returns: What the response says; possibly nothing.
  public static func read(
    headers: HTTPFields, bodyText: String = "", bodyDelay: String? = nil, now: Double
  ) -> RetryHint {
    let names = headers.fields.map { (name: $0.name.lowercased(), value: $0.value.trimmed) }
    let table = FieldTable(fields: names)
    let clock = table.values("date").lazy.compactMap { HTTPDate.parse($0, now: now) }.first
    let then = clock.map(Double.init) ?? now

    var hint = RetryHint(shouldRetry: shouldRetry(table))
    if let seconds = milliseconds(table) {
      hint.set(seconds, .milliseconds)
    } else if let seconds = retryAfter(table, then: then) {
      hint.set(seconds, .retryAfter)
    } else if let seconds = bodyDelay.flatMap({ WrittenDuration.parse($0.trimmed) })
      ?? WrittenDuration.find(in: bodyText)
    {
      hint.set(seconds, .body)
    } else if let reset = LimitReset.wait(in: table, then: then) {
      hint.set(reset.seconds, reset.isCertain ? .reset : .possibleReset)
    }
    return hint
  }

  private mutating func set(_ seconds: Double, _ source: Source) {
    after = Self.duration(seconds)
    self.source = after == nil ? nil : source
  }

  /// A wait of at most 31 days in whole nanoseconds; `nil` for what is no number or negative.
  static func duration(_ seconds: Double) -> Duration? {
    guard seconds.isFinite, seconds >= 0 else { return nil }
    let most = Double(longest.components.seconds)
    return .nanoseconds(Int64((min(seconds, most) * 1e9).rounded()))
  }
}

extension RetryHint {
  /// OpenAI, Anthropic and Groq: `x-should-retry`, read by their own libraries.
  private static func shouldRetry(_ table: FieldTable) -> Bool? {
    table.values("x-should-retry").lazy.compactMap { value -> Bool? in
      switch value.lowercased() {
      case "true": true
      case "false": false
      default: nil
      }
    }.first
  }

  /// Azure and OpenAI: `retry-after-ms`; other gateways of Azure: `x-ms-retry-after-ms`; AWS:
  /// `x-amz-retry-after`.
  private static func milliseconds(_ table: FieldTable) -> Double? {
    ["retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"].lazy
      .compactMap { table.values($0).compactMap { number($0, maxDigits: 12) }.max() }
      .first.map { $0 / 1000 }
  }

  /// `retry-after` (RFC 9110 §10.2.3), where decimals occur in spite of it; of several the longest.
  private static func retryAfter(_ table: FieldTable, then: Double) -> Double? {
    table.values("retry-after").compactMap { value -> Double? in
      if let seconds = number(value, maxDigits: 9) { return seconds }
      return HTTPDate.parse(value, now: then).map { max(0, Double($0) - then) }
    }.max()
  }

  /// Reads a number without a sign or an exponent, and nothing else.
  private static func number(_ text: String, maxDigits: Int) -> Double? {
    var cursor = TextCursor(text)
    guard let value = cursor.decimal(maxDigits: maxDigits), cursor.isAtEnd else { return nil }
    return value
  }
}

/// Header fields with names in lower case and values without white space around them.
struct FieldTable {
  var fields: [(name: String, value: String)]

  /// The values of a name, given in lower case.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }
}

extension String {
  /// The text without the white space of HTTP (RFC 9110 §5.6.3) around it.
  var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let front = utf8.drop(while: isSpace)
    guard let last = front.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(decoding: front[...last], as: UTF8.self)
  }
}
