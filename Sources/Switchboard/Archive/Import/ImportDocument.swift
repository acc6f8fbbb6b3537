import SwitchboardCore

/// A file that was parsed: one value, or what its array or its lines hold.
struct ImportDocument {
  /// Data exports of years are one document.
  private static let limits = JSON.Limits(nodes: 50_000_000, bytes: 1 << 30)

  /// The values, with their places.
  let values: [CheckedJSON]

  init(_ bytes: [UInt8]) throws {
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      throw SwitchboardError(
        .invalidRequest, "The file is a ZIP archive; unpack it and give its 'conversations.json'.")
    }
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON(parsing: bytes, limits: Self.limits, duplicateKeys: .refuse)
    } catch {
      guard error.reason == .trailingText, error.line > 1 else {
        throw Self.broken(error, line: error.line)
      }
      values = try Self.lines(bytes)
      return
    }
    values =
      json.kind == .array ? try CheckedJSON(json).elements() : [CheckedJSON(json)]
  }

  /// Reads a document a line.
  private static func lines(_ bytes: [UInt8]) throws -> [CheckedJSON] {
    var values: [CheckedJSON] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(JSON.ParseError) {
        let json = try JSON(parsing: Array(line), limits: limits, duplicateKeys: .refuse)
        values.append(CheckedJSON(json, path: "line \(number)"))
      } catch {
        throw broken(error, line: number)
      }
    }
    return values
  }

  private static func broken(_ error: JSON.ParseError, line: Int) -> SwitchboardError {
    SwitchboardError(
      .invalidRequest,
      "The file is not JSON: line \(line), column \(error.column): \(error.reason).",
      underlying: error)
  }

  /// Whose file it is.
  ///
  /// - Throws: When it is nobody's that is known, or not that of whom was expected.
  func form(expecting expected: ConversationImport.Form?) throws -> ConversationImport.Form {
    guard let first = values.first else {
      throw SwitchboardError(.invalidRequest, "There is no conversation in the file.")
    }
    let form = Self.form(of: first)
    if let form, form == expected || expected == nil { return form }
    let found =
      form.map { "looks like one of '\($0.rawValue)'" } ?? "holds \(Self.words(for: first.json))"
    let wanted =
      expected.map { "no file of '\($0.rawValue)'" }
      ?? "no file of conversations that is known (\(Self.names))"
    throw SwitchboardError(.invalidRequest, "It is \(wanted): it \(found).")
  }

  private static var names: String {
    ConversationImport.Form.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func form(of value: CheckedJSON) -> ConversationImport.Form? {
    let json = value.json
    if json["format"].string == ConversationExport.mark { return .switchboard }
    if json["mapping"].exists { return .chatgpt }
    if json["chat_messages"].exists { return .claude }
    return json["messages"].exists || json["role"].exists ? .openai : nil
  }

  private static func words(for json: JSON) -> String {
    switch json.kind {
    case .object:
      let keys = json.members.prefix(6).map { "'\($0.key.prefix(40))'" }
      return keys.isEmpty
        ? "an empty object"
        : "an object with \(keys.joined(separator: ", "))\(json.count > 6 ? ", …" : "")"
    case .array: return "an array in an array"
    case .string: return "a string"
    case .number: return "a number"
    case .bool, .null, .missing: return json.text
    }
  }
}
