import Testing

@testable import SwitchboardWire

/// Dates and durations as text.
struct TimeParsingTests {
  /// 2023-09-29 16:26:37 UTC.
  static let now = 1_696_004_797.0

  static let dates: [(text: String, seconds: Int?)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Sun Nov 06 08:49:37 1994", 784_111_777),
    ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
    ("Tue, 30 Jun 2015 23:59:60 GMT", 1_435_708_800),
    // Two digits: up to 50 years ahead of 2023, else in the past.
    ("Sunday, 06-Nov-73 08:49:37 GMT", 3_277_183_777),
    ("Sunday, 06-Nov-74 08:49:37 GMT", 152_959_777),
    ("Mon, 29 Feb 2023 00:00:00 GMT", nil),
    ("Mon, 29 Feb 1900 00:00:00 GMT", nil),
    ("Sun, 31 Apr 1994 08:49:37 GMT", nil),
    ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
    ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
    ("Sun, 06 Nov 1994 08:60:00 GMT", nil),
    ("Sun, 06 Nov 1994 08:49:61 GMT", nil),
    ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
    ("Sun, 06 Nov 94 08:49:37 GMT", nil),
    ("Sun, 06 November 1994 08:49:37 GMT", nil),
    ("Sun, 06 Nov 1994 08:49:37 PST", nil),
    ("Sun, 06 Nov 1994 08:49:37 GMT ", nil),
    ("Sun, 06-Nov-94 08:49:37 GMT", nil),
    ("Sunday, 06 Nov 1994 08:49:37 GMT", nil),
    ("06 Nov 1994 08:49:37 GMT", nil),
    ("1994-11-06T08:49:37Z", nil),
    ("Sun", nil), ("Sun,", nil), ("", nil), (",", nil),
  ]

  @Test(arguments: dates.indices)
  func `a date of HTTP is read or refused`(index: Int) {
    let row = Self.dates[index]
    #expect(HTTPDate.parse(row.text, now: Self.now) == row.seconds)
  }

  static let stamps: [(text: String, seconds: Double?)] = [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-03-01T12:00:00Z", 1_772_366_400),
    ("2026-03-01t12:00:00z", 1_772_366_400),
    ("2026-03-01 12:00:00Z", 1_772_366_400),
    ("2026-03-01T12:00:00.25Z", 1_772_366_400.25),
    ("2026-03-01T14:30:00+02:30", 1_772_366_400),
    ("2026-03-01T04:00:00-08:00", 1_772_366_400),
    ("1996-12-19T16:39:57-08:00", 851_042_397),
    ("2026-03-01T12:00:00", nil),
    ("2026-03-01", nil),
    ("2026-03-01T12:00Z", nil),
    ("2026-02-30T12:00:00Z", nil),
    ("2026-13-01T12:00:00Z", nil),
    ("2026-03-01T12:00:00+24:00", nil),
    ("2026-03-01T12:00:00+0200", nil),
    ("2026-03-01T12:00:00ZZ", nil),
    ("26-03-01T12:00:00Z", nil),
    ("", nil),
  ]

  @Test(arguments: stamps.indices)
  func `a time stamp is read or refused`(index: Int) {
    #expect(InternetTime.parse(Self.stamps[index].text) == Self.stamps[index].seconds)
  }

  static let durations: [(text: String, seconds: Double?)] = [
    ("12ms", 0.012), ("1s", 1), ("6m0s", 360), ("1h2m3.5s", 3723.5), ("2h", 7200), ("90m", 5400),
    ("1m500ms", 60.5), ("0s", 0), ("1.5h", 5400), ("250us", 0.00025), ("250µs", 0.00025),
    ("1d", 86_400), ("", nil), ("s", nil), ("5", nil), ("5x", nil), ("-5s", nil), ("5s5s", nil),
    ("5s1m", nil), ("5 s", nil), ("5s ", nil), ("1.s", nil), (".5s", nil), ("1h2", nil),
    ("9999999999s", nil), ("1e5s", nil), ("infs", nil), ("5S", 5),
  ]

  @Test(arguments: durations.indices)
  func `a duration in Go's form is read or refused`(index: Int) {
    #expect(WrittenDuration.parse(Self.durations[index].text) == Self.durations[index].seconds)
  }

  @Test func `days are counted as a calendar counts them`() {
    // Walks every day of 800 years and compares with counting one by one.
    var expected = -62_167_219_200  // 0000-01-01
    for year in 0...2400 {
      let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
      #expect(CivilTime.year(ofUnixSeconds: expected) == year)
      #expect(CivilTime.year(ofUnixSeconds: expected - 1) == year - 1)
      for month in 1...12 {
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        for day in [1, days] {
          let time = CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
          if time.unixSeconds != expected + 86_400 * (day - 1) {
            Issue.record("\(year)-\(month)-\(day)")
          }
        }
        let after = CivilTime(
          year: year, month: month, day: days + 1, hour: 0, minute: 0, second: 0)
        if after.unixSeconds != nil { Issue.record("\(year)-\(month) has a day too many") }
        expected += 86_400 * days
      }
    }
  }
}
