import SwitchboardCore

/// Times as files give them.
enum ImportTime {
  /// The years 0 to 9999, which a time stamp can have.
  private static let range = -62_167_219_200.0...253_402_300_799.0

  /// A number of seconds since 1970; `nil` for what no clock shows.
  static func seconds(_ json: JSON) -> Double? {
    json.double.flatMap { range.contains($0) ? $0 : nil }
  }

  /// A time stamp (RFC 3339 §5.6), as `2026-11-30T09:05:07.123Z`; one without an offset is UTC.
  static func stamp(_ json: JSON) -> Double? {
    guard let text = json.string, text.utf8.count >= 19, text.utf8.count <= 40,
      text.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>, _ allowed: ClosedRange<Int>) -> Int? {
      let digits = bytes[range]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return allowed.contains(value) ? value : nil
    }
    guard let day = Day(String(text.prefix(10))),
      bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
      let hour = number(11..<13, 0...23), bytes[13] == UInt8(ascii: ":"),
      let minute = number(14..<16, 0...59), bytes[16] == UInt8(ascii: ":"),
      let second = number(17..<19, 0...60)
    else { return nil }
    var seconds = Double(day.number * 86_400 + hour * 3_600 + minute * 60 + second)
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self))
      else { return nil }
      seconds += fraction
      rest = rest.dropFirst(1 + digits.count)
    }
    if rest.isEmpty || rest.elementsEqual([0x5A]) || rest.elementsEqual([0x7A]) { return seconds }
    guard rest.count == 6, let sign = rest.first, sign == 0x2B || sign == 0x2D,
      rest[rest.startIndex + 3] == UInt8(ascii: ":"),
      let hours = number(rest.startIndex + 1..<rest.startIndex + 3, 0...23),
      let minutes = number(rest.startIndex + 4..<rest.startIndex + 6, 0...59)
    else { return nil }
    let offset = Double(hours * 3_600 + minutes * 60)
    return sign == 0x2B ? seconds - offset : seconds + offset
  }
}
