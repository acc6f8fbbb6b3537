/// A value of a JSON5 text that must have a certain form; complaints name its line and column.
///
/// Unknown members are refused where ``object(of:)`` is asked, since people misspell.
package struct CheckedJSON5 {
  /// What the text is called in complaints, and of what kind they are.
  private struct Text {
    let name: String
    let kind: SwitchboardError.Kind
  }

  private let value: LocatedJSON
  private let text: Text

  package var json: JSON { value.json }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - name: What the text is called in complaints.
  ///   - kind: Of what kind they are.
  /// - Throws: ``SwitchboardError`` with line and column.
  package init(
    parsing bytes: [UInt8], named name: String, complaints kind: SwitchboardError.Kind
  ) throws {
    do {
      self.init(try JSON.parsingJSON5(bytes), Text(name: name, kind: kind))
    } catch {
      throw SwitchboardError(
        kind, "\(name), line \(error.line), column \(error.column): \(error.reason).")
    }
  }

  private init(_ value: LocatedJSON, _ text: Text) {
    self.value = value
    self.text = text
  }

  /// A complaint about this value.
  package func failure(_ complaint: String) -> SwitchboardError {
    failure(complaint, at: value.position)
  }

  private func failure(_ complaint: String, at position: JSON.Position) -> SwitchboardError {
    SwitchboardError(
      text.kind, "\(text.name), line \(position.line), column \(position.column): \(complaint).")
  }

  /// Demands an object without other members than these.
  package func object(of known: [String]) throws {
    if json.kind != .object { throw failure("an object is needed here") }
    for member in value.members where !known.contains(member.key) {
      throw failure(
        "the field '\(member.key)' is not known, only \(known.joined(separator: ", "))",
        at: member.keyPosition)
    }
  }

  package subscript(_ key: String) -> CheckedJSON5? {
    value.member(key).map { CheckedJSON5($0, text) }
  }

  package var members: [(key: String, value: CheckedJSON5)] {
    value.members.map { ($0.key, CheckedJSON5($0.value, text)) }
  }

  package func elements() throws -> [CheckedJSON5] {
    if json.kind != .array { throw failure("an array is needed here") }
    return value.elements.map { CheckedJSON5($0, text) }
  }

  package func string() throws -> String {
    guard let string = json.string else { throw failure("a text is needed here") }
    return string
  }

  package func integer(_ range: ClosedRange<Int> = 0...1_000_000_000) throws -> Int {
    guard let int = json.int, range.contains(int) else {
      throw failure(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is needed here")
    }
    return int
  }

  package func bool() throws -> Bool {
    guard let bool = json.bool else { throw failure("true or false is needed here") }
    return bool
  }
}
