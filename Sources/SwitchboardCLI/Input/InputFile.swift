import SwitchboardCore

/// Files that the user names on the command line or in a request.
enum InputFile {
  /// The most bytes of one file.
  static let limit = 256 << 20

  /// The bytes of a file; `-` is standard input.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`: one sentence.
  static func bytes(_ path: String) async throws -> [UInt8] {
    try await InputDescriptor.open(path).whole()
  }

  /// A JSON document; a key given twice is refused.
  static func json(_ path: String) async throws -> JSON {
    let bytes = try await bytes(path)
    do throws(JSON.ParseError) {
      return try JSON(parsing: bytes, limits: .media, duplicateKeys: .refuse)
    } catch {
      throw SwitchboardError(
        .invalidRequest,
        "\(shown(path)) is not JSON: line \(error.line), column \(error.column): \(error.reason).",
        underlying: error)
    }
  }

  /// Text in UTF-8.
  static func text(_ bytes: [UInt8], name: String, hint: String = "") throws -> String {
    guard MediaSniffer.isText(bytes) else {
      throw SwitchboardError(.invalidRequest, "\(name) is not UTF-8 text\(hint).")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path for messages.
  static func shown(_ path: String) -> String { path == "-" ? "Standard input" : "'\(path)'" }

  /// A name relative to the folder of a file.
  static func path(_ name: String, besides file: String) -> String {
    guard !name.hasPrefix("/"), file != "-", let slash = file.lastIndex(of: "/") else {
      return name
    }
    return file[...slash] + name
  }

  static func tooLarge(_ name: String, _ limit: Int) -> SwitchboardError {
    SwitchboardError(.invalidRequest, "\(name) is larger than \(limit >> 20) MiB.")
  }

  /// Reads the files that media parts of a request name, relative to the request's own file.
  ///
  /// The library asks for them in the middle of reading a request, so this one read is not
  /// asynchronous; only files on disk are taken.
  static func reader(besides file: String) -> MediaFileReader {
    { name in try SmallFile.read(path(name, besides: file)) }
  }
}
