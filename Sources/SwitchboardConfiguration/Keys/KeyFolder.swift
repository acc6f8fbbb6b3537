import SwitchboardCore

/// Keys in files of their own, for machines without a keychain: mode 0600 in a folder of mode 0700.
struct KeyFolder: Sendable {
  /// The end of the files' names.
  static let ending = ".key"

  /// The list of the names that the keychain has, which cannot be asked for them without showing
  /// the keys.
  static let listName = "keychain.json"

  /// Where the folder is.
  var path: String

  /// The folder for people.
  var shownPath: String

  /// Whether there is a key of a name.
  func contains(_ name: String) -> Bool { FileReader.hasContent(file(name)) }

  /// The key of a name; `nil` when there is none.
  func secret(_ name: String) throws(SwitchboardError) -> Secret? {
    guard contains(name) else { return nil }
    return try KeyFile(name: shown(name), path: file(name)).secret()
  }

  /// Keeps a key.
  func set(_ name: String, to secret: Secret) throws(SwitchboardError) {
    do throws(FileFailure) {
      try PrivateFile.makeFolder(path)
      try PrivateFile.write(Array((secret.reveal() + "\n").utf8), to: file(name))
    } catch {
      throw SwitchboardError(
        .configuration,
        "The key could not be kept: \(error.sentence(shown(name), path: file(name))).",
        underlying: error)
    }
  }

  /// Removes a key; `false` when there is none.
  func remove(_ name: String) throws(SwitchboardError) -> Bool {
    do throws(FileFailure) {
      return try PrivateFile.remove(file(name))
    } catch {
      throw SwitchboardError(
        .configuration,
        "The key could not be removed: \(error.sentence(shown(name), path: file(name))).",
        underlying: error)
    }
  }

  /// The names of the keys in files.
  func names() throws(SwitchboardError) -> [String] {
    do throws(FileFailure) {
      return try PrivateFile.names(in: path).compactMap { file in
        guard file.hasSuffix(Self.ending) else { return nil }
        let name = String(file.dropLast(Self.ending.count))
        return KeyName.isValid(name) ? name : nil
      }
    } catch {
      throw listFailure(error)
    }
  }

  /// The names of the keys that were given to the keychain.
  func keychainNames() throws(SwitchboardError) -> [String] {
    let list = FilePath.joined(path, Self.listName)
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileReader.read(list, rule: .secret)
    } catch {
      if error == .missing { return [] }
      throw listFailure(error)
    }
    do throws(JSON.ParseError) {
      return try JSON(parsing: bytes)["names"].elements.compactMap(\.string)
    } catch {
      throw SwitchboardError(
        .configuration,
        "The list of keys '\(shownPath)/\(Self.listName)' is damaged; remove it and set the keys again.",
        underlying: error)
    }
  }

  /// Keeps the names of the keys that were given to the keychain.
  func setKeychainNames(_ names: [String]) throws(SwitchboardError) {
    let json = JSON.object([("names", .array(names.map { JSON($0) }))])
    do throws(FileFailure) {
      try PrivateFile.makeFolder(path)
      try PrivateFile.write(
        Array((json.pretty() + "\n").utf8), to: FilePath.joined(path, Self.listName))
    } catch {
      throw listFailure(error)
    }
  }

  private func file(_ name: String) -> String { FilePath.joined(path, name + Self.ending) }

  private func shown(_ name: String) -> String { FilePath.joined(shownPath, name + Self.ending) }

  private func listFailure(_ error: FileFailure) -> SwitchboardError {
    SwitchboardError(
      .configuration,
      "The keys in '\(shownPath)' could not be listed: \(error.sentence(shownPath, path: path)).",
      underlying: error)
  }
}
