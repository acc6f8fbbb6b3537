/// Breaks a text that comes in pieces into lines of at most so many columns.
///
/// Lines are broken after blanks and beside the letters of scripts that are written without; a word that is
/// longer than a line is cut. What was broken is never looked at again: a piece costs what it is
/// long, however much came before it. The lines are the same wherever the text was cut.
struct LineWrap: Sendable {
  /// A line, measured.
  struct Line: Sendable, Hashable {
    /// Its text in UTF-8, without the line feed.
    var bytes: [UInt8] = []

    /// The columns it takes.
    var width = 0

    /// Its text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The columns of a line, at least 2.
  let width: Int

  /// The lines that are kept, of which older ones are let go; `nil` for all.
  let limit: Int?

  private var closed: [Line] = []
  private var line = Line()
  /// Where the line can be broken, and how wide it is up to there.
  private var breakAt: (count: Int, width: Int)?
  private var isAfterWide = false
  /// The last letter, of which a mark may still follow.
  private var held: [UInt8] = []

  /// No letter that people write has as many bytes with all its marks; more are letters of their own.
  private static let longestLetter = 256

  init(width: Int, limit: Int? = nil) {
    self.width = max(2, width)
    self.limit = limit
  }

  /// The lines of a whole text.
  static func lines(_ text: String, width: Int) -> [Line] {
    var wrap = LineWrap(width: width)
    wrap.add(text.utf8)
    return wrap.end()
  }

  /// Takes the next piece of the text; it may begin and end within a letter, though not within a
  /// Unicode scalar.
  mutating func add(_ piece: some Collection<UInt8>) {
    let bytes = held + piece
    held = []
    bytes.withUnsafeBufferPointer { take($0) }
  }

  /// The last lines, the one that is being written among them.
  ///
  /// - Parameter count: How many at most.
  /// - Returns: At least one line, which may be empty.
  func last(_ count: Int) -> [Line] {
    var copy = self
    let whole = copy.end()
    return whole.count <= count ? whole : Array(whole.suffix(count))
  }

  /// Every line that is kept.
  private mutating func end() -> [Line] {
    held.withUnsafeBufferPointer { letters($0[...], holdsLast: false) }
    held = []
    return closed + [line]
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < bytes.count {
      // An ASCII letter before another has no marks; all else is left to Unicode's rules.
      if bytes[place] < 0x80, place + 1 < bytes.count, bytes[place + 1] < 0x80 {
        ascii(bytes[place])
        place += 1
        continue
      }
      var end = place + 1
      while end < bytes.count, bytes[end] >= 0x80 || bytes[end - 1] >= 0x80 { end += 1 }
      letters(bytes[place..<end], holdsLast: end == bytes.count)
      place = end
    }
  }

  private mutating func ascii(_ byte: UInt8) {
    switch byte {
    case 0x0A: close()
    case 0x09:
      blank()
      blank()
    case 0x20: blank()
    case 0..<0x20, 0x7F: break
    default:
      put(CollectionOfOne(byte), width: 1, isWide: false, mayBegin: !Self.stops.contains(byte))
    }
  }

  private mutating func letters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, holdsLast: Bool) {
    if bytes.isEmpty { return }
    let text = String(decoding: bytes, as: UTF8.self)
    var rest = text[...]
    while let letter = rest.first {
      let next = rest.index(after: rest.startIndex)
      if holdsLast, next == text.endIndex, rest.utf8.count <= Self.longestLetter {
        held = Array(rest.utf8)
        return
      }
      if let byte = letter.asciiValue {
        ascii(byte)
      } else {
        let width = TextWidth.of(letter)
        let utf8 = rest[..<next].utf8
        put(
          utf8, width: width, isWide: TextWidth.standsAlone(letter),
          mayBegin: !Self.closing.contains(letter))
      }
      rest = rest[next...]
    }
  }

  private mutating func blank() {
    if line.width + 1 > width { return close() }
    line.bytes.append(0x20)
    line.width += 1
    breakAt = (line.bytes.count, line.width)
    isAfterWide = false
  }

  private mutating func put(
    _ bytes: some Collection<UInt8>, width next: Int, isWide: Bool, mayBegin: Bool
  ) {
    let mayBreak = mayBegin && (isWide || isAfterWide) && next > 0
    if mayBreak, line.width > 0 { breakAt = (line.bytes.count, line.width) }
    while line.width + next > width || line.bytes.count > width * 64 { breakLine() }
    line.bytes.append(contentsOf: bytes)
    line.width += next
    if next > 0 { isAfterWide = isWide }
  }

  /// Begins a new line with what stands behind the last place where the line can be broken.
  private mutating func breakLine() {
    guard let place = breakAt, place.count > 0 else { return close() }
    let rest = Line(
      bytes: Array(line.bytes[place.count...]), width: line.width - place.width)
    line.bytes.removeSubrange(place.count...)
    line.width = place.width
    if line.bytes.last == 0x20 {
      line.bytes.removeLast()
      line.width -= 1
    }
    close()
    line = rest
  }

  private mutating func close() {
    closed.append(line)
    line = Line()
    breakAt = nil
    isAfterWide = false
    if let limit, closed.count >= 2 * limit + 16 { closed.removeFirst(closed.count - limit) }
  }

  /// What closes a sentence or a bracket in ASCII, and begins no line after a wide letter.
  private static let stops = Set(".,;:!?)]}%'\"".utf8)

  /// What closes a sentence or a quotation of wide letters, and begins no line (JIS X 4051).
  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "？", "！", "」", "』", "）", "】", "》", "〉", "”", "’", "…", "ー", "々",
    "・",
  ]
}
