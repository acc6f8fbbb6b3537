/// A day of the Gregorian calendar, as prices and retirements are dated.
public struct Day: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let number: Int

  /// The day of a time in seconds since 1970 (UTC).
  ///
  /// A time before the year 0 or after 9999 is the first or last day of those years, and what is no
  /// number is 1970-01-01.
  public init(secondsSince1970: Double) {
    let days = (secondsSince1970 / 86_400).rounded(.down)
    self.number = days.isNaN ? 0 : Int(min(max(days, -719_528), 2_932_896))
  }

  /// Reads `YYYY-MM-DD` (RFC 3339 full-date); `nil` for anything else and for days that never are.
  public init?(_ text: String) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].utf8.count == 4, fields[1].utf8.count == 2,
      fields[2].utf8.count == 2, let year = Int(fields[0]), let month = Int(fields[1]),
      let day = Int(fields[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.number = Self.number(year: year, month: month, day: day)
    if description != text { return nil }
  }

  /// The text `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = parts
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Orders by time.
  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  // The calendar repeats every 400 years of 146,097 days; counting years from March puts the leap
  // day at a year's end.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Year, month and day.
  public var parts: (year: Int, month: Int, day: Int) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }
}
