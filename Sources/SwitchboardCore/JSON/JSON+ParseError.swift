extension JSON {
  /// Why a text is not JSON, and where.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong at the place named.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
      /// The text holds no value.
      case empty
      /// The text ends before its value does.
      case unexpectedEnd
      /// Something else should stand here; the words say what.
      case expected(String)
      /// Text follows the value.
      case trailingText
      /// The bytes are not UTF-8.
      case invalidUTF8
      /// A control character stands unescaped in a string.
      case controlCharacter
      /// A backslash is followed by something that is no escape.
      case invalidEscape
      /// A number breaks the number grammar.
      case invalidNumber
      /// `Infinity` or `NaN` stands where a number should.
      case notFinite
      /// A key is given twice in one object; `first` is where it was given first.
      case duplicateKey(String, first: Position)
      /// Arrays and objects nest deeper than the limit.
      case tooDeep(limit: Int)
      /// There are more values than the limit.
      case tooManyValues(limit: Int)
      /// There are more bytes than the limit.
      case tooManyBytes(limit: Int)
      /// A number has more characters than the limit.
      case numberTooLong(limit: Int)

      /// The reason in words, without the place and without a full stop.
      public var description: String {
        switch self {
        case .empty: "there is no value"
        case .unexpectedEnd: "the text ends before the value is complete"
        case .expected(let what): "expected \(what)"
        case .trailingText: "text follows the value"
        case .invalidUTF8: "the bytes are not valid UTF-8"
        case .controlCharacter: "a control character in a string must be escaped"
        case .invalidEscape: "the backslash starts no known escape"
        case .invalidNumber: "the number is malformed"
        case .notFinite: "Infinity and NaN are not allowed, a number must be finite"
        case .duplicateKey(let key, let first):
          "the key \(JSON(String(key.prefix(64)))) was already given"
            + " at line \(first.line), column \(first.column)"
        case .tooDeep(let limit): "the nesting is deeper than the limit of \(limit)"
        case .tooManyValues(let limit): "there are more values than the limit of \(limit)"
        case .tooManyBytes(let limit): "the text is longer than the limit of \(limit) bytes"
        case .numberTooLong(let limit):
          "the number is longer than the limit of \(limit) characters"
        }
      }
    }

    /// The byte offset of the place, from 0.
    public let offset: Int
    /// The line of the place, from 1.
    public let line: Int
    /// The column of the place, from 1, in Unicode scalars.
    public let column: Int
    /// What is wrong.
    public let reason: Reason

    init(_ reason: Reason, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      var cursor = JSONPositionCursor(bytes)
      let position = cursor.advance(to: offset, in: bytes)
      self.offset = offset
      self.line = position.line
      self.column = position.column
      self.reason = reason
    }

    /// A text too long is refused unread, so its place is its start.
    init(tooManyBytes limit: Int) {
      offset = 0
      line = 1
      column = 1
      reason = .tooManyBytes(limit: limit)
    }

    /// One sentence with the place and the reason.
    public var description: String {
      "JSON error at line \(line), column \(column): \(reason)."
    }
  }
}
