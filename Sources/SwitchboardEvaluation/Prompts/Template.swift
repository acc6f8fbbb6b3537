import SwitchboardCore

/// A text with variables in double braces.
///
/// An example is `Translate {{text}} into {{language}}`.
///
/// A variable's name is letters, digits, `_`, `-` and `.`; white space around it does not count. Braces
/// around anything else are text. Values are put in as they are: braces in them mean nothing.
public struct Template: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case variable(String)
  }

  private let pieces: [Piece]

  /// Reads a text; every text is a template.
  public init(_ text: String) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      let inside = rest[open.upperBound...]
      guard let close = inside.firstRange(of: "}}"),
        let name = Self.name(inside[..<close.lowerBound])
      else {
        // One brace alone is passed, so that the second of three can open a variable.
        plain += rest[..<rest.index(after: open.lowerBound)]
        rest = rest[rest.index(after: open.lowerBound)...]
        continue
      }
      plain += rest[..<open.lowerBound]
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      pieces.append(.variable(name))
      rest = inside[close.upperBound...]
    }
    plain += rest
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// The names of the variables, each once, in the order they stand.
  public var variables: [String] {
    var seen: Set<String> = []
    return pieces.compactMap {
      if case .variable(let name) = $0, seen.insert(name).inserted { name } else { nil }
    }
  }

  /// The text with values in the places of variables.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` that names a variable
  ///   without a value, and the nearest that has one.
  public func filled(with values: [String: String]) throws -> String {
    try pieces.reduce(into: "") { text, piece throws in
      switch piece {
      case .text(let plain): text += plain
      case .variable(let name):
        guard let value = values[name] else { throw Self.missing(name, values) }
        text += value
      }
    }
  }

  private static func missing(_ name: String, _ values: [String: String]) -> SwitchboardError {
    let names = values.keys.sorted()
    let near = NearestWords.find(name, in: names, limit: 1)
    let hint =
      near.first.map { "did you mean '\($0)'?" }
      ?? (names.isEmpty ? "no variable has one." : "there are \(names.joined(separator: ", ")).")
    return SwitchboardError(.invalidRequest, "The variable '\(name)' has no value; \(hint)")
  }

  private static func name(_ text: Substring) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first,
      word.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-"
          || $0 == "."
      })
    else { return nil }
    return String(word)
  }
}
