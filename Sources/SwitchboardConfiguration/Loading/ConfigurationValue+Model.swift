import SwitchboardCore

extension ConfigurationValue {
  /// The name of a model, whose entry must be one of some.
  ///
  /// - Parameters:
  ///   - entries: The entries that may be named.
  ///   - orPattern: Whether `*` may stand for the model.
  /// - Returns: The name.
  /// - Throws: A complaint with the place.
  func model(among entries: [String], orPattern: Bool = false) throws -> ModelReference {
    let reference = ModelReference(try text(#"a model, as "openai/gpt-5.5""#))
    guard !reference.model.isEmpty else {
      throw complaint(
        "\(name) must name a model after the slash" + (orPattern ? ", or '*' for all" : ""))
    }
    if !orPattern, reference.model.contains("*") {
      throw complaint("\(name) must name one model, not a pattern")
    }
    // Whose model a bare name is, the router finds out: it knows the models.
    guard let entry = reference.vendor?.rawValue else { return reference }
    guard entries.contains(entry) else {
      guard !entry.isEmpty else {
        throw complaint("\(name) must name an entry before the slash")
      }
      let word = ShownWord.shown(entry).map { "the entry \($0)" } ?? "an entry"
      throw complaint(
        "\(name) names \(word), which is not among the vendors"
          + Self.advice(entry, among: entries))
    }
    return reference
  }
}
