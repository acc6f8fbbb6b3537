/// The numbers in a vendor's word that a prompt is too long.
///
/// There is no common form, but what they say is alike: the limit stands behind "maximum", "limit",
/// "context size" or a comparison, and the prompt is what exceeds it, alone or with the answer.
struct StatedLength: Equatable {
  /// The tokens that the model holds.
  let limit: Int

  /// The tokens of the prompt that was sent.
  let prompt: Int

  /// The tokens of the answer that was asked for, when the vendor names them.
  let output: Int?

  /// Reads a sentence; `nil` when it does not say by how much the prompt is too long.
  ///
  /// - Parameters:
  ///   - text: The vendor's words.
  ///   - asked: The longest answer that was asked for.
  init?(_ text: String, maxOutputTokens asked: Int?) {
    let numbers = Self.numbers(in: text.lowercased())
    guard let place = Self.limit(among: numbers) else { return nil }
    let limit = numbers[place].value
    let others = numbers.filter { $0.value != limit }
    var (prompt, output): (Int, Int?)
    if let pair = Self.pair(among: Array(numbers[..<place] + numbers[(place + 1)...])) {
      (prompt, output) = (pair.prompt, pair.output)
    } else if let total = others.first(where: { $0.before.contains("requested") })?.value {
      (prompt, output) = (total - (asked ?? 0), asked)
    } else {
      (prompt, output) = (others.map(\.value).max() ?? 0, nil)
    }
    guard prompt > 0, output ?? asked ?? 0 > limit - prompt else { return nil }
    self.limit = limit
    self.prompt = prompt
    self.output = output
  }

  /// A number with the words between it and its neighbours.
  private struct Number {
    var value: Int
    var before: String
    var after: String
  }

  private static func limit(among numbers: [Number]) -> Int? {
    let compared = numbers.firstIndex { number in
      [">", "<=", "> ", "<= "].contains { number.before.hasSuffix($0) }
        || number.after.hasPrefix(" maximum")
    }
    let words = ["maximum", "limit", "context size", "context length", "context window", "holds"]
    return compared
      ?? numbers.firstIndex { number in words.contains { number.before.contains($0) } }
  }

  /// Prompt and answer where both are named: as a sum, or as parts of what was requested.
  private static func pair(among numbers: [Number]) -> (prompt: Int, output: Int)? {
    for (first, second) in zip(numbers, numbers.dropFirst()) {
      if second.before.allSatisfy({ $0 == " " || $0 == "+" }), second.before.contains("+") {
        return (first.value, second.value)
      }
      let isPart = numbers.contains { number in
        number.before.contains("requested") && number.value == first.value &+ second.value
      }
      if isPart { return (first.value, second.value) }
    }
    return nil
  }

  /// The numbers that stand for themselves, not within a name; thousands may be set apart by commas.
  private static func numbers(in text: String) -> [Number] {
    let bytes = Array(text.utf8)
    var numbers: [Number] = []
    var place = 0
    var end = 0
    func isDigit(_ place: Int) -> Bool { place < bytes.count && (0x30...0x39) ~= bytes[place] }
    func isLetter(_ place: Int) -> Bool {
      bytes.indices.contains(place)
        && ((0x61...0x7A) ~= bytes[place] || bytes[place] == 0x5F || bytes[place] >= 0x80)
    }
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while place < bytes.count {
      guard isDigit(place) else {
        place += 1
        continue
      }
      let start = place
      var value = 0
      var isSane = true
      while isDigit(place) || place < bytes.count && bytes[place] == 0x2C && isDigit(place + 1) {
        if bytes[place] != 0x2C {
          value = value * 10 + Int(bytes[place] - 0x30)
          isSane = isSane && value < 1_000_000_000_000
          if !isSane { value = 0 }
        }
        place += 1
      }
      let isGlued =
        isLetter(start - 1) || isLetter(place)
        || start > 1 && bytes[start - 1] == 0x2D
          && bytes[start - 2] != 0x20
      if isGlued || !isSane { continue }
      if !numbers.isEmpty { numbers[numbers.count - 1].after = words(end..<start) }
      numbers.append(Number(value: value, before: words(end..<start), after: ""))
      end = place
    }
    if !numbers.isEmpty { numbers[numbers.count - 1].after = words(end..<bytes.count) }
    return numbers
  }
}
