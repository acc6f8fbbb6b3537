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

  /// Byte pairs, about 200,000 entries, made for many languages.
  public static let bpe200k = TokenVocabulary([
    .word: 1000, .letterBeyond3: 45, .latin1: 250, .latinExtended: 250, .latinAdditional: 250, .camel: 400,
    .capital: 250, .number: 400, .digit: 250, .signRun: 300, .repeatedSign: 150,
    .lineBreak: 300, .indent: 30, .greek: 400, .cyrillic: 260, .hebrew: 480,
    .arabic: 330, .devanagari: 330, .indic: 400, .thai: 420, .otherLetter: 600, .han: 750,
    .kana: 700, .hangul: 700, .emoji: 1700, .joiner: 900, .wideSign: 800, .rare: 3000,
  ])

  /// Byte pairs, about 100,000 entries, made for English and code above all.
  public static let bpe100k = TokenVocabulary([
    .word: 1000, .letterBeyond3: 55, .latin1: 700, .latinExtended: 700, .latinAdditional: 700, .camel: 400,
    .capital: 300, .number: 400, .digit: 250, .signRun: 300, .repeatedSign: 150,
    .lineBreak: 300, .indent: 30, .greek: 1000, .cyrillic: 480, .hebrew: 1100,
    .arabic: 800, .devanagari: 1100, .indic: 1800, .thai: 1200, .otherLetter: 1800, .han: 1150,
    .kana: 950, .hangul: 1200, .emoji: 2200, .joiner: 1000, .wideSign: 1000, .rare: 3200,
  ])

  /// What is reckoned for a vocabulary that nobody knows: rather too much than too little.
  public static let unknown = TokenVocabulary([
    .word: 1050, .letterBeyond3: 70, .latin1: 800, .latinExtended: 800, .latinAdditional: 800, .camel: 500,
    .capital: 350, .number: 400, .digit: 500, .signRun: 300, .repeatedSign: 250,
    .lineBreak: 400, .indent: 50, .greek: 1000, .cyrillic: 550, .hebrew: 1100,
    .arabic: 900, .devanagari: 1100, .indic: 1800, .thai: 1200, .otherLetter: 1800, .han: 1250,
    .kana: 1100, .hangul: 1250, .emoji: 2300, .joiner: 1000, .wideSign: 1100, .rare: 3500,
  ])
}
