package import SwitchboardCore

/// The rules for names that people give, and the sentences about names that do not fit.
public enum ConversationNames {
  /// The word for the conversation that was written to last.
  public static let last = "last"

  /// Checks the name of a branch: 1 to 64 letters, digits, `.`, `_`, `-` and `/`.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  public static func check(branch name: String) throws {
    try check(name, "The branch name", also: "/")
  }

  /// Checks the name of a conversation: 1 to 64 letters, digits, `.`, `_` and `-`, and not ``last``.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  public static func check(conversation name: String?) throws {
    guard let name else { return }
    try check(name, "The conversation name", also: "")
    if name == last {
      throw SwitchboardError(
        .invalidRequest,
        "The name '\(last)' means the conversation that was written to last; choose another name.")
    }
  }

  private static func check(_ name: String, _ what: String, also: String) throws {
    let isRight =
      (1...64).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "._-\(also)".unicodeScalars.contains($0)
      }
    if !isRight {
      let marks = also.isEmpty ? "'.', '_' and '-'" : "'.', '_', '-' and '\(also)'"
      throw SwitchboardError(
        .invalidRequest,
        "\(what) '\(name.prefix(80))' does not fit; use 1 to 64 letters, digits, \(marks).")
    }
  }

  package static func taken(_ name: String) -> SwitchboardError {
    SwitchboardError(
      .invalidRequest, "There is a conversation '\(name)' already; choose another name.")
  }

  package static func unknown(_ conversation: ConversationID) -> SwitchboardError {
    SwitchboardError(.invalidRequest, "There is no conversation '\(conversation)' in this store.")
  }

  package static func unknown(_ node: NodeID) -> SwitchboardError {
    SwitchboardError(
      .invalidRequest, "There is no message '\(node.description.prefix(12))' in the conversation.")
  }

  static func unknown(branch name: String, among branches: [Branch]) -> SwitchboardError {
    let near = NearestWords.find(name, in: branches.map(\.name))
    return SwitchboardError(
      .invalidRequest,
      "There is no branch '\(name)'"
        + (near.isEmpty ? "." : "; did you mean \(near.joined(separator: ", "))?"))
  }

  /// The first of `name-2`, `name-3`, … that is free.
  package static func free(like name: String, isTaken: (String) throws -> Bool) rethrows -> String {
    var number = 2
    while true {
      let candidate = "\(name.prefix(56))-\(number)"
      if try !isTaken(candidate) { return candidate }
      number += 1
    }
  }
}
