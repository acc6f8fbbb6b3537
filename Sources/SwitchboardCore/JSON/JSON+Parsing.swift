extension JSON {
  /// Parses a document, keeping the array as its bytes without a copy.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text; a byte order mark is skipped.
  ///   - limits: How large the document may be.
  ///   - duplicateKeys: What happens to a key given twice in one object.
  /// - Throws: ``ParseError`` when the bytes are not one JSON value, or exceed a limit.
  public init(
    parsing bytes: [UInt8], limits: Limits = .standard,
    duplicateKeys: DuplicateKeys = .lastWins
  ) throws(ParseError) {
    guard bytes.count <= limits.allowedBytes else {
      throw ParseError(tooManyBytes: limits.allowedBytes)
    }
    let document = try JSONDocument(bytes, limits: limits, duplicateKeys: duplicateKeys)
    self = document.value(at: 0)
  }

  /// Parses a document from memory that is only valid now, copying it once.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text; a byte order mark is skipped.
  ///   - limits: How large the document may be.
  ///   - duplicateKeys: What happens to a key given twice in one object.
  /// - Throws: ``ParseError`` when the bytes are not one JSON value, or exceed a limit.
  public init(
    copying bytes: UnsafeRawBufferPointer, limits: Limits = .standard,
    duplicateKeys: DuplicateKeys = .lastWins
  ) throws(ParseError) {
    guard bytes.count <= limits.allowedBytes else {
      throw ParseError(tooManyBytes: limits.allowedBytes)
    }
    let copy = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      count = bytes.count
    }
    try self.init(parsing: copy, limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Parses a document from text.
  ///
  /// - Parameters:
  ///   - text: The JSON text.
  ///   - limits: How large the document may be.
  ///   - duplicateKeys: What happens to a key given twice in one object.
  /// - Throws: ``ParseError`` when the text is not one JSON value, or exceeds a limit.
  public init(
    parsing text: String, limits: Limits = .standard, duplicateKeys: DuplicateKeys = .lastWins
  ) throws(ParseError) {
    guard text.utf8.count <= limits.allowedBytes else {
      throw ParseError(tooManyBytes: limits.allowedBytes)
    }
    try self.init(parsing: [UInt8](text.utf8), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// How many keys were given more than once in the document this value was parsed from.
  ///
  /// The count is of the whole document, whichever of its arrays, objects, strings or numbers is
  /// asked. It is 0 for built values.
  public var duplicateKeys: Int {
    guard case .parsed(let document, _) = storage else { return 0 }
    return document.duplicateKeys
  }
}
