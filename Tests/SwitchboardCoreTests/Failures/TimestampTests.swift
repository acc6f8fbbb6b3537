import SwitchboardCore
import Testing

struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (0.001, "1970-01-01T00:00:00.001Z"),
    (0.0004, "1970-01-01T00:00:00.000Z"), (0.9996, "1970-01-01T00:00:01.000Z"),
    (-0.001, "1969-12-31T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.000Z"),
    (-86_400, "1969-12-31T00:00:00.000Z"), (86_399.9996, "1970-01-02T00:00:00.000Z"),
    (951_782_400, "2000-02-29T00:00:00.000Z"), (951_868_799.999, "2000-02-29T23:59:59.999Z"),
    (951_868_800, "2000-03-01T00:00:00.000Z"), (1_709_164_800, "2024-02-29T00:00:00.000Z"),
    (4_107_542_399, "2100-02-28T23:59:59.000Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
    (1_796_029_507.123, "2026-11-30T09:05:07.123Z"), (-2_208_988_800, "1900-01-01T00:00:00.000Z"),
    (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
  ])
  func `a time is written as RFC 3339 wants it`(seconds: Double, text: String) {
    #expect(Timestamp.text(secondsSince1970: seconds) == text)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_200.001, 9.9e11,
  ])
  func `a time that the form cannot say is the start of 1970`(seconds: Double) {
    #expect(Timestamp.text(secondsSince1970: seconds) == "1970-01-01T00:00:00.000Z")
  }

  @Test func `texts are in the order of their times`() {
    var random = SplitMix64(seed: 5)
    var before = ""
    var seconds = -62_000_000_000.0
    while seconds < 253_000_000_000 {
      let text = Timestamp.text(secondsSince1970: seconds)
      if text.utf8.count != 24 || text <= before { Issue.record("\(seconds): \(text)") }
      before = text
      seconds += Double.random(in: 1...200_000_000, using: &random)
    }
  }
}
