/// A JSON value (RFC 8259): an index over parsed bytes, or an ordered tree built by us.
///
/// A parsed value keeps its whole document alive, and its strings and numbers are read when asked
/// for. Key order is kept and numbers keep their source text. Of a key given twice the last one
/// counts, in its own place; the earlier ones are not seen by any reader or writer.
///
/// Two values are equal when their content is: members in any order, strings by Unicode scalars
/// (never normalised), numbers by source text, so `1.0` and `1` differ.
public struct JSON: Sendable {
  /// What a JSON value is.
  public enum Kind: Sendable, Hashable {
    /// There is no value: an absent member or an index out of range.
    case missing
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  enum Storage: Sendable {
    case missing
    case null
    case bool(Bool)
    /// The number's source text.
    case number(String)
    case string(String)
    case array([JSON])
    /// Keys are unique, and no value is missing.
    case object([Member])
    /// A number, string, array or object of a document, by its token's index.
    case parsed(JSONDocument, UInt32)
  }

  struct Member: Sendable {
    var key: String
    var value: JSON
  }

  var storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// The absence of a value, as read from an absent member.
  public static let missing = JSON(storage: .missing)

  /// What this value is.
  public var kind: Kind {
    switch storage {
    case .missing: .missing
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    case .parsed(let document, let index): document.tokens[Int(index)].kind.kind
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The encoded text.
  public var description: String { text }
}
