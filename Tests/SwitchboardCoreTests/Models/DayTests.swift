import SwitchboardCore
import Testing

struct DayTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
    ("2026-11-30", 20_787), ("2024-02-29", 19_782), ("2100-02-28", 47_540),
    ("2100-03-01", 47_541), ("0000-01-01", -719_528), ("9999-12-31", 2_932_896),
    ("0000-02-29", -719_469), ("1600-02-29", -135_081),
  ])
  func `a day has its number and its text`(text: String, number: Int) {
    #expect(Day(text)?.number == number)
    #expect(Day(secondsSince1970: Double(number) * 86_400).description == text)
    #expect(Day(secondsSince1970: Double(number) * 86_400 + 86_399.999).number == number)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-31", "2026-02-29", "1900-02-29", "2100-02-29", "2026-00-01",
    "2026-13-01", "2026-01-00", "2026-01-32", "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ",
    "-001-01-01", "+001-01-01", "2026-01-01T00:00:00Z", "2026-+1-01", "２０２６-01-01", "20260101",
  ])
  func `a day that never is, is none`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `two hundred thousand days are read as they are written, one after the other`() {
    var before: (year: Int, month: Int, day: Int)?
    for number in -100_000..<100_000 {
      let day = Day(secondsSince1970: Double(number) * 86_400)
      let parts = day.parts
      if Day(day.description) != day || day.number != number { Issue.record("\(day)") }
      if let before {
        let isNext =
          parts == (before.year, before.month, before.day + 1)
          || parts == (before.year, before.month + 1, 1)
          || parts == (before.year + 1, 1, 1) && before.month == 12 && before.day == 31
        if !isNext { Issue.record("\(before) is followed by \(day)") }
      }
      before = parts
    }
  }

  @Test(arguments: [
    (Double.nan, "1970-01-01"), (.infinity, "9999-12-31"), (-.infinity, "0000-01-01"),
    (1e300, "9999-12-31"), (-1e300, "0000-01-01"), (-0.001, "1969-12-31"), (-0.0, "1970-01-01"),
  ])
  func `a time of no calendar is the nearest day, without a trap`(seconds: Double, text: String) {
    #expect(Day(secondsSince1970: seconds).description == text)
  }

  @Test func `days are ordered by time`() throws {
    let early = try #require(Day("1999-12-31"))
    let late = try #require(Day("2000-01-01"))
    #expect(early < late)
    #expect(!(late < early))
  }
}
