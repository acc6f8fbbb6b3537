import CSQLite

/// What a statement is given for one of its places.
enum Value {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text as its UTF-8 bytes.
  case utf8([UInt8])
  case bytes([UInt8])

  static func integer(_ value: Int) -> Value { .integer(Int64(value)) }

  static func integer(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }

  static func flag(_ value: Bool) -> Value { .integer(value ? 1 : 0) }

  static func text(_ value: String?) -> Value { value.map { .text($0) } ?? .null }

  static func utf8(_ value: [UInt8]?) -> Value { value.map { .utf8($0) } ?? .null }
}

/// The row at which a statement stands; valid until the next step.
struct Row {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  /// Calls `body` with the bytes of a text or blob where they lie.
  func withBytes<Result, Failure: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The address must be asked for first: it may change the form, and so the count.
    let address = sqlite3_column_blob(statement, column)
    let count = sqlite3_column_bytes(statement, column)
    return try body(UnsafeRawBufferPointer(start: address, count: Int(count)))
  }
}
