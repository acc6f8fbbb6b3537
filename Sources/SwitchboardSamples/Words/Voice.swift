/// A way to speak: plain sentences about what was asked, always the same for the same seed.
///
/// A sentence is kept as its words; `{a}`, `{b}` and `{c}` stand for words of the prompt. Every
/// word with the space before it is one piece, as a model would hand it out.
package struct Voice: Sendable {
  /// How much to say.
  package enum Length: Sendable {
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

    init(_ text: Substring) {
      for (index, slot) in ["{a}", "{b}", "{c}"].enumerated() {
        guard let range = text.firstRange(of: slot) else { continue }
        self = .slot(
          index, before: " " + text[..<range.lowerBound], after: String(text[range.upperBound...]))
        return
      }
      self = .plain(" " + text)
    }
  }

  /// How many sentences it likes to say.
  private let natural: Int
  private let sentences: [[Word]]

  init(_ natural: Int, _ sentences: [String]) {
    self.natural = natural
    self.sentences = sentences.map { $0.split(separator: " ").map { Word($0) } }
  }

  /// Appends sentences.
  ///
  /// - Parameters:
  ///   - keywords: Words of the prompt.
  ///   - length: How much to say.
  ///   - random: What the choice of sentences depends on.
  ///   - pieces: Where to append.
  package func speak(
    about keywords: [String], _ length: Length = .natural, random: inout SeededRandom,
    to pieces: inout [String]
  ) {
    let words = keywords.isEmpty ? ["this", "that", "the rest"] : keywords
    let start = pieces.count
    var place = random.below(sentences.count)
    var first = random.below(min(2, words.count))
    var said = 0
    while true {
      switch length {
      case .natural where said >= natural: return
      case .sentences(let count) where said >= count: return
      case .pieces(let count) where pieces.count - start >= count:
        pieces.removeSubrange((start + max(0, count))...)
        return
      default: break
      }
      for word in sentences[place] {
        switch word {
        case .plain(let text): pieces.append(text)
        case .slot(let slot, let before, let after):
          pieces.append(before + words[(first + slot) % words.count] + after)
        }
      }
      place = (place + 1) % sentences.count
      first += 1
      said += 1
    }
  }
}
