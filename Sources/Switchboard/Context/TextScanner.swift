import SwitchboardCore

/// Counts the traits of a text in one pass over its bytes.
///
/// Sixteen bytes of ASCII are counted at once (``ASCIITally``); other characters, and ASCII beside
/// them, one by one. Any bytes will do, also such that are no UTF-8.
///
/// - Complexity: O(n) in the bytes; nothing is allocated.
package struct TextScanner {
  /// How often each trait was found, by its raw value.
  ///
  /// Not a vector: to count in one place of it would write all of it.
  private let counts: UnsafeMutablePointer<Int>

  private var latinLetters = 0
  private var englishPairs = 0
  private var russianLetters = 0

  /// How many letters of Latin stand before, without a gap.
  private var letterRun = 0

  /// The kind of the character before.
  private var last = Kind.other

  /// The byte before, 0 when it was no ASCII.
  private var lastByte: UInt8 = 0

  /// How many bytes of ASCII stand before, without a gap.
  private var asciiRun = 0

  private enum Kind {
    case small, capital, digit, space, sign, control, other
  }

  /// The traits of a text.
  package static func traits(of text: String) -> TextTraits {
    var text = text
    return text.withUTF8 { traits(of: UnsafeRawBufferPointer($0)) }
  }

  /// The traits of a text's bytes.
  package static func traits(of bytes: UnsafeRawBufferPointer) -> TextTraits {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: TextTraits.capacity) { counts in
      counts.initialize(repeating: 0)
      guard let first = counts.baseAddress, let start = bytes.baseAddress else {
        return TextTraits()
      }
      var scanner = TextScanner(counts: first)
      scanner.read(start, bytes.count)
      return TextTraits(
        counts: counts, latinLetters: scanner.latinLetters, englishPairs: scanner.englishPairs,
        russianLetters: scanner.russianLetters)
    }
  }

  private init(counts: UnsafeMutablePointer<Int>) { self.counts = counts }

  private mutating func read(_ bytes: UnsafeRawPointer, _ count: Int) {
    var place = 0
    while place < count {
      if asciiRun >= 3, place + 16 <= count { place += readASCII(bytes + place, count - place) }
      if place == count { return }
      let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
      if byte < 0x80 {
        add(byte)
        place += 1
      } else {
        place += addWide(bytes + place, count - place)
      }
    }
  }

  private func note(_ trait: TextTrait) { counts[trait.rawValue] &+= 1 }

  // MARK: - ASCII

  /// Reads as many times sixteen bytes as are ASCII.
  ///
  /// - Returns: How many bytes were read.
  private mutating func readASCII(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    var tally = ASCIITally()
    var place = 0
    while place + 16 <= count {
      let vector = ASCIIVector(bytes + place)
      guard vector.isASCII else { break }
      tally.add(bytes + place, vector)
      if tally.isFull {
        tally.pour(into: counts, letters: &latinLetters, englishPairs: &englishPairs)
      }
      place += 16
    }
    if place == 0 { return 0 }
    tally.pour(into: counts, letters: &latinLetters, englishPairs: &englishPairs)
    // Three letters are as good as more.
    letterRun = 0
    for byte in UnsafeRawBufferPointer(start: bytes + place - 3, count: 3) {
      last = Self.kind(byte)
      letterRun = last == .small || last == .capital ? letterRun + 1 : 0
      lastByte = byte
    }
    return place
  }

  private mutating func add(_ byte: UInt8) {
    let kind = Self.kind(byte)
    switch kind {
    case .small, .capital:
      if kind == .capital {
        if last == .capital { note(.capital) } else if letterRun > 0 { note(.camel) }
      }
      switch byte | 0x20 {
      case 0x6A, 0x6B, 0x7A: note(.rareLetter)
      case 0x68 where lastByte | 0x20 == 0x74: englishPairs &+= 1
      default: break
      }
      addLetter()
    case .digit:
      note(.digit)
      if last != .digit { note(.number) }
      if last == .space { note(.spacedNumber) }
    case .sign:
      if last != .sign { note(.signRun) }
      if byte == lastByte { note(.repeatedSign) }
    case .space:
      if last == .space { note(.blank) }
    case .control: note(.blank)
    case .other: break
    }
    if kind != .small, kind != .capital { letterRun = 0 }
    last = kind
    lastByte = byte
    asciiRun += 1
  }

  private mutating func addLetter() {
    latinLetters &+= 1
    if letterRun == 0 { note(.word) }
    if letterRun >= 3 { note(.letterBeyond3) }
    letterRun &+= 1
  }

  private static func kind(_ byte: UInt8) -> Kind {
    switch byte {
    case 0x61...0x7A: .small
    case 0x20, 0x09: .space
    case 0x41...0x5A: .capital
    case 0x30...0x39: .digit
    case ..<0x20: .control
    default: .sign
    }
  }

  // MARK: - Other characters

  /// Adds a character that is no ASCII.
  ///
  /// - Returns: How many bytes it has.
  private mutating func addWide(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    let lead = bytes.load(as: UInt8.self)
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
    var code = UInt32(lead) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
    var size = 1
    while size < min(length, count) {
      let byte = bytes.load(fromByteOffset: size, as: UInt8.self)
      guard byte & 0xC0 == 0x80 else { break }
      code = code << 6 | UInt32(byte & 0x3F)
      size += 1
    }
    let trait = length > 1 && size == length ? CharacterTrait.of(code) : .rare
    note(trait)
    switch trait {
    case .latin1, .latinExtended, .latinAdditional: addLetter()
    case .cyrillic:
      if code == 0x44B || code == 0x42B { russianLetters &+= 1 }
      letterRun = 0
    default: letterRun = 0
    }
    last = .other
    lastByte = 0
    asciiRun = 0
    return size
  }
}
