import SwitchboardCore

/// Reads comma-separated values (RFC 4180): fields may stand in double quotes, in which commas, line
/// ends and doubled quotes are text.
///
/// Lines may end in LF, CR or CRLF, and a byte order mark is passed over. A blank line is no row.
struct CSVReader {
  /// One row.
  struct Row: Hashable, Sendable {
    /// The line it begins on, from 1.
    var line: Int
    /// Its fields; at least one.
    var fields: [String]
  }

  /// A row that breaks the form.
  struct Fault: Error, Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// What is wrong, in one sentence.
    var message: String
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var line = 1

  /// A reader of UTF-8 text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    self.place = self.bytes.startIndex
  }

  /// Reads the next row.
  ///
  /// - Returns: The row, or what is wrong with it; `nil` at the end. After a fault the reader goes on
  ///   with the next line.
  mutating func next() -> Result<Row, Fault>? {
    while let byte = peek, byte == 0x0A || byte == 0x0D { endLine() }
    guard peek != nil else { return nil }
    let start = line
    var fields: [String] = []
    do throws(Fault) {
      while true {
        fields.append(try field(of: start))
        guard peek == 0x2C else { break }
        place += 1
      }
      endLine()
      return .success(Row(line: start, fields: fields))
    } catch {
      while let byte = peek, byte != 0x0A, byte != 0x0D { place += 1 }
      endLine()
      return .failure(error)
    }
  }

  private var peek: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func endLine() {
    guard let byte = peek else { return }
    place += 1
    if byte == 0x0D, peek == 0x0A { place += 1 }
    line += 1
  }

  private mutating func field(of start: Int) throws(Fault) -> String {
    guard peek == 0x22 else {
      let begin = place
      while let byte = peek, byte != 0x2C, byte != 0x0A, byte != 0x0D {
        if byte == 0x22 {
          throw Fault(line: line, message: "A quote stands in the middle of a field.")
        }
        place += 1
      }
      return try text(Array(bytes[begin..<place]), start)
    }
    place += 1
    var content: [UInt8] = []
    while let byte = peek {
      place += 1
      if byte == 0x22 {
        guard peek == 0x22 else {
          guard peek == nil || peek == 0x2C || peek == 0x0A || peek == 0x0D else {
            throw Fault(line: line, message: "Text follows the quote that ends a field.")
          }
          return try text(content, start)
        }
        place += 1
      } else if byte == 0x0A || (byte == 0x0D && peek != 0x0A) {
        line += 1
      }
      content.append(byte)
    }
    throw Fault(line: start, message: "A field begins with a quote that nothing ends.")
  }

  private func text(_ bytes: [UInt8], _ line: Int) throws(Fault) -> String {
    guard let text = String(strictUTF8: bytes) else {
      throw Fault(line: line, message: "A field is not UTF-8.")
    }
    return text
  }
}
