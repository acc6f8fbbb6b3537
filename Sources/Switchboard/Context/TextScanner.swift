import SwitchboardCore

/// Counts the traits of a text in one pass over its bytes.
///
/// Sixty-four characters at a time are kept as bit sets, one for each kind: runs, their lengths and
/// what stands beside what are then shifts and population counts. Eight bytes of ASCII are sorted
/// at once; other characters one by one. Any bytes will do, also such that are no UTF-8.
///
/// - Complexity: O(n) in the bytes; nothing is allocated.
struct TextScanner {
  /// How often each trait was found.
  private(set) var counts = SIMD32<Int>()

  /// The characters that are not yet counted, one bit each, the first in the lowest bit.
  private var block = Block()
  private var filled = 0

  /// The last characters before the block, the last in the highest bit.
  private var before = Block()

  private var lastByte: UInt8 = 0

  /// The kinds of character that are told apart.
  private struct Block {
    var letters: UInt64 = 0
    var capitals: UInt64 = 0
    var digits: UInt64 = 0
    var spaces: UInt64 = 0
    var breaks: UInt64 = 0
    var signs: UInt64 = 0
    var repeats: UInt64 = 0
  }

  /// The traits of a text.
  static func counts(of text: String) -> SIMD32<Int> {
    var text = text
    return text.withUTF8 { counts(of: UnsafeRawBufferPointer($0)) }
  }

  /// The traits of a text's bytes.
  static func counts(of bytes: UnsafeRawBufferPointer) -> SIMD32<Int> {
    var scanner = TextScanner()
    scanner.read(bytes)
    scanner.countBlock()
    return scanner.counts
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      if place + 8 <= bytes.count {
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        if eight & Self.highs == 0 {
          addASCII(eight)
          place += 8
          continue
        }
      }
      let byte = bytes[place]
      if byte < 0x80 {
        addASCII(byte)
        place += 1
      } else {
        place += addWide(bytes, at: place)
      }
    }
  }
}

// MARK: - ASCII

extension TextScanner {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The bytes that are at least a value, as their highest bits; all bytes are ASCII.
  private static func atLeast(_ bytes: UInt64, _ least: UInt64) -> UInt64 {
    (bytes &+ ones &* (0x80 - least)) & highs
  }

  private static func between(_ bytes: UInt64, _ least: UInt64, _ most: UInt64) -> UInt64 {
    atLeast(bytes, least) & ~atLeast(bytes, most + 1)
  }

  private static func equal(_ bytes: UInt64, _ others: UInt64) -> UInt64 {
    ~((bytes ^ others) &+ ones &* 0x7F) & highs
  }

  /// The highest bits of eight bytes as eight bits.
  private static func gathered(_ highs: UInt64) -> UInt64 {
    ((highs &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }

  private mutating func addASCII(_ bytes: UInt64) {
    if filled > 56 { countBlock() }
    let letters = Self.between(bytes | Self.ones &* 0x20, 0x61, 0x7A)
    let capitals = Self.between(bytes, 0x41, 0x5A)
    let digits = Self.between(bytes, 0x30, 0x39)
    let spaces = Self.equal(bytes, Self.ones &* 0x20) | Self.equal(bytes, Self.ones &* 0x09)
    let breaks = ~Self.atLeast(bytes, 0x20) & Self.highs & ~spaces
    let repeats = Self.equal(bytes, bytes &<< 8 | UInt64(lastByte))
    let place = UInt64(filled)
    block.letters |= Self.gathered(letters) &<< place
    block.capitals |= Self.gathered(capitals) &<< place
    block.digits |= Self.gathered(digits) &<< place
    block.spaces |= Self.gathered(spaces) &<< place
    block.breaks |= Self.gathered(breaks) &<< place
    block.signs |=
      Self.gathered(Self.highs & ~(letters | digits | spaces | breaks)) &<< place
    block.repeats |= Self.gathered(repeats) &<< place
    filled += 8
    lastByte = UInt8(truncatingIfNeeded: bytes &>> 56)
  }

  private mutating func addASCII(_ byte: UInt8) {
    if filled == 64 { countBlock() }
    let bit: UInt64 = 1 &<< UInt64(filled)
    switch byte {
    case 0x41...0x5A:
      block.letters |= bit
      block.capitals |= bit
    case 0x61...0x7A: block.letters |= bit
    case 0x30...0x39: block.digits |= bit
    case 0x20, 0x09: block.spaces |= bit
    case ..<0x20: block.breaks |= bit
    default: block.signs |= bit
    }
    if byte == lastByte { block.repeats |= bit }
    filled += 1
    lastByte = byte
  }
}

// MARK: - Other characters

extension TextScanner {
  /// Adds a character that is no ASCII.
  ///
  /// - Returns: How many bytes it has.
  private mutating func addWide(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    let lead = bytes[place]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
    var end = place + 1
    var code = UInt32(lead) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
    while end < bytes.count, end < place + length, bytes[end] & 0xC0 == 0x80 {
      code = code << 6 | UInt32(bytes[end] & 0x3F)
      end += 1
    }
    let isWhole = length > 1 && end == place + length
    add(isWhole ? CharacterTrait.of(code) : .rare)
    return end - place
  }

  private mutating func add(_ trait: TextTrait) {
    if filled == 64 { countBlock() }
    counts[trait.rawValue] &+= 1
    // Letters with marks belong to the words of Latin; what joins belongs to what stands before.
    if trait == .wideLatin { block.letters |= 1 &<< UInt64(filled) }
    filled += 1
    lastByte = 0
  }
}

// MARK: - Counting

extension TextScanner {
  private mutating func note(_ trait: TextTrait, _ found: UInt64) {
    counts[trait.rawValue] &+= found.nonzeroBitCount
  }

  /// Moves each character of a set to the place of one that follows it by some steps.
  private static func after(_ before: UInt64, _ set: UInt64, _ steps: UInt64) -> UInt64 {
    set &<< steps | before &>> (64 &- steps)
  }

  /// Counts what stands in the block and empties it.
  private mutating func countBlock() {
    if filled == 0 { return }
    let b = block
    let before = before
    let letterBefore = Self.after(before.letters, b.letters, 1)
    note(.word, b.letters & ~letterBefore)
    // A letter stands beyond the fourth of its run when the four before it are letters too.
    let four =
      letterBefore & Self.after(before.letters, b.letters, 2)
      & Self.after(before.letters, b.letters, 3) & Self.after(before.letters, b.letters, 4)
    let eight =
      four & Self.after(before.letters, b.letters, 5) & Self.after(before.letters, b.letters, 6)
      & Self.after(before.letters, b.letters, 7) & Self.after(before.letters, b.letters, 8)
    note(.letterBeyond4, b.letters & four)
    note(.letterBeyond8, b.letters & eight)
    let capitalBefore = Self.after(before.capitals, b.capitals, 1)
    note(.camel, b.capitals & letterBefore & ~capitalBefore)
    note(.capital, b.capitals & capitalBefore)

    note(.digit, b.digits)
    note(.number, b.digits & ~Self.after(before.digits, b.digits, 1))

    let signBefore = Self.after(before.signs, b.signs, 1)
    note(.signRun, b.signs & ~signBefore)
    note(.sign, b.signs & ~b.repeats)
    note(.repeatedSign, b.signs & b.repeats)

    let spaceBefore = Self.after(before.spaces, b.spaces, 1)
    // One space before a word is part of its token.
    note(.gap, b.spaces & spaceBefore & ~Self.after(before.spaces, b.spaces, 2))
    note(.gap, b.digits & spaceBefore)
    note(.indent, b.spaces & spaceBefore)
    note(.lineBreak, b.breaks)

    let empty = UInt64(64 &- filled)
    self.before = Block(
      letters: b.letters << empty, capitals: b.capitals << empty, digits: b.digits << empty,
      spaces: b.spaces << empty, breaks: b.breaks << empty, signs: b.signs << empty)
    block = Block()
    filled = 0
  }
}
