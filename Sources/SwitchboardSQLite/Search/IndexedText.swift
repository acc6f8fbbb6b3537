import CSQLite
import Switchboard
import SwitchboardCore

/// The visible text of a message as the index has it.
///
/// SQLite's tokenizer takes a run of letters for one word. An invisible mark around every character of a
/// script that is written without spaces makes each of them a word, so that any part of such a text is
/// found.
///
/// The index is told the same text again when a message goes: whoever changes what is made here adds a
/// step to the schema that builds the index anew.
enum IndexedText {
  /// The name of the function in SQL.
  static let function = "switchboard_words"

  /// ZERO WIDTH SPACE: no letter, so it ends a word.
  static let separator: Unicode.Scalar = "\u{200B}"

  /// Stand around what was found; text holds them as spaces.
  static let (begin, end): (Unicode.Scalar, Unicode.Scalar) = ("\u{2}", "\u{3}")

  /// Makes the function known to a connection.
  static func define(on connection: Connection) throws {
    try connection.define(function) { context, _, arguments in
      let value = arguments?[0]
      let stored = UnsafeRawBufferPointer(
        start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      guard var text = IndexedText.text(ofStored: stored) else {
        return sqlite3_result_error_code(context, SQLITE_CORRUPT)
      }
      text.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) { text in
          sqlite3_result_text64(
            context, text.baseAddress, UInt64(text.count), Statement.copied, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  /// The text of a message in the form that the store keeps; `nil` when it is of no such form.
  private static func text(ofStored message: UnsafeRawBufferPointer) -> String? {
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON(copying: message, limits: StoredJSON.limits)
    } catch {
      return nil
    }
    return text(
      of: json["parts"].elements.filter { $0["type"].string == "text" }
        .map { $0["text"].string ?? "" }.joined())
  }

  /// What the index is given for a text.
  static func text(of text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x04..<0x80).contains($0) }
    if isPlain { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if SearchWords.isUnspaced(scalar) {
        scalars.append(separator)
        scalars.append(scalar)
        scalars.append(separator)
      } else {
        scalars.append(scalar.value < 0x04 ? " " : scalar)
      }
    }
    return String(scalars)
  }
}
