/// A JSON value that must have a certain form, with its place, so that a complaint can name it.
///
/// Unknown members are passed over; a member of the wrong type is a failure of kind
/// `invalidRequest` that says where it stands, what was expected and what was found.
package struct CheckedJSON {
  package let json: JSON
  package let path: String

  package init(_ json: JSON, path: String = "") {
    self.json = json
    self.path = path
  }

  /// A member; missing ones are there too, with their place.
  package subscript(_ key: String) -> CheckedJSON {
    CheckedJSON(json[key], path: path.isEmpty ? key : "\(path).\(key)")
  }

  /// Whether the value is there and not null.
  package var exists: Bool { !json.isNull }

  package func object() throws -> CheckedJSON {
    guard json.kind == .object else { throw wrong("an object") }
    return self
  }

  package func elements() throws -> [CheckedJSON] {
    if !exists { return [] }
    guard json.kind == .array else { throw wrong("an array") }
    return json.elements.enumerated().map { CheckedJSON($0.element, path: "\(path)[\($0.offset)]") }
  }

  package func optionalString() throws -> String? {
    if !exists { return nil }
    guard let string = json.string else { throw wrong("a string") }
    return string
  }

  /// A name that a caller gave; a number is one too, as it is written.
  package func optionalID() throws -> String? {
    if !exists { return nil }
    guard let id = json.string ?? json.number else { throw wrong("a string or a number") }
    return id
  }

  package func string() throws -> String {
    guard let string = try optionalString() else { throw wrong("a string") }
    return string
  }

  package func optionalInt(_ range: ClosedRange<Int> = .min ... .max) throws -> Int? {
    if !exists { return nil }
    guard let int = json.int else { throw wrong("a whole number") }
    guard range.contains(int) else {
      throw wrong(
        range.upperBound == .max
          ? "a whole number of at least \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return int
  }

  package func optionalDouble() throws -> Double? {
    if !exists { return nil }
    guard let double = json.double else { throw wrong("a number") }
    return double
  }

  package func bool(default fallback: Bool) throws -> Bool {
    if !exists { return fallback }
    guard let bool = json.bool else { throw wrong("true or false") }
    return bool
  }

  /// A word of a closed list.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let word = try optionalString() else { return nil }
    guard let choice = Choice(rawValue: word) else {
      throw wrong("one of " + Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return choice
  }

  package func wrong(_ expected: String) -> SwitchboardError {
    let found: String
    switch json.kind {
    case .missing: found = "nothing"
    case .null: found = "null"
    case .bool: found = json.bool == true ? "true" : "false"
    case .number: found = json.number ?? "a number"
    case .string:
      let text = json.string ?? ""
      // A line feed in it must not break the sentence.
      let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      found = text.utf8.count > 60 ? "a long string" : isPlain ? "'\(text)'" : json.text
    case .array: found = "an array"
    case .object: found = "an object"
    }
    let place = path.isEmpty ? "The value" : "Field '\(path)'"
    return SwitchboardError(.invalidRequest, "\(place) must be \(expected), not \(found).")
  }
}
