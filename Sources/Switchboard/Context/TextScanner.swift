import SwitchboardCore

/// Counts the traits of a text in one pass over its bytes.
///
/// Sixty-four characters at a time are kept as bit sets, one for each kind: runs, their lengths and
/// what stands beside what are then shifts and population counts. Eight bytes of ASCII are sorted
/// at once; other characters one by one. Any bytes will do, also such that are no UTF-8.
///
/// - Complexity: O(n) in the bytes; nothing is allocated.
package struct TextScanner {
  private var traits = TextTraits()

  /// The characters that are not yet counted, one bit each, the first in the lowest bit.
  private var block = Block()
  private var filled = 0

  /// The last characters before the block, the last in the highest bit.
  private var before = Block()

  /// The byte before, 0 when it was no ASCII.
  private var lastByte: UInt8 = 0

  /// The kinds of characters that are told apart, and the signs that repeat the one before.
  private struct Block {
    var letters: UInt64 = 0
    var capitals: UInt64 = 0
    var digits: UInt64 = 0
    var spaces: UInt64 = 0
    var signs: UInt64 = 0
    var repeats: UInt64 = 0
  }

  /// The traits of a text.
  package static func traits(of text: String) -> TextTraits {
    var text = text
    return text.withUTF8 { traits(of: UnsafeRawBufferPointer($0)) }
  }

  /// The traits of a text's bytes.
  package static func traits(of bytes: UnsafeRawBufferPointer) -> TextTraits {
    var scanner = TextScanner()
    scanner.read(bytes)
    scanner.countBlock()
    return scanner.traits
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      if place + 8 <= bytes.count {
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        if eight & ASCIIBytes.highs == 0 {
          add(ASCIIBytes(eight))
          place += 8
          continue
        }
      }
      if bytes[place] < 0x80 {
        add(bytes[place])
        place += 1
      } else {
        place += addWide(bytes, at: place)
      }
    }
  }

  // MARK: - ASCII

  private mutating func add(_ bytes: ASCIIBytes) {
    if filled > 56 { countBlock() }
    let letters = bytes.letters
    let digits = bytes.between(0x30, 0x39)
    let spaces = bytes.equal(0x20) | bytes.equal(0x09)
    let breaks = ASCIIBytes.highs & ~(bytes.atLeast(0x20) | spaces)
    let signs = ASCIIBytes.highs & ~(letters | digits | spaces | breaks)
    let previous = bytes.moved(after: lastByte)
    let place = UInt64(truncatingIfNeeded: filled)
    block.letters |= ASCIIBytes.bits(letters) &<< place
    block.capitals |= ASCIIBytes.bits(bytes.between(0x41, 0x5A)) &<< place
    block.digits |= ASCIIBytes.bits(digits) &<< place
    block.spaces |= ASCIIBytes.bits(spaces) &<< place
    block.signs |= ASCIIBytes.bits(signs) &<< place
    block.repeats |= ASCIIBytes.bits(signs & bytes.equal(previous)) &<< place
    note(.blank, breaks)
    let small = bytes.lowercase
    note(.rareLetter, small.equal(0x6A) | small.equal(0x6B) | small.equal(0x7A))
    traits.englishPairs &+=
      (small.equal(0x68) & previous.lowercase.equal(0x74)).nonzeroBitCount
    filled += 8
    lastByte = bytes.last
  }

  private mutating func add(_ byte: UInt8) {
    if filled == 64 { countBlock() }
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: filled)
    switch byte {
    case 0x41...0x5A, 0x61...0x7A:
      block.letters |= bit
      if byte < 0x61 { block.capitals |= bit }
      switch byte | 0x20 {
      case 0x6A, 0x6B, 0x7A: traits.counts[TextTrait.rareLetter.rawValue] &+= 1
      case 0x68 where lastByte | 0x20 == 0x74: traits.englishPairs &+= 1
      default: break
      }
    case 0x30...0x39: block.digits |= bit
    case 0x20, 0x09: block.spaces |= bit
    case ..<0x20: traits.counts[TextTrait.blank.rawValue] &+= 1
    default:
      block.signs |= bit
      if byte == lastByte { block.repeats |= bit }
    }
    filled += 1
    lastByte = byte
  }

  // MARK: - Other characters

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
    let trait = isWhole ? CharacterTrait.of(code) : .rare
    traits.counts[trait.rawValue] &+= 1
    if code == 0x44B || code == 0x42B { traits.russianLetters &+= 1 }
    if filled == 64 { countBlock() }
    // Letters with marks belong to the words that they stand in.
    if trait == .latin1 || trait == .latinExtended || trait == .latinAdditional {
      block.letters |= 1 &<< UInt64(truncatingIfNeeded: filled)
    }
    filled += 1
    lastByte = 0
    return end - place
  }

  // MARK: - Counting

  private mutating func note(_ trait: TextTrait, _ found: UInt64) {
    traits.counts[trait.rawValue] &+= found.nonzeroBitCount
  }

  /// Moves each character of a set to the place of one that follows it by some steps.
  private static func after(_ before: UInt64, _ set: UInt64, _ steps: UInt64) -> UInt64 {
    set &<< steps | before &>> (64 &- steps)
  }

  /// Counts what stands in the block and empties it.
  private mutating func countBlock() {
    if filled == 0 { return }
    let letterBefore = Self.after(before.letters, block.letters, 1)
    traits.latinLetters &+= block.letters.nonzeroBitCount
    note(.word, block.letters & ~letterBefore)
    // A letter stands beyond the third of its run when the three before it are letters too.
    note(
      .letterBeyond3,
      block.letters & letterBefore & Self.after(before.letters, block.letters, 2)
        & Self.after(before.letters, block.letters, 3))
    let capitalBefore = Self.after(before.capitals, block.capitals, 1)
    note(.camel, block.capitals & letterBefore & ~capitalBefore)
    note(.capital, block.capitals & capitalBefore)
    note(.digit, block.digits)
    let spaceBefore = Self.after(before.spaces, block.spaces, 1)
    let numbers = block.digits & ~Self.after(before.digits, block.digits, 1)
    note(.number, numbers)
    note(.spacedNumber, numbers & spaceBefore)
    note(.signRun, block.signs & ~Self.after(before.signs, block.signs, 1))
    note(.repeatedSign, block.repeats)
    note(.blank, block.spaces & spaceBefore)

    let empty = UInt64(64 - filled)
    before = Block(
      letters: block.letters << empty, capitals: block.capitals << empty,
      digits: block.digits << empty, spaces: block.spaces << empty, signs: block.signs << empty)
    block = Block()
    filled = 0
  }
}
