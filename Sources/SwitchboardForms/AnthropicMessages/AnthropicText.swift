/// What the vendor takes for text.
enum AnthropicText {
  /// Whether there is nothing but white space.
  ///
  /// The vendor: "text content blocks must contain non-whitespace text".
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  /// A text without the white space at its end.
  static func trimmedAtEnd(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
  }
}
