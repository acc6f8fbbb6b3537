/// Looks for names in what people say.
package enum SpokenName {
  /// Whether a text holds a name as words of its own, whatever the case, also written with spaces.
  package static func isSaid(_ name: String, in text: String) -> Bool {
    let (name, text) = (name.lowercased(), text.lowercased())
    let spaced = String(name.map { $0 == "_" || $0 == "-" ? " " : $0 })
    return Set([name, spaced]).contains { name in
      !name.isEmpty
        && text.ranges(of: name).contains { range in
          !(text[..<range.lowerBound].last.map(isPart) ?? false)
            && !(text[range.upperBound...].first.map(isPart) ?? false)
        }
    }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
