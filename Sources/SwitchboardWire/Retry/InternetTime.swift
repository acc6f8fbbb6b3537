/// Time stamps of RFC 3339, such as `2026-03-01T12:00:00.5Z`.
enum InternetTime {
  /// Reads a time stamp (RFC 3339 §5.6) as seconds since 1970.
  static func parse(_ text: some StringProtocol) -> Double? {
    var cursor = TextCursor(text)
    guard let year = cursor.digits(4...4), cursor.skip("-"), let month = cursor.digits(2...2),
      cursor.skip("-"), let day = cursor.digits(2...2),
      cursor.skip(word: "t") || cursor.skip(" "),
      let hour = cursor.digits(2...2), cursor.skip(":"), let minute = cursor.digits(2...2),
      cursor.skip(":"), let second = cursor.decimal(maxDigits: 2),
      let offset = offset(&cursor), cursor.isAtEnd,
      let whole = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: Int(second)
      ).unixSeconds
    else { return nil }
    return Double(whole - offset) + second.truncatingRemainder(dividingBy: 1)
  }

  /// The distance from UTC in seconds; it is subtracted.
  private static func offset(_ cursor: inout TextCursor) -> Int? {
    if cursor.skip(word: "z") { return 0 }
    let sign: Int
    if cursor.skip("+") {
      sign = 1
    } else if cursor.skip("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = cursor.digits(2...2), 0...23 ~= hours, cursor.skip(":"),
      let minutes = cursor.digits(2...2), 0...59 ~= minutes
    else { return nil }
    return sign * (hours * 60 + minutes) * 60
  }
}
