import CSQLite
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection to one database file; it stays on the thread that opened it.
final class Connection {
  /// The file.
  let path: String

  private let handle: OpaquePointer
  private let waiting: LockWait
  private var statements: [String: Statement] = [:]

  /// Opens a file that is there.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  init(_ path: String, vfs: String?, patience: Duration) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, vfs)
    guard let handle else {
      throw StoreFailure.failure(SQLITE_NOMEM, "", system: 0, path: path, patience: patience)
    }
    self.path = path
    self.handle = handle
    waiting = LockWait(patience)
    if code != SQLITE_OK { throw failure(code) }
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        let waiting = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
        return waiting.wait(count) ? 1 : 0
      }, Unmanaged.passUnretained(waiting).toOpaque())
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Whether the file can only be read, or its journal cannot be made: SQLite finds that out when it
  /// writes.
  var isReadOnly: Bool {
    if sqlite3_db_readonly(handle, "main") == 1 { return true }
    // As SQLite has it, behind all links.
    guard let name = sqlite3_db_filename(handle, "main") else { return false }
    let file = String(cString: name)
    if access(file + "-journal", W_OK) == 0 { return false }
    guard let slash = file.lastIndex(of: "/") else { return false }
    return access(String(file[...slash]), W_OK | X_OK) != 0
  }

  /// Runs a statement to its end.
  func run(_ sql: String, _ values: Value...) throws {
    try statement(sql).run(values) { _ in true }
  }

  /// Runs a statement that inserts a row.
  ///
  /// - Returns: The row's number; `nil` when the statement let it be.
  func insert(_ sql: String, _ values: Value...) throws -> Int64? {
    try statement(sql).run(values) { _ in true }
    return sqlite3_changes(handle) == 0 ? nil : sqlite3_last_insert_rowid(handle)
  }

  /// Every row of a query.
  func all<Result>(
    _ sql: String, _ values: Value..., body: (Row) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try statement(sql).run(values) {
      results.append(try body($0))
      return true
    }
    return results
  }

  /// Calls `body` with the rows of a query as long as it returns `true`.
  func walk(_ sql: String, _ values: Value..., body: (Row) throws -> Bool) throws {
    try statement(sql).run(values, while: body)
  }

  /// The first row of a query.
  func first<Result>(
    _ sql: String, _ values: Value..., body: (Row) throws -> Result
  ) throws -> Result? {
    try statement(sql).first(values, body)
  }

  /// The number in the first row of a query.
  func integer(_ sql: String, _ values: Value...) throws -> Int64? {
    try statement(sql).first(values) { $0.optionalInteger(0) } ?? nil
  }

  /// Runs statements one after the other, without keeping them.
  func script(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs `body` in a transaction that sees one state and changes nothing.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  /// Runs `body` in a transaction that nobody else writes in.
  func writing<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try run(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some failures have ended the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
      throw error
    }
  }

  /// Makes a function of one text known to statements.
  ///
  /// - Parameters:
  ///   - name: Its name in SQL.
  ///   - function: Sets the result of a call.
  /// - Throws: What went wrong in SQLite.
  func define(
    _ name: String,
    _ function:
      @convention(c) (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
      ) -> Void
  ) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let code = sqlite3_create_function_v2(handle, name, 1, flags, nil, function, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// What a code of SQLite's means for this file.
  func failure(_ code: Int32) -> SwitchboardError {
    // SQLite does not note the system's reason when a commit fails.
    let last = errno
    let noted = sqlite3_system_errno(handle)
    return StoreFailure.failure(
      code, String(cString: sqlite3_errmsg(handle)), system: noted == 0 ? last : noted,
      path: path, patience: waiting.patience)
  }

  private func statement(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, of: self, handle)
    statements[sql] = statement
    return statement
  }
}
