/// Sentences about what was asked: plain, always the same, and unlike from model to model.
///
/// A sentence is kept as its words; `{a}`, `{b}` and `{c}` stand for words of the prompt. Every
/// word with the space before it is one piece of the answer, and counts as one token.
enum MockProse {
  /// How much to say.
  enum Length {
    /// As much as the voice likes to.
    case natural
    /// So many sentences.
    case sentences(Int)
    /// Exactly so many pieces.
    case pieces(Int)
  }

  private enum Word: Sendable {
    case plain(String)
    case slot(Int, before: String, after: String)
  }

  private struct Voice: Sendable {
    /// How many sentences it likes to say.
    var length: Int
    var sentences: [[Word]]

    init(_ length: Int, _ sentences: [String]) {
      self.length = length
      self.sentences = sentences.map { $0.split(separator: " ").map(Self.word) }
    }

    private static func word(_ text: Substring) -> Word {
      for (index, slot) in ["{a}", "{b}", "{c}"].enumerated() {
        if let range = text.firstRange(of: slot) {
          return .slot(
            index, before: " " + text[..<range.lowerBound],
            after: String(text[range.upperBound...]))
        }
      }
      return .plain(" " + text)
    }
  }

  /// Appends sentences.
  ///
  /// - Parameters:
  ///   - name: The model that speaks, or `thoughts`.
  ///   - keywords: Words of the prompt.
  ///   - length: How much to say.
  ///   - random: What the choice of sentences depends on.
  ///   - pieces: Where to append.
  static func append(
    as name: String, about keywords: [String], _ length: Length = .natural,
    random: inout MockRandom, to pieces: inout [String]
  ) {
    guard let voice = voices[name] ?? voices["small"] else { return }
    let words = keywords.isEmpty ? ["this", "that", "the rest"] : keywords
    let start = pieces.count
    var place = random.below(voice.sentences.count)
    var first = random.below(min(2, words.count))
    var said = 0
    while true {
      switch length {
      case .natural where said >= voice.length: return
      case .sentences(let count) where said >= count: return
      case .pieces(let count) where pieces.count - start >= count:
        pieces.removeSubrange((start + max(0, count))...)
        return
      default: break
      }
      for word in voice.sentences[place] {
        switch word {
        case .plain(let text): pieces.append(text)
        case .slot(let slot, let before, let after):
          pieces.append(before + words[(first + slot) % words.count] + after)
        }
      }
      place = (place + 1) % voice.sentences.count
      first += 1
      said += 1
    }
  }

  private static let voices: [String: Voice] = [
    "small": Voice(
      1,
      [
        "Start with {a}, then {b}, and leave {c} for later.",
        "Short answer: {a} matters most, and {b} comes second.",
        "Yes, {a} works, as long as {b} stays simple.",
        "Think of {a} as the cheap half and {b} as the dear one.",
      ]),
    "vision": Voice(
      2,
      [
        "What stands out first is {a}, with {b} close behind it.",
        "Seen from a distance, {a} frames {b}.",
        "The eye goes from {a} to {b} and rests on {c}.",
        "Nothing hides {a}, though {b} lies partly in shade.",
      ]),
    "tools": Voice(
      2,
      [
        "First look up {a}, then check it against {b}.",
        "A call for {a} would settle {b} sooner than guessing.",
        "Write down {a}, measure {b}, and compare the two.",
        "Once {a} is known, {b} can be done by machine.",
      ]),
    "thinker": Voice(
      3,
      [
        "There are two sides to {a}: what it promises, and what it asks of {b}.",
        "If {a} holds, {b} follows; if it does not, {c} has to carry the weight.",
        "The usual mistake is to mix up {a} and {b}, which only look alike.",
        "On balance, weigh {a} against {c} before anything is decided.",
        "A fair test would change {b} alone and leave {a} as it is.",
      ]),
    "slow": Voice(
      5,
      [
        "Let us take our time with {a}, for {b} will not run away.",
        "Before one speaks of {a}, one should have slept over {b} at least once.",
        "Much has been said about {a}, and most of it was really about {c}.",
        "In the end, and one gets there slowly, {a} turns out to rest on {b}.",
        "There is also {c} to think of, which few people ever do.",
        "All the same, {a} is worth the wait, and so perhaps is {b}.",
      ]),
    "retired": Voice(
      2,
      [
        "In my day we did {a} by hand, and {b} came with the post.",
        "I remember when {a} was new and nobody had heard of {b}.",
        "The young models may know {c}, but {a} has not changed.",
      ]),
    "thoughts": Voice(
      2,
      [
        "The question turns on {a}, so what is known about {b}?",
        "Suppose {a} were missing: {b} would still need an answer.",
        "Checking {b} against {a} shows no contradiction.",
        "It is enough to say how {a} and {c} hang together.",
      ]),
  ]
}
