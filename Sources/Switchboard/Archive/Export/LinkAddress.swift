/// Addresses from outside that a document may link to.
enum LinkAddress {
  /// Whether an address is one of the web or of mail, and plain text.
  static func isSafe(_ url: String) -> Bool {
    let lower = url.lowercased()
    guard ["http://", "https://", "mailto:"].contains(where: { lower.hasPrefix($0) }) else {
      return false
    }
    return url.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
      default: true
      }
    }
  }
}
