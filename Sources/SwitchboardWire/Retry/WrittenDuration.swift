/// Durations as vendors write them: like Go's `time.Duration`, as `6m0s`, or in words, as `2 minutes`.
enum WrittenDuration {
  /// Reads a text that is a duration in Go's form and nothing else, in seconds.
  ///
  /// OpenAI's and Groq's `x-ratelimit-reset-…` look so, and so does a `google.protobuf.Duration` in
  /// JSON (seconds with a fraction and an `s`).
  static func parse(_ text: some StringProtocol) -> Double? {
    var cursor = TextCursor(text)
    guard let seconds = compact(&cursor), cursor.isAtEnd else { return nil }
    return seconds
  }

  /// Reads a wait from a vendor's sentence, in seconds.
  ///
  /// The sentences known are "Please try again in 1.5s." (OpenAI, Groq), "Please retry in 34.07s."
  /// (Gemini) and "Please retry after 30 seconds." (Azure).
  static func find(in sentence: String) -> Double? {
    // A vendor's error text is short; nobody has to be followed through a megabyte.
    let text = String(decoding: sentence.utf8.prefix(1 << 14), as: UTF8.self)
    var cursor = TextCursor(text)
    while !cursor.isAtEnd {
      var here = cursor
      if announces(&here), let seconds = compact(&here) ?? spoken(&here) { return seconds }
      cursor.skipOne()
    }
    return nil
  }

  private static func announces(_ cursor: inout TextCursor) -> Bool {
    guard cursor.skip(word: "retry ") || cursor.skip(word: "try again ") else { return false }
    guard cursor.skip(word: "in ") || cursor.skip(word: "after ") else { return false }
    cursor.skipSpace()
    return true
  }

  private static let units: [(name: StaticString, seconds: Double)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1), ("ms", 0.001), ("us", 0.000_001),
    ("µs", 0.000_001), ("ns", 0.000_000_001),
  ]

  /// One or more numbers with a unit each, from the largest unit to the smallest, without a space.
  private static func compact(_ cursor: inout TextCursor) -> Double? {
    var here = cursor
    var total: Double?
    var rank = 0
    while rank < units.count, let value = here.decimal(maxDigits: 9) {
      guard let unit = unit(&here, from: rank) else { return nil }
      total = (total ?? 0) + value * units[unit].seconds
      rank = unit + 1
    }
    guard let total, !here.continuesWord else { return nil }
    cursor = here
    return total
  }

  private static func unit(_ cursor: inout TextCursor, from rank: Int) -> Int? {
    // The longest name wins: `ms` is not `m`.
    let found = units.indices.filter { index in
      var here = cursor
      return index >= rank && here.skip(word: units[index].name)
    }
    guard let best = found.max(by: { count(units[$0].name) < count(units[$1].name) }) else {
      return nil
    }
    return cursor.skip(word: units[best].name) ? best : nil
  }

  private static func count(_ name: StaticString) -> Int { name.utf8CodeUnitCount }

  /// A number and a unit in words, with or without a space between.
  private static func spoken(_ cursor: inout TextCursor) -> Double? {
    guard let value = cursor.decimal(maxDigits: 9) else { return nil }
    cursor.skipSpace()
    switch cursor.letters() {
    case "ms", "millisecond", "milliseconds": return value * 0.001
    case "s", "sec", "secs", "second", "seconds": return value
    case "m", "min", "mins", "minute", "minutes": return value * 60
    case "h", "hr", "hrs", "hour", "hours": return value * 3_600
    case "d", "day", "days": return value * 86_400
    default: return nil
    }
  }
}
