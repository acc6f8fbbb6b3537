/// Reads RFC 8259 text into tokens, without recursion.
///
/// While a container is open its token's `next` names its parent, so no stack is needed.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: JSON.Limits
  private let refusesDuplicates: Bool
  private var at = 0
  private var depth = 0
  private var values = 0
  /// The open container's index.
  private var parent: UInt32 = 0
  private(set) var tokens: JSONTokenBuffer
  private(set) var duplicateKeys = 0

  /// A parser of `bytes`, whose tokens begin in borrowed memory.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, tokens: JSONTokenBuffer, limits: JSON.Limits,
    duplicateKeys: JSON.DuplicateKeys
  ) {
    self.bytes = bytes
    self.tokens = tokens
    self.limits = limits
    refusesDuplicates = duplicateKeys == .refuse
  }

  /// Parses the one value of the text.
  mutating func parse() throws(JSON.ParseError) {
    at = JSONBytes.markLength(bytes)
    skipSpace()
    guard at < bytes.count else { throw failure(.empty) }
    while true {
      let isComplete = try value()
      if isComplete, try closeContainers() { break }
    }
    guard at == bytes.count else { throw failure(.trailingText) }
  }

  /// Reads a scalar or an empty container, or opens one: then false, and its first value follows.
  private mutating func value() throws(JSON.ParseError) -> Bool {
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    values &+= 1
    guard values <= limits.nodes else { throw failure(.tooManyValues(limit: limits.nodes)) }
    if depth > 0 { tokens[Int(parent)].length &+= 1 }
    switch bytes[at] {
    case 0x22:
      try string()
      return true
    case 0x7B: return try open(.object, closedBy: 0x7D)
    case 0x5B: return try open(.array, closedBy: 0x5D)
    case 0x2D, 0x30...0x39: try number()
    case 0x74: try literal("true", .yes)
    case 0x66: try literal("false", .no)
    case 0x6E: try literal("null", .null)
    default: throw failure(.expected("a value"))
    }
    return true
  }

  /// Goes on after a value: true when the root is complete, false when another value follows.
  private mutating func closeContainers() throws(JSON.ParseError) -> Bool {
    while true {
      skipSpace()
      if depth == 0 { return true }
      let isObject = tokens[Int(parent)].kind == .object
      guard at < bytes.count else { throw failure(.unexpectedEnd) }
      switch bytes[at] {
      case 0x2C:
        at &+= 1
        skipSpace()
        if isObject { try key() }
        return false
      case 0x7D where isObject:
        if tokens[Int(parent)].length > 1 { try resolveDuplicates() }
        close()
      case 0x5D where !isObject: close()
      default: throw failure(.expected(isObject ? "a comma or '}'" : "a comma or ']'"))
      }
    }
  }

  private mutating func open(
    _ kind: JSONToken.Kind, closedBy end: UInt8
  ) throws(JSON.ParseError) -> Bool {
    guard depth < limits.allowedDepth else {
      throw failure(.tooDeep(limit: limits.allowedDepth))
    }
    let index = UInt32(truncatingIfNeeded: tokens.count)
    tokens.append(
      JSONToken(start: UInt32(truncatingIfNeeded: at), length: 0, next: parent, kind: kind))
    parent = index
    depth &+= 1
    at &+= 1
    skipSpace()
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    if bytes[at] == end {
      close()
      return true
    }
    if kind == .object { try key() }
    return false
  }

  private mutating func close() {
    at &+= 1
    depth &-= 1
    let index = Int(parent)
    parent = tokens[index].next
    tokens[index].next = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Reads a key, its colon and the space around them.
  private mutating func key() throws(JSON.ParseError) {
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[at] == 0x22 else { throw failure(.expected("a quoted key")) }
    try string()
    skipSpace()
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[at] == 0x3A else { throw failure(.expected("a colon")) }
    at &+= 1
    skipSpace()
  }

  private mutating func string() throws(JSON.ParseError) {
    let start = at &+ 1
    var isEscaped = false
    at = JSONBytes.plainEnd(bytes, from: start, stopsAtNonASCII: true)
    while at < bytes.count, bytes[at] != 0x22 {
      let byte = bytes[at]
      if byte >= 0x80 {
        let length = JSONBytes.sequenceLength(bytes, at: at)
        guard length > 0 else { throw failure(.invalidUTF8) }
        at &+= length
        // Non-ASCII letters come in runs, so look at one byte before starting a long scan.
        if at < bytes.count, bytes[at] >= 0x80 { continue }
      } else if byte == 0x5C {
        isEscaped = true
        try escape()
      } else {
        throw failure(.controlCharacter)
      }
      at = JSONBytes.plainEnd(bytes, from: at, stopsAtNonASCII: true)
    }
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    append(.string, from: start, isEscaped: isEscaped)
    at &+= 1
  }

  private mutating func escape() throws(JSON.ParseError) {
    guard at + 1 < bytes.count else { throw failure(.unexpectedEnd) }
    if bytes[at + 1] == 0x75 {
      guard JSONBytes.hex(bytes, at: at + 2, digits: 4) != nil else {
        throw failure(.invalidEscape)
      }
      at &+= 6
    } else {
      guard JSONBytes.simpleEscape(bytes[at + 1]) != nil else { throw failure(.invalidEscape) }
      at &+= 2
    }
  }

  private mutating func number() throws(JSON.ParseError) {
    let start = at
    let number = JSONNumber.scan(bytes, from: start)
    at = number.end
    guard number.isValid else { throw failure(.invalidNumber) }
    guard at - start <= limits.numberLength else {
      at = start
      throw failure(.numberTooLong(limit: limits.numberLength))
    }
    append(.number, from: start)
  }

  private mutating func literal(
    _ text: StaticString, _ kind: JSONToken.Kind
  ) throws(JSON.ParseError) {
    let start = at
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for byte in expected {
      guard at < bytes.count else { throw failure(.unexpectedEnd) }
      guard bytes[at] == byte else {
        at = start
        throw failure(.expected("a value"))
      }
      at &+= 1
    }
    append(kind, from: start)
  }

  @inline(__always)
  private mutating func append(_ kind: JSONToken.Kind, from start: Int, isEscaped: Bool = false) {
    tokens.append(
      JSONToken(
        start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: at &- start),
        next: UInt32(truncatingIfNeeded: tokens.count &+ 1), kind: kind, isEscaped: isEscaped))
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20 {
      guard bytes[at] == 0x20 || 0x09...0x0A ~= bytes[at] || bytes[at] == 0x0D else { return }
      at &+= 1
    }
  }

  private func failure(_ reason: JSON.ParseError.Reason) -> JSON.ParseError {
    JSON.ParseError(reason, at: at, in: bytes)
  }
}

// MARK: - Keys given twice

extension JSONParser {
  /// Shadows the earlier members of each key given twice in the object about to close.
  private mutating func resolveDuplicates() throws(JSON.ParseError) {
    if tokens[Int(parent)].length <= 8 {
      try resolveFewDuplicates()
    } else {
      try resolveManyDuplicates()
    }
  }

  /// Compares keys pair by pair, cheaper than hashing when there are few.
  private mutating func resolveFewDuplicates() throws(JSON.ParseError) {
    let first = Int(parent) &+ 1
    var seen: UInt64 = 0
    var later = first
    while later < tokens.count {
      // Keys that differ here are mostly told apart by this sketch, and need no comparing.
      let sketch = sketch(ofKey: later)
      if seen & sketch != 0 { try shadowEarlier(from: first, than: later) }
      seen |= sketch
      later = Int(tokens[later &+ 1].next)
    }
  }

  /// One bit made of a key's length and its outer bytes; all bits when escapes hide them.
  private func sketch(ofKey index: Int) -> UInt64 {
    let token = tokens[index]
    if token.isEscaped { return .max }
    guard token.length > 0 else { return 1 }
    let start = Int(token.start)
    let outer = bytes[start] &* 7 &+ bytes[start &+ Int(token.length) &- 1]
    return 1 &<< UInt64(truncatingIfNeeded: UInt32(outer) &+ token.length &* 5)
  }

  private mutating func shadowEarlier(
    from first: Int, than later: Int
  ) throws(JSON.ParseError) {
    var earlier = first
    while earlier < later {
      if !tokens[earlier].isShadowed, isSameKey(earlier, later) {
        return try shadow(earlier, by: later)
      }
      earlier = Int(tokens[earlier &+ 1].next)
    }
  }

  /// Looks each key up in a hash table, so that a large object takes linear time.
  private mutating func resolveManyDuplicates() throws(JSON.ParseError) {
    var capacity = 32
    while capacity < 2 * Int(tokens[Int(parent)].length) { capacity *= 2 }
    // Open addressing over token indices; 0 is free, since a key is never the first token.
    var table = [Int](repeating: 0, count: capacity)
    var index = Int(parent) + 1
    while index < tokens.count {
      var slot = hash(ofKey: index) & (capacity - 1)
      while table[slot] != 0, !isSameKey(table[slot], index) { slot = (slot + 1) & (capacity - 1) }
      if table[slot] != 0 { try shadow(table[slot], by: index) }
      table[slot] = index
      index = Int(tokens[index + 1].next)
    }
  }

  /// The hash is seeded by the process, so no sender can choose keys that collide.
  private func hash(ofKey index: Int) -> Int {
    tokens[index].withText(in: bytes) { text in
      var hasher = Hasher()
      JSONBytes.hash(text, into: &hasher)
      return hasher.finalize()
    }
  }

  @inline(__always)
  private func isSameKey(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (tokens[left], tokens[right])
    if left.isEscaped || right.isEscaped {
      return left.withText(in: bytes) { right.matches($0, in: bytes) }
    }
    return left.length == right.length
      && JSONBytes.equal(left.source(in: bytes), right.source(in: bytes))
  }

  private mutating func shadow(_ earlier: Int, by later: Int) throws(JSON.ParseError) {
    if refusesDuplicates {
      at = Int(tokens[later].start) - 1
      let first = position(of: Int(tokens[earlier].start) - 1)
      let key = tokens[later].withText(in: bytes) { String(decoding: $0, as: UTF8.self) }
      throw JSON.ParseError(.duplicateKey(key, first: first), at: at, in: bytes)
    }
    if !tokens[earlier].isRepeat { duplicateKeys += 1 }
    tokens[earlier].isShadowed = true
    tokens[later].isRepeat = true
    tokens[Int(parent)].length -= 1
  }

  private func position(of offset: Int) -> JSON.Position {
    var cursor = JSONPositionCursor(bytes)
    return cursor.advance(to: offset, in: bytes)
  }
}
