import Switchboard
import SwitchboardCore

/// Texts of ours whose tokens real tokenizers have counted (`Benchmarks/Texts`, made by
/// `Benchmarks/Tools/token_truth.py`).
struct CountedTexts {
  /// A conversation.
  struct Conversation {
    /// The part and the name of its file, as `held/german.txt`.
    let name: String
    let turns: [String]
    /// The tokens of each turn, by vocabulary.
    let tokens: [(vocabulary: String, turns: [Int])]

    /// Whether the rates were fitted to it.
    var isFitted: Bool { name.hasPrefix("fit/") }
  }

  let conversations: [Conversation]

  /// Reads them from the sources of this package.
  init() throws {
    let truth = try JSON(parsing: try Self.bytes(of: "truth.json"))
    conversations = try truth.members.map { name, counts in
      let text = String(decoding: try Self.bytes(of: name), as: UTF8.self)
      let turns = Self.turns(of: text)
      let tokens = counts.members.map { (vocabulary: $0, turns: $1.elements.compactMap(\.int)) }
      try expect(
        tokens.allSatisfy { $0.turns.count == turns.count }, "\(name) and truth.json do not agree")
      return Conversation(name: name, turns: turns, tokens: tokens)
    }
  }

  /// The turns of a text, which lines of `%%` part.
  private static func turns(of text: String) -> [String] {
    var turns: [String] = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "%%" {
        turns.append("")
      } else {
        turns[turns.count - 1] += (turns[turns.count - 1].isEmpty ? "" : "\n") + line
      }
    }
    // The line feed that ends the file is no part of the last turn.
    if let last = turns.last, last.hasSuffix("\n") {
      turns[turns.count - 1] = String(last.dropLast())
    }
    return turns
  }

  private static func bytes(of name: String) throws -> [UInt8] {
    let sources = String(#filePath.dropLast("Sources/Samples/CountedTexts.swift".count))
    return try FileBytes.read(sources + "Texts/" + name)
  }

  /// The traits of every turn, from which `Benchmarks/Tools/fit_rates.py` finds the rates.
  var traits: JSON {
    [
      "traits": .array(TextTrait.allCases.map { JSON("\($0)") }),
      "texts": .object(
        conversations.map { conversation in
          (
            conversation.name,
            .array(
              conversation.turns.map { turn in
                let traits = TextScanner.traits(of: turn)
                return .array(TextTrait.allCases.map { JSON(traits[$0]) })
              })
          )
        }),
    ]
  }
}
