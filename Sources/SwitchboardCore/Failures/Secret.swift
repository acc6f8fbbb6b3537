/// A value that must never be printed, logged, encoded or reflected.
///
/// A secret has no useful description, no `Codable` form and an empty mirror. Its bytes leave it
/// through ``reveal()`` alone, so each use can be found by searching for that word.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String

  /// Wraps a value; white space around it, as a trailing line feed of a file, is left out.
  public init(_ value: String) {
    var text = Substring(value)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    self.value = String(text)
  }

  /// The value itself, for the one place that sends it.
  public func reveal() -> String { value }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { value.isEmpty }

  /// Always the same word.
  public var description: String { "(secret)" }

  /// Always the same word.
  public var debugDescription: String { "(secret)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  /// Replaces every occurrence of the secret in a text, so that a vendor's error body that echoes a
  /// key can be shown.
  ///
  /// Secrets shorter than four characters are left alone: they would hide ordinary words.
  public func redacted(in text: String) -> String {
    guard value.utf8.count >= 4 else { return text }
    // Scalars and not characters: an accent behind the last letter makes another character of it.
    let wanted = value.unicodeScalars
    var result = ""
    var rest = text.unicodeScalars[...]
    while let found = rest.firstRange(of: wanted) {
      result.unicodeScalars += rest[..<found.lowerBound]
      result += "(secret)"
      rest = rest[found.upperBound...]
    }
    result.unicodeScalars += rest
    return result
  }

  /// Replaces every occurrence of several secrets in a text.
  ///
  /// The longest goes first: a shorter one that begins it would leave its end to be seen.
  package static func redact(_ secrets: [Secret], in text: String) -> String {
    secrets.sorted { $0.value.utf8.count > $1.value.utf8.count }
      .reduce(text) { $1.redacted(in: $0) }
  }
}
