/// How a kind of vocabulary cuts text into tokens, as rates and not as the vocabulary itself.
///
/// Named after how the vocabulary was made and how many entries it has, since vendors share them.
/// Rates are never negative, so a longer text is never reckoned shorter.
public struct TokenVocabulary: Hashable, Sendable {
  /// Thousandths of a token, by ``TextTrait``.
  package let rates: SIMD32<Int>

  private init(rates: SIMD32<Int>) { self.rates = rates }

  init(_ rates: [TextTrait: Int]) {
    var lanes = SIMD32<Int>()
    for (trait, rate) in rates { lanes[trait.rawValue] = max(0, rate) }
    self.rates = lanes
  }

  /// Pieces of sentences, about 262,000, made for many languages; each digit by itself.
  ///
  /// Nobody may count with it offline, so these are the rates of ``bpe200k``, with digits as in
  /// ``bpe131k``, which cuts them in the same way.
  public static let pieces262k = bpe200k.taking([.number, .spacedNumber, .digit], from: bpe131k)

  /// What is reckoned for a vocabulary that nobody knows, rather too much than too little: that of
  /// ``bpe100k``, which is dear for every language but English, and 15 % more.
  public static let unknown = TokenVocabulary(rates: bpe100k.rates &* 115 / 100)

  private func taking(_ traits: [TextTrait], from other: TokenVocabulary) -> TokenVocabulary {
    var lanes = rates
    for trait in traits { lanes[trait.rawValue] = other.rates[trait.rawValue] }
    return TokenVocabulary(rates: lanes)
  }
}
