// Made by Benchmarks/Tools/fit_rates.py from texts that real tokenizers have counted.

extension TokenVocabulary {
  /// Byte pairs, about 200,000, made for many languages (o200k_base).
  public static let bpe200k = TokenVocabulary([
    .word: 791, .letterBeyond3: 153, .foreignLetter: 9, .rareLetter: 634, .latin1: 778,
    .latinExtended: 460, .latinAdditional: 127, .camel: 1143, .capital: 91, .number: 837,
    .spacedNumber: 790, .digit: 274, .signRun: 798, .repeatedSign: 212, .blank: 47, .greek: 442,
    .cyrillic: 286, .foreignCyrillic: 117, .hebrew: 439, .arabic: 405, .arabicExtended: 335,
    .devanagari: 386, .indic: 387, .thai: 440, .otherLetter: 532, .han: 926, .kana: 685,
    .hangul: 792, .emoji: 1741, .joiner: 762, .wideSign: 626, .rare: 4287,
  ])

  /// Byte pairs, about 152,000, made for Chinese, English and code.
  public static let bpe152k = TokenVocabulary([
    .word: 748, .letterBeyond3: 208, .foreignLetter: 47, .rareLetter: 1008, .latin1: 926,
    .latinExtended: 0, .latinAdditional: 77, .camel: 333, .capital: 25, .number: 744,
    .spacedNumber: 604, .digit: 883, .signRun: 598, .repeatedSign: 373, .blank: 17, .greek: 1030,
    .cyrillic: 373, .foreignCyrillic: 188, .hebrew: 452, .arabic: 472, .arabicExtended: 2045,
    .devanagari: 1188, .indic: 1329, .thai: 571, .otherLetter: 1353, .han: 741, .kana: 546,
    .hangul: 910, .emoji: 2054, .joiner: 528, .wideSign: 698, .rare: 2467,
  ])

  /// Byte pairs, about 131,000, made for many languages and code; each digit by itself.
  public static let bpe131k = TokenVocabulary([
    .word: 768, .letterBeyond3: 172, .foreignLetter: 25, .rareLetter: 942, .latin1: 665,
    .latinExtended: 162, .latinAdditional: 381, .camel: 915, .capital: 118, .number: 610,
    .spacedNumber: 802, .digit: 890, .signRun: 782, .repeatedSign: 304, .blank: 37, .greek: 462,
    .cyrillic: 329, .foreignCyrillic: 89, .hebrew: 540, .arabic: 370, .arabicExtended: 560,
    .devanagari: 461, .indic: 475, .thai: 566, .otherLetter: 786, .han: 1125, .kana: 660,
    .hangul: 694, .emoji: 4047, .joiner: 570, .wideSign: 139, .rare: 5099,
  ])

  /// Byte pairs, about 129,000, made for Chinese and English.
  public static let bpe129k = TokenVocabulary([
    .word: 784, .letterBeyond3: 180, .foreignLetter: 37, .rareLetter: 733, .latin1: 1243,
    .latinExtended: 771, .latinAdditional: 887, .camel: 912, .capital: 70, .number: 909,
    .spacedNumber: 571, .digit: 270, .signRun: 754, .repeatedSign: 258, .blank: 41, .greek: 572,
    .cyrillic: 339, .foreignCyrillic: 159, .hebrew: 548, .arabic: 465, .arabicExtended: 466,
    .devanagari: 764, .indic: 615, .thai: 391, .otherLetter: 992, .han: 664, .kana: 679,
    .hangul: 944, .emoji: 2108, .joiner: 739, .wideSign: 766, .rare: 3646,
  ])

  /// Byte pairs, about 100,000, made for English and code (cl100k_base).
  public static let bpe100k = TokenVocabulary([
    .word: 726, .letterBeyond3: 223, .foreignLetter: 46, .rareLetter: 994, .latin1: 1062,
    .latinExtended: 503, .latinAdditional: 1610, .camel: 471, .capital: 29, .number: 988,
    .spacedNumber: 634, .digit: 273, .signRun: 583, .repeatedSign: 414, .blank: 25, .greek: 1064,
    .cyrillic: 539, .foreignCyrillic: 125, .hebrew: 1197, .arabic: 892, .arabicExtended: 1063,
    .devanagari: 1297, .indic: 1610, .thai: 952, .otherLetter: 2130, .han: 1467, .kana: 911,
    .hangul: 1326, .emoji: 3022, .joiner: 515, .wideSign: 548, .rare: 4290,
  ])

  /// Byte pairs, about 65,000, made for English.
  public static let bpe65k = TokenVocabulary([
    .word: 726, .letterBeyond3: 224, .foreignLetter: 79, .rareLetter: 1225, .latin1: 903,
    .latinExtended: 949, .latinAdditional: 3465, .camel: 461, .capital: 18, .number: 619,
    .spacedNumber: 0, .digit: 354, .signRun: 703, .repeatedSign: 737, .blank: 38, .greek: 1331,
    .cyrillic: 610, .foreignCyrillic: 93, .hebrew: 1063, .arabic: 1151, .arabicExtended: 1791,
    .devanagari: 1406, .indic: 2216, .thai: 1795, .otherLetter: 1771, .han: 1339, .kana: 1030,
    .hangul: 1466, .emoji: 2924, .joiner: 629, .wideSign: 268, .rare: 1643,
  ])

  /// Byte pairs, about 49,000, made for English and code alone; each digit by itself.
  public static let bpe49k = TokenVocabulary([
    .word: 730, .letterBeyond3: 231, .foreignLetter: 116, .rareLetter: 1002, .latin1: 1342,
    .latinExtended: 1310, .latinAdditional: 3490, .camel: 356, .capital: 78, .number: 703,
    .spacedNumber: 71, .digit: 902, .signRun: 669, .repeatedSign: 961, .blank: 29, .greek: 1013,
    .cyrillic: 909, .foreignCyrillic: 44, .hebrew: 1321, .arabic: 1198, .arabicExtended: 1986,
    .devanagari: 1423, .indic: 2111, .thai: 1908, .otherLetter: 2462, .han: 1990, .kana: 1822,
    .hangul: 2806, .emoji: 3322, .joiner: 0, .wideSign: 1002, .rare: 4189,
  ])

  /// Pieces of sentences, about 32,000; each digit by itself.
  public static let pieces32k = TokenVocabulary([
    .word: 695, .letterBeyond3: 282, .foreignLetter: 73, .rareLetter: 1064, .latin1: 917,
    .latinExtended: 822, .latinAdditional: 2840, .camel: 303, .capital: 132, .number: 890,
    .spacedNumber: 361, .digit: 832, .signRun: 739, .repeatedSign: 876, .blank: 209, .greek: 1216,
    .cyrillic: 466, .foreignCyrillic: 55, .hebrew: 1239, .arabic: 1124, .arabicExtended: 1896,
    .devanagari: 1323, .indic: 1351, .thai: 1030, .otherLetter: 1512, .han: 1334, .kana: 1075,
    .hangul: 1571, .emoji: 3155, .joiner: 626, .wideSign: 844, .rare: 5220,
  ])

  /// Pieces of words with marked ends, about 49,000 that are known.
  public static let words49k = TokenVocabulary([
    .word: 715, .letterBeyond3: 263, .foreignLetter: 71, .rareLetter: 750, .latin1: 819,
    .latinExtended: 533, .latinAdditional: 2050, .camel: 1357, .capital: 68, .number: 994,
    .spacedNumber: 1241, .digit: 234, .signRun: 765, .repeatedSign: 632, .blank: 131, .greek: 817,
    .cyrillic: 484, .foreignCyrillic: 22, .hebrew: 843, .arabic: 842, .arabicExtended: 958,
    .devanagari: 887, .indic: 935, .thai: 940, .otherLetter: 1085, .han: 1189, .kana: 810,
    .hangul: 1476, .emoji: 3976, .joiner: 0, .wideSign: 1544, .rare: 5208,
  ])

  /// Pieces of words with marked ends, about 15,000 that are known.
  public static let words15k = TokenVocabulary([
    .word: 940, .letterBeyond3: 383, .foreignLetter: 110, .rareLetter: 1024, .latin1: 471,
    .latinExtended: 71, .latinAdditional: 1974, .camel: 268, .capital: 506, .number: 1420,
    .spacedNumber: 1120, .digit: 129, .signRun: 800, .repeatedSign: 1030, .blank: 140, .greek: 816,
    .cyrillic: 483, .foreignCyrillic: 23, .hebrew: 842, .arabic: 842, .arabicExtended: 908,
    .devanagari: 887, .indic: 935, .thai: 940, .otherLetter: 1084, .han: 1182, .kana: 820,
    .hangul: 1457, .emoji: 3714, .joiner: 332, .wideSign: 1400, .rare: 5191,
  ])
}
