import SwitchboardCore

/// JSON as the columns of text hold it.
enum StoredJSON {
  /// Whatever this program wrote: what was taken in once must be read for ever.
  static let limits = JSON.Limits(depth: 256, nodes: .max, bytes: .max, numberLength: .max)

  /// Writes a value.
  ///
  /// - Throws: `invalidRequest` when it is nested too deep to be read again.
  static func encode(_ json: JSON) throws -> [UInt8] {
    let bytes = json.encoded()
    do throws(JSON.ParseError) {
      _ = try JSON(parsing: bytes, limits: limits)
    } catch {
      throw SwitchboardError(
        .invalidRequest, "What is to be stored could not be read again: \(error).",
        underlying: error)
    }
    return bytes
  }

  /// Reads the value of a column.
  static func read(_ row: Row, _ column: Int32, _ connection: Connection) throws -> JSON {
    do throws(JSON.ParseError) {
      return try row.withBytes(column) { bytes throws(JSON.ParseError) in
        try JSON(copying: bytes, limits: limits)
      }
    } catch {
      throw StoreFailure.damaged(connection.path, error)
    }
  }
}
