import SwitchboardCore
import Testing

struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("0.5ms", .microseconds(500)),
    ("1.5s", .milliseconds(1_500)),
    ("0s", .zero), ("2m", .seconds(120)), ("1h", .seconds(3_600)), ("720h", .seconds(2_592_000)),
    ("007s", .seconds(7)),
  ])
  func `a number with its unit is read`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", "5", "s", ".", ".s", "1.2.3s", "-1s", "+1s", "1 s", " 1s", "1s ", "1S", "1d", "1e3s",
    "721h",
    "99999999999999999999999h", "٣s", "1s 2s", "0x1s", "nans", "infs", "1ms\n",
  ])
  func `anything else is none`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }
}
