import SwitchboardCore
import Testing

@testable import SwitchboardReports

struct FiguresTests {
  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"),
      (.max, "9,223,372,036,854,775,807"),
    ] as [(Int, String)])
  func `thousands stand apart`(_ number: Int, _ text: String) {
    #expect(number.grouped == text)
  }

  @Test(
    arguments: [
      (0, "0"), (4, "4"), (41.23, "41.2"), (412.3, "412"), (4_123, "4,123"), (0.004123, "0.00412"),
      (0.1, "0.1"), (9.999, "10"), (1e-9, "0.000000001"), (.infinity, "inf"), (-0.5, "-0.5"),
    ] as [(Double, String)])
  func `three digits count`(_ value: Double, _ text: String) {
    #expect(Figures.short(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 %"), (1, "100 %"), (0.5, "50.0 %"), (2 / 3.0, "66.7 %"), (0.9999, ">99.9 %"),
      (0.0001, "<0.1 %"),
    ] as [(Double, String)])
  func `rates are percent, and all but all is not all`(_ rate: Double, _ text: String) {
    #expect(Figures.percent(rate) == text)
  }

  @Test(
    arguments: [
      (0.4, "0.4 ms"), (240.4, "240 ms"), (999.4, "999 ms"), (999.6, "1 s"), (1_234, "1.23 s"),
      (123_456, "123 s"),
    ] as [(Double, String)])
  func `times are milliseconds, then seconds`(_ time: Double, _ text: String) {
    #expect(Figures.time(time) == text)
  }

  @Test(arguments: [
    ("0", "$0"), ("0.000412", "$0.000412"), ("0.00041234", "$0.0004123"), ("12.3456", "$12.35"),
    ("123456.7", "$123500"), ("0.99999", "$1"),
  ])
  func `four digits of money count`(_ amount: String, _ text: String) throws {
    #expect(Figures.money(try #require(USD(amount))) == text)
  }
}
