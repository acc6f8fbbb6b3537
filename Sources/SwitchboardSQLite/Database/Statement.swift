import CSQLite

/// A prepared statement of a connection.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection

  init(_ sql: String, of connection: Connection, _ database: OpaquePointer) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.failure(code) }
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - values: One for each place.
  ///   - body: Is called with each row, until it returns `false`.
  /// - Throws: What went wrong in SQLite, and what `body` throws.
  func run(_ values: [Value], while body: (Row) throws -> Bool) throws {
    defer { reset() }
    for (place, value) in values.enumerated() { try bind(value, at: Int32(place + 1)) }
    while try step(), try body(Row(statement: handle)) {}
  }

  /// Runs it until its first row.
  func first<Result>(_ values: [Value], _ body: (Row) throws -> Result) throws -> Result? {
    defer { reset() }
    for (place, value) in values.enumerated() { try bind(value, at: Int32(place + 1)) }
    return try step() ? body(Row(statement: handle)) : nil
  }

  private func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw connection.failure(code)
    }
  }

  private func reset() {
    // It repeats the code of the last step, which was thrown then.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: Value, at place: Int32) throws {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, value)
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(var text):
        text.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: place) }
      case .utf8(let bytes): bytes.withUnsafeBytes { bindText($0, at: place) }
      case .bytes(let bytes):
        bytes.withUnsafeBytes {
          // An empty array has no address, and an address of none binds null.
          $0.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied)
        }
      }
    if code != SQLITE_OK { throw connection.failure(code) }
  }

  private func bindText(_ bytes: UnsafeRawBufferPointer, at place: Int32) -> Int32 {
    guard let base = bytes.bindMemory(to: CChar.self).baseAddress else {
      return sqlite3_bind_text(handle, place, "", 0, nil)
    }
    return sqlite3_bind_text64(
      handle, place, base, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
  }

  /// SQLITE_TRANSIENT, a cast that Swift cannot import: SQLite copies what it is given.
  static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
