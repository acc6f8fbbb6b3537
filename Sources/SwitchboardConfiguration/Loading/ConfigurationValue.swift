import SwitchboardCore

/// A value of the configuration file with its name and place, so that a complaint can give both.
struct ConfigurationValue {
  /// A member of an object.
  struct Member {
    var key: String
    var keyPosition: JSON.Position
    var value: ConfigurationValue
  }

  let located: LocatedJSON

  /// The name of the value, as `vendors.openai.baseURL`; empty for the whole file.
  let path: String

  let file: SourceFile

  /// Whether the value may hold a key that got into the wrong place, and so is never shown.
  var isSecret = false

  init(_ located: LocatedJSON, path: String, in file: SourceFile) {
    self.located = located
    self.path = path
    self.file = file
  }

  var json: JSON { located.json }
  var position: JSON.Position { located.position }

  /// What the value is called in a message.
  var name: String { path.isEmpty ? "the file" : "'\(path)'" }

  /// What is wrong with the value, in one sentence without its full stop.
  func complaint(_ sentence: String, at position: JSON.Position? = nil) -> SwitchboardError {
    file.complaint(sentence, at: position ?? self.position)
  }

  /// The value has another type or range than it must.
  func wrong(_ expected: String) -> SwitchboardError {
    complaint("\(name) must be \(expected), not \(found)")
  }

  private var found: String {
    switch json.kind {
    case .missing: "nothing"
    case .null: "null"
    case .bool: json.bool == true ? "true" : "false"
    case .number: isSecret ? "a number" : json.number ?? "a number"
    case .string:
      (isSecret ? nil : json.string.flatMap(ShownWord.shown)) ?? "this text"
    case .array: json.count == 0 ? "an empty array" : "an array"
    case .object: "an object"
    }
  }

  /// The members of an object.
  func members() throws -> [Member] {
    guard json.kind == .object else { throw wrong("an object") }
    return located.members.map { member in
      let shown = ShownWord.shown(member.key) == nil ? "…" : member.key
      var value = ConfigurationValue(
        member.value, path: path.isEmpty ? shown : "\(path).\(shown)", in: file)
      value.isSecret = isSecret
      return Member(key: member.key, keyPosition: member.keyPosition, value: value)
    }
  }

  /// The members of an object that may have these fields and no other.
  func fields(_ known: [String]) throws -> [String: Member] {
    var fields: [String: Member] = [:]
    for member in try members() {
      guard known.contains(member.key) else {
        let field = ShownWord.shown(member.key).map { "field \($0)" } ?? "such field"
        throw complaint(
          """
          \(name) has no \(field)\(Self.advice(member.key, among: known))
          """, at: member.keyPosition)
      }
      fields[member.key] = member
    }
    return fields
  }

  /// The elements of an array.
  func elements(_ expected: String) throws -> [ConfigurationValue] {
    guard json.kind == .array else { throw wrong(expected) }
    return located.elements.enumerated().map { index, element in
      var value = ConfigurationValue(element, path: "\(path)[\(index)]", in: file)
      value.isSecret = isSecret
      return value
    }
  }

  /// A text that is not empty.
  func text(_ expected: String = "a text") throws -> String {
    guard let text = json.string else { throw wrong(expected) }
    guard !text.isEmpty else {
      throw complaint("\(name) must be \(expected), not an empty text")
    }
    guard !text.utf8.contains(0) else {
      throw complaint("\(name) must be \(expected) without a NUL character")
    }
    return text
  }

  /// A whole number of a range.
  func integer(_ range: ClosedRange<Int>) throws -> Int {
    guard let number = json.int, range.contains(number) else {
      throw wrong(
        range.upperBound == .max
          ? "a whole number of at least \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// True or false.
  func boolean() throws -> Bool {
    guard let value = json.bool else { throw wrong("true or false") }
    return value
  }

  /// A whole number of some unit of time, as the transport and the router count it.
  func duration() throws -> Duration {
    guard let text = json.string, !text.contains("."), let duration = DurationText.parse(text),
      duration > .zero
    else {
      throw wrong(#"a duration above zero with its unit, as "500ms", "5s", "2m" or "1h""#)
    }
    return duration
  }

  /// One of some words.
  func choice(_ words: [String]) throws -> String {
    let expected =
      words.count == 1
      ? words.map { "'\($0)'" }.joined()
      : "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
    guard let word = json.string else { throw wrong(expected) }
    if words.contains(word) { return word }
    let near = isSecret ? [] : NearestWords.find(word, in: words)
    let advice = near.first.map { "; did you mean '\($0)'?" } ?? ""
    throw complaint("\(name) must be \(expected), not \(found)\(advice)")
  }

  /// Several of some words, none of them twice.
  func choices(_ words: [String], of what: String) throws -> [(word: String, place: JSON.Position)]
  {
    var chosen: [(word: String, place: JSON.Position)] = []
    for element in try elements("an array of \(what)") {
      let word = try element.choice(words)
      if chosen.contains(where: { $0.word == word }) {
        throw element.complaint("\(name) names '\(word)' twice")
      }
      chosen.append((word, element.position))
    }
    return chosen
  }

  /// What may be written instead of a word, as the end of a sentence.
  static func advice(_ word: String, among known: [String]) -> String {
    let near = NearestWords.find(word, in: known, limit: 1).map { "; did you mean '\($0)'?" }
    if known.isEmpty { return "" }
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let verb = known.count == 1 ? "is" : "are"
    return near.first.map { "\($0) Known \(verb) \(list)" } ?? "; known \(verb) \(list)"
  }
}
