/// How SQLite keeps a transaction whole.
enum JournalMode: String {
  /// The changed pages are kept aside until they are written; the commit empties that file.
  ///
  /// SQLite's own default deletes the file instead, which a disk may forget: the last turn that was
  /// acknowledged would be rolled back after a power cut.
  case truncate
  /// Changed pages are written to a log, and readers are not held up.
  case wal

  /// The best that a version of SQLite can be trusted with.
  ///
  /// Up to 3.51.2 two connections that write to one log can damage the file (sqlite.org/wal.html,
  /// "the WAL-reset bug"); 3.50.7 and 3.44.6 have the correction too.
  ///
  /// - Parameter version: As `sqlite3_libversion_number` has it: 3051003 for 3.51.3.
  init(version: Int32) {
    let isSound =
      version >= 3_051_003 || (3_050_007..<3_051_000).contains(version)
      || (3_044_006..<3_045_000).contains(version)
    self = isSound ? .wal : .truncate
  }
}
