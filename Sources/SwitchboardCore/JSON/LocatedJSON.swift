/// A value read from a file people write, with the places of its parts.
///
/// A loader that finds something wrong can so name the line and column of the key or value.
public struct LocatedJSON: Sendable {
  /// The value itself.
  public let json: JSON
  /// Where the value starts.
  public let position: JSON.Position
  /// The elements of an array; empty for other kinds.
  public let elements: [LocatedJSON]
  /// The members of an object in order, keys unique; empty for other kinds.
  public let members: [(key: String, keyPosition: JSON.Position, value: LocatedJSON)]

  init(scalar json: JSON, at position: JSON.Position) {
    self.json = json
    self.position = position
    elements = []
    members = []
  }

  init(elements: [LocatedJSON], at position: JSON.Position) {
    json = .array(elements.map(\.json))
    self.position = position
    self.elements = elements
    members = []
  }

  init(
    members: [(key: String, keyPosition: JSON.Position, value: LocatedJSON)],
    at position: JSON.Position
  ) {
    json = .object(members.map { ($0.key, $0.value.json) })
    self.position = position
    elements = []
    self.members = members
  }

  /// The member with a key, or nil when there is none.
  public func member(_ key: String) -> LocatedJSON? {
    members.first { JSONKey.same($0.key, key) }?.value
  }
}

extension JSON {
  /// Reads JSON5 (spec.json5.org), the form for configuration files and scripts.
  ///
  /// It allows comments, trailing commas, bare keys, single quotes and hexadecimal numbers; numbers
  /// come out in JSON's form. `Infinity`, `NaN` and keys given twice are refused.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text; a byte order mark is skipped.
  ///   - limits: How large the document may be.
  /// - Returns: The value with the places of its parts.
  /// - Throws: ``ParseError`` when the bytes are not one JSON5 value, or exceed a limit.
  public static func parsingJSON5(
    _ bytes: [UInt8], limits: Limits = .standard
  ) throws(ParseError) -> LocatedJSON {
    guard bytes.count <= limits.allowedBytes else {
      throw ParseError(tooManyBytes: limits.allowedBytes)
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(ParseError) in
      var parser = JSON5Parser(buffer, limits: limits)
      return try parser.parse()
    }
  }
}
