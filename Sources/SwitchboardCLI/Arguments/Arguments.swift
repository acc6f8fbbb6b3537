/// The words of a command line, sorted by the table.
struct Arguments: Sendable {
  /// What stands on the line beside the flags.
  var words: [String] = []

  private var values: [String: [String]] = [:]

  /// Notes a flag; a switch has no value.
  mutating func note(_ flag: Flag, _ value: String?) {
    values[flag.name, default: []] += [value ?? ""]
  }

  /// Whether nothing was given but flags that every command has.
  var areCommon: Bool {
    words.isEmpty && values.keys.allSatisfy { Flag.common.map(\.name).contains($0) }
  }

  /// Whether a flag was given.
  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The value of a flag.
  func text(_ flag: Flag) -> String? { values[flag.name]?.last }

  /// The values of a flag that may be given several times, in order.
  func texts(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// The value of a flag as a whole number; the parser has checked it.
  func integer(_ flag: Flag) -> Int? { text(flag).flatMap { Int($0) } }

  /// The value of a flag as a number; the parser has checked it.
  func number(_ flag: Flag) -> Double? { text(flag).flatMap { Double($0) } }
}
