import SwitchboardCore

/// A value of a script that must have a certain form; complaints name its line and column.
struct ScriptNode {
  /// What the text is called in complaints, and of what kind they are.
  struct Text {
    var name: String
    var kind: SwitchboardError.Kind
  }

  private let value: LocatedJSON
  private let text: Text

  var json: JSON { value.json }

  /// Reads a text.
  init(parsing bytes: [UInt8], _ text: Text) throws {
    do {
      self.init(try JSON.parsingJSON5(bytes), text)
    } catch {
      throw SwitchboardError(
        text.kind, "\(text.name), line \(error.line), column \(error.column): \(error.reason).")
    }
  }

  private init(_ value: LocatedJSON, _ text: Text) {
    self.value = value
    self.text = text
  }

  /// A complaint about this value.
  func failure(_ complaint: String) -> SwitchboardError { failure(complaint, at: value.position) }

  private func failure(_ complaint: String, at position: JSON.Position) -> SwitchboardError {
    SwitchboardError(
      text.kind, "\(text.name), line \(position.line), column \(position.column): \(complaint).")
  }

  /// Demands an object without other members than these.
  func object(of known: [String]) throws {
    if json.kind != .object { throw failure("an object is needed here") }
    for member in value.members where !known.contains(member.key) {
      throw failure(
        "the field '\(member.key)' is not known, only \(known.joined(separator: ", "))",
        at: member.keyPosition)
    }
  }

  subscript(_ key: String) -> ScriptNode? { value.member(key).map { ScriptNode($0, text) } }

  var members: [(key: String, value: ScriptNode)] {
    value.members.map { ($0.key, ScriptNode($0.value, text)) }
  }

  func elements() throws -> [ScriptNode] {
    if json.kind != .array { throw failure("an array is needed here") }
    return value.elements.map { ScriptNode($0, text) }
  }

  func string() throws -> String {
    guard let string = json.string else { throw failure("a text is needed here") }
    return string
  }

  func integer(_ range: ClosedRange<Int> = 0...1_000_000_000) throws -> Int {
    guard let int = json.int, range.contains(int) else {
      throw failure(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is needed here")
    }
    return int
  }

  func bool() throws -> Bool {
    guard let bool = json.bool else { throw failure("true or false is needed here") }
    return bool
  }

  func duration() throws -> Duration {
    guard let duration = json.string.flatMap({ MockLatency.duration($0) }) else {
      throw failure("a duration such as '300ms' or '2s' is needed here")
    }
    return duration
  }
}
