import SwitchboardCore
import SwitchboardEvaluation

/// Numbers as people read them, in every locale the same.
enum Figures {
  /// A number of things, as `1 prompt` or `2 prompts`.
  static func count(_ number: Int, _ thing: String) -> String {
    "\(number.grouped) \(thing)\(number == 1 ? "" : "s")"
  }

  /// A number with so many decimals at most, and no needless zeros.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    guard value.isFinite, value.magnitude < 1e12 else { return value.description }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scale + Int(scaled.magnitude) % scale).dropFirst()
    var text = (Int(scaled.magnitude) / scale).grouped
    let kept = fraction.reversed().drop { $0 == "0" }.reversed()
    if !kept.isEmpty { text += "." + String(kept) }
    return (scaled < 0 ? "-" : "") + text
  }

  /// A number with three digits that count, as `0.00412`, `41.2` or `4,120`.
  static func short(_ value: Double) -> String {
    var (decimals, magnitude) = (2, value.magnitude)
    while magnitude >= 10, decimals > 0 { (decimals, magnitude) = (decimals - 1, magnitude / 10) }
    while magnitude > 0, magnitude < 1, decimals < 12 {
      (decimals, magnitude) = (decimals + 1, magnitude * 10)
    }
    return decimal(value, decimals)
  }

  /// A rate in percent, to a tenth.
  ///
  /// All but all is not all: `99.96 %` stays below 100.
  static func percent(_ rate: Double) -> String {
    let text = decimal(rate * 100, 1)
    if rate < 1, text == "100" { return ">99.9 %" }
    if rate > 0, text == "0" { return "<0.1 %" }
    let isWhole = !text.contains(".") && text != "0" && text != "100"
    return text + (isWhole ? ".0 %" : " %")
  }

  /// A time in milliseconds, in seconds from one on.
  static func time(_ milliseconds: Double) -> String {
    milliseconds < 999.5
      ? decimal(milliseconds, milliseconds < 10 ? 1 : 0) + " ms"
      : decimal(milliseconds / 1_000, milliseconds < 99_995 ? 2 : 0) + " s"
  }

  /// An amount with four digits that count.
  static func money(_ amount: USD) -> String {
    var step: Int64 = 1
    while amount.picodollars.magnitude / UInt64(step) >= 10_000 { step *= 10 }
    let rounded = (amount.picodollars + step / 2) / step
    let (whole, overflows) = rounded.multipliedReportingOverflow(by: step)
    return "$" + (overflows ? amount : USD(picodollars: whole)).description
  }

  /// A rate with its interval, as `92 % (84–97 %)`.
  static func rate(_ rate: EvaluationSummary.Rate) -> String? {
    rate.value.map { "\(percent($0)) (\(interval(rate)))" }
  }

  /// The interval of a rate, as `84–97 %`.
  static func interval(_ rate: EvaluationSummary.Rate) -> String {
    "\(decimal(rate.interval.lower * 100, 0))–\(decimal(rate.interval.upper * 100, 0)) %"
  }
}
