/// One value or key of a parsed document: 16 bytes of offsets.
struct JSONToken {
  enum Kind: UInt8 {
    case null
    case yes
    case no
    case number
    case string
    case array
    case object

    var kind: JSON.Kind {
      switch self {
      case .null: .null
      case .yes, .no: .bool
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// The offset of the first byte; of a string, of the byte after its opening quote.
  var start: UInt32
  /// The bytes of a scalar (of a string, between its quotes), or the children that count.
  var length: UInt32
  /// The token after this value and all it holds, so that skipping is one step.
  ///
  /// While a container is open, this is its parent's index instead.
  var next: UInt32
  var kind: Kind
  /// Whether a string holds escapes.
  var isEscaped = false
  /// Whether this is a key given again later in its object: it and its value do not count.
  var isShadowed = false
  /// Whether this is a key given before in its object.
  var isRepeat = false
}

/// The bytes of a parsed text, and the index over them.
///
/// An array's token is followed by its elements, an object's by key, value, key, value.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let tokens: [JSONToken]
  let duplicateKeys: Int
  private let keys: JSONKeySet

  init(
    _ bytes: [UInt8], limits: JSON.Limits, duplicateKeys: JSON.DuplicateKeys
  ) throws(JSON.ParseError) {
    self.bytes = bytes
    // A streamed chunk has some thirty tokens.
    (tokens, keys, self.duplicateKeys) = try bytes.withUnsafeBufferPointer {
      buffer throws(JSON.ParseError) in
      try withUnsafeTemporaryAllocation(of: JSONToken.self, capacity: 64) {
        borrowed throws(JSON.ParseError) in
        var parser = JSONParser(
          buffer, tokens: JSONTokenBuffer(startingIn: borrowed), limits: limits,
          duplicateKeys: duplicateKeys)
        defer { parser.tokens.free() }
        try parser.parse()
        return (parser.tokens.array, parser.keys, parser.duplicateKeys)
      }
    }
  }

  /// The value of a token; the literals do not keep the document alive.
  func value(at index: Int) -> JSON {
    switch tokens[index].kind {
    case .null: JSON(storage: .null)
    case .yes: JSON(storage: .bool(true))
    case .no: JSON(storage: .bool(false))
    case .number, .string, .array, .object:
      JSON(storage: .parsed(self, UInt32(truncatingIfNeeded: index)))
    }
  }

  /// Calls `body` with the bytes of a number, or of a string between its quotes.
  @inline(__always)
  func withSource<Result>(
    of token: JSONToken, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(token.source(in: $0)) }
  }

  /// The text of a number, or of a string with its escapes resolved.
  func text(of token: JSONToken) -> String {
    withSource(of: token) { source in
      guard token.isEscaped else { return String(decoding: source, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: source.count) {
        JSONBytes.unescape(source, into: $0)
      }
    }
  }

  /// Whether an object of the document could have a key; false is certain.
  @inline(__always)
  func mayHave(_ key: String) -> Bool { keys.mayHold(key) }

  /// The value of a member, found without making strings of keys or walking nested values.
  func member(_ key: UnsafeBufferPointer<UInt8>, of object: Int) -> JSON {
    let found = tokens.withUnsafeBufferPointer { tokens in
      bytes.withUnsafeBufferPointer { bytes -> Int? in
        var index = object &+ 1
        let end = Int(tokens[object].next)
        while index < end {
          let token = tokens[index]
          if !token.isShadowed, token.matches(key, in: bytes) { return index &+ 1 }
          index = Int(tokens[index &+ 1].next)
        }
        return nil
      }
    }
    guard let found else { return .missing }
    return value(at: found)
  }

  /// The element at a position that exists.
  func element(_ position: Int, of array: Int) -> JSON {
    let token = tokens[array]
    // When every element is one token, the position is its place.
    if Int(token.next) - array - 1 == Int(token.length) { return value(at: array + 1 + position) }
    var index = array + 1
    for _ in 0..<position { index = Int(tokens[index].next) }
    return value(at: index)
  }

  /// Calls `body` with the index of each element's token.
  @inline(__always)
  func forEachElement(of array: Int, _ body: (Int) -> Void) {
    var index = array + 1
    let end = Int(tokens[array].next)
    while index < end {
      body(index)
      index = Int(tokens[index].next)
    }
  }

  /// Calls `body` with the index of each key that counts; its value's token is the next one.
  @inline(__always)
  func forEachKey(of object: Int, _ body: (Int) -> Void) {
    var index = object + 1
    let end = Int(tokens[object].next)
    while index < end {
      if !tokens[index].isShadowed { body(index) }
      index = Int(tokens[index + 1].next)
    }
  }
}

extension JSONToken {
  /// The bytes of a number, or of a string between its quotes.
  @inline(__always)
  func source(in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(start &+ length)])
  }

  /// Whether this string's text is `key`.
  @inline(__always)
  func matches(_ key: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isEscaped { return unescapedMatches(key, in: bytes) }
    return Int(length) == key.count && JSONBytes.equal(source(in: bytes), key)
  }

  private func unescapedMatches(
    _ key: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withText(in: bytes) { JSONBytes.equal($0, key) }
  }

  /// Calls `body` with this string's text, its escapes resolved.
  func withText<Result>(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let source = source(in: bytes)
    guard isEscaped else { return body(source) }
    let text = [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
      count = JSONBytes.unescape(source, into: buffer)
    }
    return text.withUnsafeBufferPointer(body)
  }
}
