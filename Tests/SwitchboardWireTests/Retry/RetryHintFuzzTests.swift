import SwitchboardWire
import Testing

struct RetryHintFuzzTests {
  static let names = [
    "retry-after", "retry-after-ms", "x-amz-retry-after", "date", "x-should-retry",
    "x-ratelimit-reset", "x-ratelimit-remaining", "x-ratelimit-reset-tokens",
    "anthropic-ratelimit-tokens-reset", "anthropic-ratelimit-tokens-remaining",
  ]

  static let pieces = [
    "0", "1", "9", "99999999", ".", "-", "+", "e", "s", "ms", "m", "h", "d", " ", ",", ":", "GMT",
    "Sun", "Sunday", "Nov", "06", "1994", "08:49:37", "T", "Z", "2026-03-01", "nan", "inf", "0x",
    "try again in ", "retry after ", "seconds", "µs", "🥝", "\0", "true",
  ]

  static func text(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0...255, using: &random)))
      } else {
        text += pieces.randomElement(using: &random) ?? ""
      }
    }
    return text
  }

  @Test func `a hundred thousand random texts give a possible wait or none`() {
    var random = SplitMix64(seed: 2)
    var waits = 0
    for _ in 0..<25_000 {
      var headers = HTTPFields()
      for _ in 0..<2 {
        headers.append(Self.names.randomElement(using: &random) ?? "", Self.text(&random))
      }
      let hint = RetryHint.read(
        headers: headers, bodyText: Self.text(&random), bodyDelay: Self.text(&random),
        now: Double.random(in: -1e10...1e12, using: &random))
      guard let after = hint.after else { continue }
      waits += 1
      if after < .zero || after > RetryHint.longest || hint.source == nil {
        Issue.record("\(headers.fields): \(hint)")
      }
    }
    #expect(waits > 1000)
  }

  @Test func `well-formed texts cut anywhere give a possible wait or none`() {
    let texts = [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "2026-03-01T12:00:00.25+02:00", "1h2m3.5s", "1696004857000", "try again in 7m12.5s, please",
    ]
    for text in texts {
      for cut in 0...text.utf8.count {
        for half in [
          String(decoding: text.utf8.prefix(cut), as: UTF8.self), String(text.dropFirst(cut)),
        ] {
          let headers = HTTPFields(Self.names.map { .init(name: $0, value: half) })
          let hint = RetryHint.read(headers: headers, bodyText: half, bodyDelay: half, now: 1e9)
          if let after = hint.after { #expect(after >= .zero && after <= RetryHint.longest) }
        }
      }
    }
  }

  @Test func `a megabyte of text is not searched to its end`() {
    let text = String(repeating: "try again in ", count: 100_000) + "5s"
    #expect(RetryHint.read(headers: [:], bodyText: text, now: 0).after == nil)
  }
}
