import SwitchboardCore

/// The tables of a store, as the steps that lead to them.
package struct Schema: Sendable {
  /// Leads from one version to the next.
  package struct Step: Sendable {
    package let sql: String

    package init(sql: String) { self.sql = sql }
  }

  /// The steps, in order; a file of version n has seen the first n.
  package let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// "SwCo" in ASCII: tells our files from those of other programs (`file(1)` reads it too).
  static let application: Int64 = 0x5377_436F

  /// The newest version that this program knows.
  var version: Int { steps.count }

  /// Brings a file to the newest version.
  ///
  /// A step and its mark are one transaction, so a file is never between two versions; who comes second
  /// finds the step done.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the file is another
  ///   program's, or of a newer version.
  func prepare(_ connection: Connection) throws {
    while try connection.reading({ try version(of: connection) }) < version {
      try connection.writing {
        // Another process may have been quicker.
        let found = try version(of: connection)
        guard found < version else { return }
        try connection.script(steps[found].sql)
        try connection.script("PRAGMA application_id = \(Self.application)")
        try connection.script("PRAGMA user_version = \(found + 1)")
      }
    }
  }

  /// Refuses files that are not ours or too new, and changes nothing.
  func check(_ connection: Connection) throws { _ = try version(of: connection) }

  private func version(of connection: Connection) throws -> Int {
    let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
    let application = try connection.integer("PRAGMA application_id") ?? 0
    if application != Self.application {
      let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
      guard isEmpty, found == 0, application == 0 else {
        throw StoreFailure.wrong(
          connection.path, "is a database of another program", "choose another file")
      }
    }
    if found < 0 { throw StoreFailure.damaged(connection.path) }
    guard found <= version else {
      throw StoreFailure.wrong(
        connection.path, "has version \(found), and this program knows versions up to \(version)",
        "update Switchboard, or choose another file")
    }
    return found
  }
}
