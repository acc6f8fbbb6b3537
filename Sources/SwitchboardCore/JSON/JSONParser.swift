/// Reads RFC 8259 text into tokens, without recursion.
///
/// While a container is open its token's `next` names its parent, so no stack is needed.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  private let limits: JSON.Limits
  let refusesDuplicates: Bool
  var at = 0
  private var depth = 0
  private var values = 0
  /// The open container's index.
  private(set) var parent: UInt32 = 0
  var tokens: JSONTokenBuffer
  var duplicateKeys = 0
  /// Which keys there can be.
  private(set) var keys = JSONKeySet()

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
  @inline(__always)
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
  @inline(__always)
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
  @inline(__always)
  private mutating func key() throws(JSON.ParseError) {
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[at] == 0x22 else { throw failure(.expected("a quoted key")) }
    let index = tokens.count
    try string()
    keys.insert(tokens[index], in: bytes)
    skipSpace()
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[at] == 0x3A else { throw failure(.expected("a colon")) }
    at &+= 1
    skipSpace()
  }

  /// Reads a string; most are plain, and what is not is left to ``oddString(from:)``.
  @inline(__always)
  private mutating func string() throws(JSON.ParseError) {
    let start = at &+ 1
    at = JSONBytes.plainEnd(bytes, from: start, stopsAtNonASCII: true)
    guard at < bytes.count, bytes[at] == 0x22 else { return try oddString(from: start) }
    append(.string, from: start)
    at &+= 1
  }

  /// Reads on in a string that holds escapes or letters beyond ASCII, or that is wrong.
  @inline(never)
  private mutating func oddString(from start: Int) throws(JSON.ParseError) {
    var isEscaped = false
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
