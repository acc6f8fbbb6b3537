import Testing

/// A configuration with one mistake, where it is and what must be said of it.
struct BadConfiguration: Sendable, CustomTestStringConvertible {
  var text: String
  var place: String
  var words: [String]

  init(_ text: String, _ place: String, _ words: String...) {
    self.text = text
    self.place = place
    self.words = words
  }

  /// A mistake in the entry `v` of kind `openai`; the fields start at column 35.
  static func vendor(_ fields: String, _ column: Int, _ words: String...) -> BadConfiguration {
    var row = BadConfiguration(
      #"{ vendors: { v: { kind: "openai", \#(fields) } } }"#, "1:\(column)")
    row.words = words
    return row
  }

  /// A mistake in the route `r`; the fields start at column 18.
  static func route(_ fields: String, _ column: Int, _ words: String...) -> BadConfiguration {
    var row = BadConfiguration(
      "{ routes: { r: { \(fields) } },\n  vendors: { openai: { kind: \"openai\" } } }",
      "1:\(column)")
    row.words = words
    return row
  }

  /// A mistake in `reliability`; the fields start at column 18.
  static func reliability(
    _ fields: String, _ column: Int, _ words: String...
  ) -> BadConfiguration {
    var row = BadConfiguration("{ reliability: { \(fields) } }", "1:\(column)")
    row.words = words
    return row
  }

  /// A mistake in `context`; the fields start at column 14.
  static func context(
    _ fields: String, _ column: Int, _ words: String...
  ) -> BadConfiguration {
    var row = BadConfiguration("{ context: { \(fields) } }", "1:\(column)")
    row.words = words
    return row
  }

  var testDescription: String { text.count > 90 ? "\(text.prefix(90))…" : text }
}
