/// The three forms of a date in HTTP (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// Reads a date as seconds since 1970.
  ///
  /// The name of the weekday must be one, but need not be the right one.
  ///
  /// - Parameters:
  ///   - text: A date in any of the three forms.
  ///   - now: Seconds since 1970, which places a year of two digits.
  /// - Returns: `nil` for anything else.
  package static func parse(_ text: some StringProtocol, now: Double) -> Int? {
    var cursor = TextCursor(text)
    let weekday = cursor.letters()
    if shortWeekdays.contains(weekday) {
      if cursor.skip(",") { return fixdate(&cursor) }
      return asctime(&cursor)
    }
    guard longWeekdays.contains(weekday), cursor.skip(",") else { return nil }
    return rfc850(&cursor, now: now)
  }

  private static let longWeekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let shortWeekdays = longWeekdays.map { String($0.prefix(3)) }

  /// The rest of `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func fixdate(_ cursor: inout TextCursor) -> Int? {
    guard cursor.skip(" "), let day = cursor.digits(2...2), cursor.skip(" "),
      let month = month(&cursor), cursor.skip(" "),
      let year = cursor.digits(4...4), cursor.skip(" "),
      let time = time(&cursor), cursor.skip(" "), cursor.skip(word: "gmt"), cursor.isAtEnd
    else { return nil }
    return unixSeconds(year, month, day, time)
  }

  /// The rest of `Sunday, 06-Nov-94 08:49:37 GMT`.
  ///
  /// A year that seems to be more than 50 years in the future is the latest one in the past with the
  /// same two digits.
  private static func rfc850(_ cursor: inout TextCursor, now: Double) -> Int? {
    guard cursor.skip(" "), let day = cursor.digits(2...2), cursor.skip("-"),
      let month = month(&cursor), cursor.skip("-"),
      let lastDigits = cursor.digits(2...2), cursor.skip(" "),
      let time = time(&cursor), cursor.skip(" "), cursor.skip(word: "gmt"), cursor.isAtEnd,
      let seconds = Int(exactly: now.rounded(.down)), 0...253_402_300_799 ~= seconds
    else { return nil }
    let thisYear = CivilTime.year(ofUnixSeconds: seconds)
    var year = thisYear - thisYear % 100 + lastDigits
    if year > thisYear + 50 { year -= 100 }
    return unixSeconds(year, month, day, time)
  }

  /// The rest of `Sun Nov  6 08:49:37 1994`.
  private static func asctime(_ cursor: inout TextCursor) -> Int? {
    guard cursor.skip(" "), let month = month(&cursor), cursor.skip(" "),
      let day = cursor.skip(" ") ? cursor.digits(1...1) : cursor.digits(2...2), cursor.skip(" "),
      let time = time(&cursor), cursor.skip(" "),
      let year = cursor.digits(4...4), cursor.isAtEnd
    else { return nil }
    return unixSeconds(year, month, day, time)
  }

  private static func month(_ cursor: inout TextCursor) -> Int? {
    CivilTime.months.firstIndex(of: cursor.letters()).map { $0 + 1 }
  }

  private static func time(_ cursor: inout TextCursor) -> (Int, Int, Int)? {
    guard let hour = cursor.digits(2...2), cursor.skip(":"), let minute = cursor.digits(2...2),
      cursor.skip(":"), let second = cursor.digits(2...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func unixSeconds(
    _ year: Int, _ month: Int, _ day: Int, _ time: (Int, Int, Int)
  ) -> Int? {
    CivilTime(
      year: year, month: month, day: day, hour: time.0, minute: time.1, second: time.2
    ).unixSeconds
  }
}
