/// Makes up a text that a regular expression matches.
///
/// It knows letters, classes, the usual escapes, groups, alternatives and repetitions of ECMA-262,
/// and passes over anchors. Anything else, as looking ahead or back, is given up on.
struct PatternSample {
  private var rest: Substring.UnicodeScalarView
  private var random: SeededRandom
  /// How much more than the least is repeated.
  private let extra: Int
  private var isBroken = false
  private var length = 0

  /// A text of a length in a range; `nil` when the pattern is not understood or none was found.
  static func text(
    for pattern: String, lengths: ClosedRange<Int>, random: inout SeededRandom
  ) -> String? {
    // Groups are read by recursion, so the pattern must be short.
    if pattern.utf8.count > 500 { return nil }
    // More and more repetitions make the text longer, until it is long enough.
    for extra in 0...min(lengths.lowerBound, 256) {
      var sample = PatternSample(pattern, extra: extra, random: random)
      let text = sample.alternatives(isWritten: true)
      guard !sample.isBroken, sample.rest.isEmpty else { return nil }
      if lengths.contains(text.unicodeScalars.count) {
        random = sample.random
        return text
      }
    }
    return nil
  }

  private init(_ pattern: String, extra: Int, random: SeededRandom) {
    rest = pattern[...].unicodeScalars
    self.extra = extra
    self.random = random
  }

  /// `a|b`: the first; the others are only read.
  private mutating func alternatives(isWritten: Bool) -> String {
    let first = sequence(isWritten: isWritten)
    while rest.first == "|" {
      rest.removeFirst()
      _ = sequence(isWritten: false)
    }
    return first
  }

  private mutating func sequence(isWritten: Bool) -> String {
    var text = ""
    while let next = rest.first, next != "|", next != ")", !isBroken {
      let start = rest
      let one = atom(isWritten: isWritten)
      let count = repetitions()
      guard isWritten, count > 0, length < 20_000 else { continue }
      let end = rest
      text += one
      // Reading the atom again for each repetition makes its letters differ.
      for _ in 1..<max(1, count) {
        rest = start
        text += atom(isWritten: true)
      }
      rest = end
      length += count
    }
    return text
  }

  private mutating func atom(isWritten: Bool) -> String {
    let scalar = rest.removeFirst()
    switch scalar {
    case "^", "$": return ""
    case ".": return String(pick(from: "abcdefghijklmnopqrstuvwxyz"))
    case "(": return group(isWritten: isWritten)
    case "[": return characterClass()
    case "\\":
      guard let escaped = rest.popFirst() else { break }
      if escaped == "b" || escaped == "B" { return "" }
      guard let letters = Self.letters(of: escaped) else { break }
      return String(pick(from: letters))
    case "*", "+", "?": break
    default: return String(Character(scalar))
    }
    isBroken = true
    return ""
  }

  private mutating func group(isWritten: Bool) -> String {
    if rest.first == "?" {
      rest.removeFirst()
      switch rest.popFirst() {
      case ":": break
      case "<":
        guard let first = rest.first, first != "=", first != "!",
          let end = rest.firstIndex(of: ">")
        else { isBroken = true; return "" }
        rest = rest[rest.index(after: end)...]
      default: isBroken = true
      }
    }
    let text = alternatives(isWritten: isWritten)
    if rest.popFirst() != ")" { isBroken = true }
    return text
  }

  private mutating func characterClass() -> String {
    var members: [Character] = []
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    while let scalar = rest.popFirst(), scalar != "]" {
      if scalar == "\\", let escaped = rest.popFirst() {
        members += Self.letters(of: escaped) ?? ""
        continue
      }
      var last = scalar
      let afterDash = rest.dropFirst().first
      if rest.first == "-", let end = afterDash, end != "]", end != "\\", end >= scalar {
        rest.removeFirst(2)
        last = end
      }
      for value in scalar.value...min(last.value, scalar.value + 255) {
        if let member = UnicodeScalar(value) { members.append(Character(member)) }
      }
    }
    if isNegated {
      members = "abcdefghijklmnopqrstuvwxyz0123456789 ".filter { !members.contains($0) }
    }
    if members.isEmpty { isBroken = true }
    return isBroken ? "" : String(members[random.below(members.count)])
  }

  /// How often the atom before is repeated.
  private mutating func repetitions() -> Int {
    var range = 1...1
    switch rest.first {
    case "*": range = 0...Int.max
    case "+": range = 1...Int.max
    case "?": range = 0...1
    case "{":
      guard let end = rest.firstIndex(of: "}") else { isBroken = true; return 1 }
      let bounds = String(rest[rest.index(after: rest.startIndex)..<end])
        .split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard let least = bounds[0] else { isBroken = true; return 1 }
      let most = bounds.count == 1 ? least : bounds[1] ?? Int.max
      range = least...max(least, most)
      rest = rest[end...]
    default: return 1
    }
    rest.removeFirst()
    if rest.first == "?" { rest.removeFirst() }
    return min(range.lowerBound + extra, range.upperBound, 10_000)
  }

  private mutating func pick(from letters: String) -> Character {
    let letters = Array(letters)
    return letters[random.below(letters.count)]
  }

  /// What an escape stands for; `nil` for those with more behind them.
  private static func letters(of escaped: UnicodeScalar) -> String? {
    switch escaped {
    case "d": "0123456789"
    case "w": "abcdefghijklmnopqrstuvwxyz"
    case "s": " "
    case "D", "S": "abcxyz"
    case "W": "-"
    case "n": "\n"
    case "t": "\t"
    case "u", "x", "p", "P", "k", "c", "1"..."9": nil
    default: String(Character(escaped))
    }
  }
}
