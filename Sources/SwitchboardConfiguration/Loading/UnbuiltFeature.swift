import SwitchboardCore

/// What the configuration will know once it is built, and what is refused until then.
///
/// The one place: a feature that is built leaves this table and gets a section of its own.
enum UnbuiltFeature {
  /// Sections of the file.
  static let sections: [String: String] = [
    "limits": "limits of requests and tokens a minute",
    "budgets": "budgets",
  ]

  /// Values of fields whose other values work.
  static let values: [(field: String, value: JSON, instead: String, what: String)] = [
    ("reliability.hedge", true, "false", "ask a second vendor when the first is slow"),
    (
      "reliability.onStreamFailure", "restart", #""stop""#,
      "start an answer again that broke off"
    ),
    (
      "reliability.onStreamFailure", "continue", #""stop""#,
      "go on with an answer that broke off"
    ),
  ]

  /// Refuses a section that is not built.
  static func refuse(section member: ConfigurationValue.Member) throws {
    guard let what = sections[member.key] else { return }
    throw member.value.complaint(
      "'\(member.key)' is not built yet: this version has no \(what); leave the section out",
      at: member.keyPosition)
  }

  /// Refuses a value that is not built.
  static func refuse(_ value: ConfigurationValue) throws {
    for row in values where row.field == value.path && row.value == value.json {
      throw value.complaint(
        """
        '\(value.path)': \(row.value) is not built yet: this version cannot \(row.what); \
        write \(row.instead) or leave the field out
        """)
    }
  }
}
