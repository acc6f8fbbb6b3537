public import SwitchboardCore

/// The names of tools as a vendor allows them, and their way back.
///
/// A name that the vendor's pattern forbids is spelled anew: forbidden characters become `_`, what is
/// too long is cut, and a name that is taken already gets a number. The same request always gets the
/// same names, and no two tools one name.
public struct ToolNames: Sendable, Hashable {
  /// Which names a vendor allows.
  public struct Rule: Sendable, Hashable {
    /// The characters allowed beside ASCII letters and digits.
    public var others: String

    /// The longest name.
    public var length: Int

    /// Whether the first character must be a letter or `_`.
    public var startsWithLetter: Bool

    /// Creates a rule.
    public init(others: String = "_-", length: Int, startsWithLetter: Bool = false) {
      self.others = others
      self.length = length
      self.startsWithLetter = startsWithLetter
    }
  }

  private var sent: [String: String] = [:]
  private var known: [String: String] = [:]

  /// Names the tools of a request, declared and called alike.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `unsupported` when a declared tool must
  ///   be renamed and the request is strict.
  public init(
    for request: ChatRequest, rule: Rule, negotiation: inout Negotiation
  ) throws {
    let declared = request.tools.map(\.name)
    // Names that fit keep themselves, whatever others would become.
    for name in declared where Self.fits(name, rule) { take(name, as: name) }
    for name in declared where sent[name] == nil {
      let other = free(Self.spelled(name, rule), rule)
      take(name, as: other)
      try negotiation.warn(
        .toolRenamed,
        "Tool '\(name)' is called '\(other)' for this vendor, which forbids its name.")
    }
    for name in request.messages.flatMap(\.toolCalls).map(\.name) where sent[name] == nil {
      take(
        name,
        as: Self.fits(name, rule) && known[name] == nil
          ? name : free(Self.spelled(name, rule), rule))
    }
  }

  /// The name to send for a tool.
  public func name(for tool: String) -> String { sent[tool] ?? tool }

  /// The tool that a vendor means.
  public func tool(named name: String) -> String { known[name] ?? name }

  private mutating func take(_ tool: String, as name: String) {
    sent[tool] = name
    known[name] = tool
  }

  private func free(_ name: String, _ rule: Rule) -> String {
    if known[name] == nil { return name }
    var number = 2
    while true {
      let suffix = "_\(number)"
      let candidate = String(name.prefix(rule.length - suffix.utf8.count)) + suffix
      if known[candidate] == nil { return candidate }
      number += 1
    }
  }

  private static func fits(_ name: String, _ rule: Rule) -> Bool {
    !name.isEmpty && name == spelled(name, rule)
  }

  private static func spelled(_ name: String, _ rule: Rule) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || rule.others.unicodeScalars.contains(scalar)
      result.unicodeScalars.append(isPlain ? scalar : "_")
    }
    if result.isEmpty { result = "tool" }
    if rule.startsWithLetter, let first = result.first, !(first.isLetter || first == "_") {
      result = "_" + result
    }
    return String(result.prefix(rule.length))
  }
}
