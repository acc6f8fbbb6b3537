import SwitchboardCore

/// A file that holds a key and nothing else.
struct KeyFile: Sendable {
  /// The file as the user wrote it.
  var name: String

  /// Where it is.
  var path: String

  /// Reads it.
  ///
  /// - Throws: ``SwitchboardError`` of kind `authentication`, with the command that mends it.
  func secret() throws(SwitchboardError) -> Secret {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileReader.read(path, limit: KeyText.longest, rule: .secret)
    } catch {
      throw SwitchboardError(
        .authentication, "The key could not be read: \(error.sentence(name, path: path)).",
        underlying: error)
    }
    return try KeyText.secret(bytes, from: "the file '\(name)'")
  }
}
