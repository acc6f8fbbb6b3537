import CSQLite
import SwitchboardCore

/// How a store opens its file; tests change what a program has no reason to.
package struct StoreSettings: Sendable {
  /// The tables.
  package var schema = Schema.current

  /// How long to wait for another's lock.
  package var patience = Duration.seconds(5)

  /// How SQLite keeps a transaction whole.
  var journal = JournalMode(version: sqlite3_libversion_number())

  /// How much SQLite waits for the disk (sqlite.org/pragma.html#pragma_synchronous).
  var synchronous = "FULL"

  /// The layer between SQLite and the files; `nil` for the usual one.
  var vfs: String?

  package init() {}

  /// The oldest SQLite that knows what the tables need: strict tables.
  private static let oldest: Int32 = 3_037_000

  /// Opens a file and brings it to the newest version.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  func open(_ path: String) throws -> Connection {
    try Self.checkLibrary()
    let connection = try StoreFile.open(path) {
      try Connection($0, vfs: vfs, patience: patience)
    }
    if connection.isReadOnly { throw StoreFailure.notWritable(path) }
    // On Apple's systems a sync reaches the disk itself with `fullfsync` alone.
    try connection.script(
      """
      PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -64000;
      PRAGMA secure_delete = ON; PRAGMA synchronous = \(synchronous);
      PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      """)
    try IndexedText.define(on: connection)
    // Before anything that could change a file: is it ours?
    try connection.reading { try schema.check(connection) }
    try use(journal, connection)
    try schema.prepare(connection)
    return connection
  }

  private static func checkLibrary() throws {
    guard sqlite3_libversion_number() >= oldest, sqlite3_compileoption_used("ENABLE_FTS5") == 1
    else {
      throw SwitchboardError(
        .configuration,
        "SQLite \(String(cString: sqlite3_libversion())) of this system is too old or has no "
          + "full-text search (FTS5); install SQLite 3.37 or newer.")
    }
  }

  private func use(_ journal: JournalMode, _ connection: Connection) throws {
    let mode = try connection.first("PRAGMA journal_mode = \(journal.rawValue)") { $0.text(0) }
    guard mode == journal.rawValue else {
      throw StoreFailure.wrong(
        connection.path, "is in use by a program with another version of SQLite",
        "end that program and try again")
    }
  }
}
