import CSQLite
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// SQLite's own words, below the sentence that is for people.
struct SQLiteFailure: Error, CustomStringConvertible {
  /// The extended result code (sqlite.org/rescode.html).
  var code: Int32

  /// What SQLite says.
  var message: String

  var description: String { "SQLite \(code): \(message)" }
}

/// The sentences about files that cannot be used as they are.
enum StoreFailure {
  /// What a code of SQLite's means.
  ///
  /// - Parameters:
  ///   - code: The extended result code.
  ///   - message: SQLite's own words.
  ///   - system: The last `errno` that SQLite saw.
  ///   - path: The file.
  ///   - patience: How long a lock was waited for.
  /// - Returns: The failure.
  static func failure(
    _ code: Int32, _ message: String, system: Int32, path: String, patience: Duration
  ) -> SwitchboardError {
    let underlying = SQLiteFailure(code: code, message: message)
    // The low byte is the kind, the rest tells kinds of kinds apart.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return wrong(
        path, "has been locked by another program for \(patience)",
        "try again, or end the program that holds it", underlying)
    case SQLITE_READONLY where code == databaseMoved:
      return wrong(
        path, "was moved or deleted while it was in use", "put it back, or begin again", underlying)
    case SQLITE_READONLY:
      return notWritable(path, underlying)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      return wrong(
        path, "cannot be opened",
        "make sure that the file and its folder are yours to read and to write", underlying)
    case SQLITE_FULL:
      return noRoom(path, underlying)
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system):
      return noRoom(path, underlying)
    case SQLITE_CORRUPT, SQLITE_FORMAT:
      return damaged(path, underlying)
    case SQLITE_ERROR where message == formatUnknown:
      return damaged(path, underlying)
    case SQLITE_NOTADB:
      return notDatabase(path, underlying)
    case SQLITE_TOOBIG:
      return SwitchboardError(
        .invalidRequest, "A message is too large to be stored; a store takes up to 1 GB of each.",
        underlying: underlying)
    case SQLITE_IOERR:
      let reason = system == 0 ? message : String(cString: strerror(system))
      return wrong(
        path, "cannot be read or written (\(reason))", "look after the disk and try again",
        underlying)
    default:
      return wrong(path, "failed (\(message))", "try again, or report this", underlying)
    }
  }

  /// SQLITE_READONLY_DBMOVED, which the importer of C leaves out.
  private static let databaseMoved = SQLITE_READONLY | 4 << 8

  /// What SQLite says of a header with a format of tables that nobody has written
  /// (`sqlite3InitOne` in its prepare.c); the code alone is that of any mistake.
  private static let formatUnknown = "unsupported file format"

  /// The file holds what no store of ours would write.
  static func damaged(_ path: String, _ underlying: (any Error)? = nil) -> SwitchboardError {
    wrong(
      path, "is damaged", "put a copy in its place, or move it aside and begin a new one",
      underlying)
  }

  /// The file is no database of anybody's.
  static func notDatabase(
    _ path: String, _ underlying: (any Error)? = nil
  ) -> SwitchboardError {
    wrong(path, "is not a database", "choose another file", underlying)
  }

  static func notWritable(
    _ path: String, _ underlying: (any Error)? = nil
  ) -> SwitchboardError {
    wrong(
      path, "cannot be written to", "make the file and its folder writable, or choose another file",
      underlying)
  }

  private static func noRoom(_ path: String, _ underlying: any Error) -> SwitchboardError {
    wrong(
      path, "has no room left on its disk; nothing of this was stored",
      "free some room and try again", underlying)
  }

  /// A sentence: what, where, what to do.
  static func wrong(
    _ path: String, _ what: String, _ remedy: String, _ underlying: (any Error)? = nil
  ) -> SwitchboardError {
    SwitchboardError(
      .configuration, "The conversation store '\(path)' \(what); \(remedy).",
      underlying: underlying)
  }
}
