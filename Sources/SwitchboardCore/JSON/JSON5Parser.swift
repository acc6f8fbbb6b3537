/// Reads JSON5 text (spec.json5.org) into a tree with positions.
///
/// Made for files people write: it is recursive and simple where ``JSONParser`` is fast.
struct JSON5Parser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSON.Limits
  var at = 0
  private var depth = 0
  private var values = 0
  private var cursor: JSONPositionCursor

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSON.Limits) {
    self.bytes = bytes
    self.limits = limits
    cursor = JSONPositionCursor(bytes)
  }

  /// Parses the one value of the text.
  mutating func parse() throws(JSON.ParseError) -> LocatedJSON {
    try checkEncoding()
    at = JSONBytes.markLength(bytes)
    try skipSpace()
    guard at < bytes.count else { throw failure(.empty) }
    let value = try value()
    try skipSpace()
    guard at == bytes.count else { throw failure(.trailingText) }
    return value
  }

  private mutating func value() throws(JSON.ParseError) -> LocatedJSON {
    let byte = try peek()
    values += 1
    guard values <= limits.nodes else { throw failure(.tooManyValues(limit: limits.nodes)) }
    let position = cursor.advance(to: at, in: bytes)
    switch byte {
    case 0x7B: return LocatedJSON(members: try members(), at: position)
    case 0x5B: return LocatedJSON(elements: try elements(), at: position)
    case 0x22, 0x27: return LocatedJSON(scalar: JSON(try string()), at: position)
    case 0x2B, 0x2D, 0x2E, 0x30...0x39:
      return LocatedJSON(scalar: try number(), at: position)
    default: return LocatedJSON(scalar: try word(), at: position)
    }
  }

  private mutating func elements() throws(JSON.ParseError) -> [LocatedJSON] {
    try enter()
    var elements: [LocatedJSON] = []
    while try peek() != 0x5D {
      elements.append(try value())
      try skipSpace()
      if try peek() == 0x2C {
        at += 1
        try skipSpace()
      } else if try peek() != 0x5D {
        throw failure(.expected("a comma or ']'"))
      }
    }
    leave()
    return elements
  }

  private mutating func members() throws(JSON.ParseError)
    -> [(key: String, keyPosition: JSON.Position, value: LocatedJSON)]
  {
    try enter()
    var members: [(key: String, keyPosition: JSON.Position, value: LocatedJSON)] = []
    var firsts: [JSONKey: JSON.Position] = [:]
    while try peek() != 0x7D {
      let start = at
      let position = cursor.advance(to: at, in: bytes)
      let key = try key()
      if let first = firsts.updateValue(position, forKey: JSONKey(text: key)) {
        at = start
        throw failure(.duplicateKey(key, first: first))
      }
      try skipSpace()
      guard try peek() == 0x3A else { throw failure(.expected("a colon")) }
      at += 1
      try skipSpace()
      members.append((key, position, try value()))
      try skipSpace()
      if try peek() == 0x2C {
        at += 1
        try skipSpace()
      } else if try peek() != 0x7D {
        throw failure(.expected("a comma or '}'"))
      }
    }
    leave()
    return members
  }

  private mutating func enter() throws(JSON.ParseError) {
    guard depth < limits.allowedDepth else {
      throw failure(.tooDeep(limit: limits.allowedDepth))
    }
    depth += 1
    at += 1
    try skipSpace()
  }

  private mutating func leave() {
    depth -= 1
    at += 1
  }

  private mutating func word() throws(JSON.ParseError) -> JSON {
    if take("true") { return true }
    if take("false") { return false }
    if take("null") { return nil }
    if isNotFinite() { throw failure(.notFinite) }
    throw failure(.expected("a value"))
  }

  /// Steps over `word` when it stands here.
  mutating func take(_ word: StaticString) -> Bool {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes.count - at >= expected.count else { return false }
    let found = UnsafeBufferPointer(rebasing: bytes[at..<at + expected.count])
    guard JSONBytes.equal(found, expected) else { return false }
    at += expected.count
    return true
  }

  /// Whether one of the words for what is no finite number stands here.
  func isNotFinite() -> Bool {
    var ahead = self
    return ahead.take("Infinity") || ahead.take("NaN")
  }

  /// The byte here; running out of them is an error, since the value is not complete.
  func peek() throws(JSON.ParseError) -> UInt8 {
    guard at < bytes.count else { throw failure(.unexpectedEnd) }
    return bytes[at]
  }

  func failure(_ reason: JSON.ParseError.Reason) -> JSON.ParseError {
    JSON.ParseError(reason, at: at, in: bytes)
  }
}

// MARK: - Space and encoding

extension JSON5Parser {
  private mutating func checkEncoding() throws(JSON.ParseError) {
    while at < bytes.count {
      let length = JSONBytes.sequenceLength(bytes, at: at)
      guard length > 0 else { throw failure(.invalidUTF8) }
      at += length
    }
  }

  /// Steps over white space (§8) and comments (§7).
  mutating func skipSpace() throws(JSON.ParseError) {
    while at < bytes.count {
      if take("//") {
        while at < bytes.count, lineBreakLength() == 0 { at += 1 }
      } else if take("/*") {
        while !take("*/") {
          guard at < bytes.count else { throw failure(.unexpectedEnd) }
          at += 1
        }
      } else {
        let (scalar, length) = scalar()
        guard Self.isSpace(scalar) else { return }
        at += length
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x2028, 0x2029, 0xFEFF: true
    case 0..<0x80: false
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// The length of the line break here (LF, CR, CR LF, U+2028 or U+2029), else 0.
  func lineBreakLength() -> Int {
    switch bytes[at] {
    case 0x0A: 1
    case 0x0D: at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    case 0xE2 where bytes[at + 1] == 0x80 && bytes[at + 2] & 0xFE == 0xA8: 3
    default: 0
    }
  }

  /// The scalar here; the encoding has been checked.
  func scalar() -> (scalar: Unicode.Scalar, length: Int) {
    if bytes[at] < 0x80 { return (Unicode.Scalar(bytes[at]), 1) }
    let length = JSONBytes.sequenceLength(bytes, at: at)
    var value = UInt32(bytes[at]) & (0x7F >> UInt32(length))
    for byte in bytes[at + 1..<at + length] { value = value << 6 | UInt32(byte & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
