import SwitchboardCore
import SwitchboardWire

/// The kinds of vendors that a program has.
struct KindTable: Sendable {
  /// A kind and the type that serves it.
  struct Row: Sendable {
    var kind: ConfigurableKind
    var type: any ConfigurableProvider.Type

    /// Whether entries of the kind may have keys.
    var hasKeys: Bool { kind.fields.contains { $0.form == .key } }
  }

  /// The kind whose vendors are there for tries and tests, without a key.
  static let mock = "mock"

  let rows: [Row]
  private let byWord: [String: Row]

  /// Collects the kinds of some types.
  ///
  /// - Throws: ``SwitchboardError`` of kind `configuration` when two types serve one kind.
  init(_ types: [any ConfigurableProvider.Type]) throws {
    var rows: [Row] = []
    var byWord: [String: Row] = [:]
    for type in types {
      for kind in type.kinds {
        let row = Row(kind: kind, type: type)
        rows.append(row)
        if let other = byWord.updateValue(row, forKey: kind.kind.rawValue) {
          throw SwitchboardError(
            .configuration,
            "Both \(other.type) and \(type) serve the kind '\(kind.kind)'; leave one of them out.")
        }
      }
    }
    self.rows = rows
    self.byWord = byWord
  }

  /// The words that may stand after `kind:`.
  var words: [String] { rows.map(\.kind.kind.rawValue) }

  /// The kind of a word.
  subscript(word: String) -> Row? { byWord[word] }
}
