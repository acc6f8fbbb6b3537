/// A date and a time of day in UTC, as seconds since 1970 (POSIX.1 "seconds since the epoch").
struct CivilTime {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// The names of the months as HTTP writes them (RFC 9110 §5.6.7), in lower case.
  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970; `nil` for a date that no calendar has.
  ///
  /// A leap second counts as the second after it.
  var unixSeconds: Int? {
    guard 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day, 0...23 ~= hour,
      0...59 ~= minute, 0...60 ~= second
    else { return nil }
    return ((Self.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
  }

  /// The year in which a moment lies, in UTC.
  static func year(ofUnixSeconds seconds: Int) -> Int {
    var year = 1970 + seconds / 31_556_952
    while days(year, 1, 1) * 86_400 > seconds { year -= 1 }
    while days(year + 1, 1, 1) * 86_400 <= seconds { year += 1 }
    return year
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, for years from 0 on.
  ///
  /// The year is made to start in March, so that the leap day is its last, and 153 days are five
  /// months from there on (the method of Howard Hinnant's "chrono-Compatible Low-Level Date
  /// Algorithms", days_from_civil).
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year + 399 : year + 400
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - 146_097 - 719_468
  }
}
