import SwitchboardCore

/// Counts the traits of sixteen bytes of ASCII at a time.
///
/// It says of every byte what ``TextScanner`` says of one.
struct ASCIITally {
  private typealias Lanes = ASCIIVector.Lanes

  private var words = Lanes()
  private var lettersBeyond3 = Lanes()
  private var letters = Lanes()
  private var englishPairs = Lanes()
  private var rareLetters = Lanes()
  private var camels = Lanes()
  private var capitals = Lanes()
  private var numbers = Lanes()
  private var spacedNumbers = Lanes()
  private var digits = Lanes()
  private var signRuns = Lanes()
  private var repeatedSigns = Lanes()
  private var blanks = Lanes()
  private var held = 0

  /// A lane counts to 255.
  var isFull: Bool { held == 255 }

  /// Counts the sixteen bytes at a place that has three bytes of ASCII before it.
  ///
  /// Inlined, or the counts would not stay in registers.
  @inline(__always)
  mutating func add(_ place: UnsafeRawPointer, _ bytes: ASCIIVector) {
    let before = ASCIIVector(place - 1)
    let (letter, letterBefore) = (bytes.letters, before.letters)
    let (capital, capitalBefore) = (bytes.capitals, before.capitals)
    let (digit, digitBefore) = (bytes.digits, before.digits)
    let (space, spaceBefore) = (bytes.spaces, before.spaces)
    let blank = bytes.blanks
    let sign = ~(letter | digit | blank)
    let signBefore = ~(letterBefore | digitBefore | before.blanks)
    let number = digit & ~digitBefore
    let small = bytes.small
    letters &-= letter
    words &-= letter & ~letterBefore
    lettersBeyond3 &-=
      letter & letterBefore & ASCIIVector(place - 2).letters & ASCIIVector(place - 3).letters
    englishPairs &-= small.equal(0x68) & before.small.equal(0x74)
    rareLetters &-= small.equal(0x6A) | small.equal(0x6B) | small.equal(0x7A)
    camels &-= capital & letterBefore & ~capitalBefore
    capitals &-= capital & capitalBefore
    digits &-= digit
    numbers &-= number
    spacedNumbers &-= number & spaceBefore
    signRuns &-= sign & ~signBefore
    repeatedSigns &-= sign & bytes.equal(before.lanes)
    blanks &-= blank & ~(space & ~spaceBefore)
    held += 1
  }

  /// Adds what was counted to the counts of a text, and begins anew.
  mutating func pour(
    into counts: UnsafeMutablePointer<Int>, letters: inout Int, englishPairs: inout Int
  ) {
    func pour(_ lanes: Lanes, _ trait: TextTrait) { counts[trait.rawValue] += Self.sum(lanes) }
    pour(words, .word)
    pour(lettersBeyond3, .letterBeyond3)
    pour(rareLetters, .rareLetter)
    pour(camels, .camel)
    pour(capitals, .capital)
    pour(numbers, .number)
    pour(spacedNumbers, .spacedNumber)
    pour(digits, .digit)
    pour(signRuns, .signRun)
    pour(repeatedSigns, .repeatedSign)
    pour(blanks, .blank)
    letters += Self.sum(self.letters)
    englishPairs += Self.sum(self.englishPairs)
    self = ASCIITally()
  }

  private static func sum(_ lanes: Lanes) -> Int {
    Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
  }
}
