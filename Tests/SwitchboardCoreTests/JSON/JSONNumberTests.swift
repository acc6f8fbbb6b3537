import SwitchboardCore
import Testing

struct JSONNumberTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("0e999999999999999999999", 0), ("5", 5), ("5.0", 5),
    ("-5.000", -5), ("1e2", 100), ("1E+2", 100), ("1.5e1", 15), ("100e-2", 1), ("0.50e1", 5),
    ("9007199254740993", 9_007_199_254_740_993),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("9223372036854775807.000", Int.max), ("922337203685477580700e-2", Int.max),
    ("1000000000000000000000000e-24", 1), ("0.000000000000000000000001e24", 1),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("12345678901234567890", nil),
    ("99999999999999999999", nil), ("0.1", nil), ("1.5", nil), ("1e-1", nil), ("1e19", nil),
    ("1e400", nil), ("-1e99999999999999999999", nil), ("1e-99999999999999999999", nil),
    ("12345678901234567890123e-4", nil), ("18446744073709551616", nil),
  ])
  func `a number is an integer only when it is exactly one`(text: String, value: Int?) throws {
    #expect(try JSON(parsing: text).int == value)
    #expect(JSON(number: text)?.int == value)
  }

  @Test(arguments: [
    ("0", 0.0), ("0.1", 0.1), ("1e2", 100), ("-2.5e-3", -0.0025), ("1e22", 1e22), ("1e23", 1e23),
    ("9007199254740993", 9_007_199_254_740_992), ("9007199254740992", 9_007_199_254_740_992),
    ("12345678901234567890", Double(UInt64(12_345_678_901_234_567_890))),
    ("0.30000000000000004", 0.1 + 0.2),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ("4.9e-324", Double.leastNonzeroMagnitude),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown), ("1e-400", 0),
    ("1e400", nil),
    ("-1e400", nil), ("1e999999999999999999999", nil),
    ("123456789012345678901234567890e-10", Double(UInt64(12_345_678_901_234_567_890))),
    ("0.00000000000000000000000000000000000000000000000000000000001", 1e-59),
  ])
  func `a double is the nearest one and finite`(text: String, value: Double?) throws {
    #expect(try JSON(parsing: text).double == value)
    #expect(JSON(number: text)?.double == value)
  }

  @Test func `negative zero keeps its sign`() throws {
    let json = try JSON(parsing: "-0")
    #expect(json.number == "-0")
    #expect(json.double?.sign == .minus)
    #expect(json.text == "-0")
  }

  @Test func `doubles agree with the standard library on random texts`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let digits = String(generator.next() >> (generator.next() % 60))
      let exponent = Int(generator.next() % 80) - 40
      let text = "\(digits).\(generator.next() % 1000)e\(exponent)"
      #expect(try JSON(parsing: text).double == Double(text))
    }
  }

  @Test(arguments: ["", " 1", "1 ", "01", "+1", "1.", ".1", "1e", "NaN", "0x1", "1_0", "-", "١"])
  func `text outside the grammar makes no number`(text: String) {
    #expect(JSON(number: text) == nil)
  }

  @Test func `numbers of Swift are written exactly`() throws {
    #expect(JSON(Int.min).text == "-9223372036854775808")
    #expect(JSON(0.1).text == "0.1")
    #expect(JSON(1e100).double == 1e100)
    #expect(try JSON(parsing: JSON(1e100).text).double == 1e100)
    #expect(
      try JSON(parsing: JSON(-Double.leastNonzeroMagnitude).text).double == -Double
        .leastNonzeroMagnitude)
    #expect(JSON(Double.infinity).isNull)
    #expect(JSON(Double.nan).isNull)
  }

  @Test func `numbers are equal by their text`() throws {
    #expect(try JSON(parsing: "1.0") != JSON(parsing: "1"))
    #expect(try JSON(parsing: "1.0") == 1.0)
    #expect(try JSON(parsing: "12") == 12)
  }
}
