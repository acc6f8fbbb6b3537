/// How a kind of vocabulary cuts text into tokens, as rates and not as the vocabulary itself.
///
/// Named after how the vocabulary was made and how many entries it has, since vendors share them.
/// Rates are never negative, so a longer text is never reckoned shorter.
public struct TokenVocabulary: Hashable, Sendable {
  /// Thousandths of a token, by ``TextTrait``.
  package let rates: SIMD32<Int>

  package init(_ rates: [TextTrait: Int]) {
    var lanes = SIMD32<Int>()
    for (trait, rate) in rates { lanes[trait.rawValue] = max(0, rate) }
    self.rates = lanes
  }

  /// What is reckoned for a vocabulary that nobody knows: rather too much than too little.
  public static let unknown = TokenVocabulary([
    .word: 1050, .letterBeyond3: 70, .latin1: 800, .latinExtended: 800, .latinAdditional: 800, .camel: 500,
    .capital: 350, .number: 400, .digit: 500, .signRun: 300, .repeatedSign: 250,
    .blank: 150, .greek: 1000, .cyrillic: 550, .hebrew: 1100,
    .arabic: 900, .devanagari: 1100, .indic: 1800, .thai: 1200, .otherLetter: 1800, .han: 1250,
    .kana: 1100, .hangul: 1250, .emoji: 2300, .joiner: 1000, .wideSign: 1100, .rare: 3500,
  ])
}
