import SwitchboardCore

/// Finds the configuration file: the one that was named, `$SWITCHBOARD_CONFIG`, the project folder's,
/// the user's.
struct ConfigurationSearch {
  /// The name of the file in the project folder and the user's.
  static let fileName = "switchboard.json5"

  var environment: [String: String]
  var folders: ConfigurationFolders

  /// The file, read; `nil` when there is none.
  func find(explicitPath: String?) throws -> SourceFile? {
    if let path = explicitPath {
      return try read(path, as: path, origin: .explicit, isNamed: true)
    }
    if let path = environment["SWITCHBOARD_CONFIG"], !path.isEmpty {
      return try read(path, as: path, origin: .environment, isNamed: true)
    }
    if let file = try project() { return file }
    for folder in folders.user {
      let path = FilePath.joined(folder, Self.fileName)
      if let file = try read(path, as: path, origin: .user, isNamed: false) { return file }
    }
    return nil
  }

  private func project() throws -> SourceFile? {
    guard
      var file = try read(
        Self.fileName, as: Self.fileName, origin: .project, isNamed: false)
    else { return nil }
    // Whoever runs this in the folder of their own configuration need not trust themselves.
    let isUsers = folders.user.contains { folder in
      let path = FilePath.canonical(FilePath.joined(folder, Self.fileName))
      return path != nil && path == FilePath.canonical(file.path)
    }
    if isUsers {
      file.origin = .user
      file.isTrusted = true
    } else {
      file.isTrusted = try TrustStore(folders: folders).isTrusted(
        path: file.path, bytes: file.bytes)
    }
    return file
  }

  /// Reads a file; one that nobody named may be missing.
  private func read(
    _ path: String, as name: String, origin: Configuration.Origin, isNamed: Bool
  ) throws -> SourceFile? {
    if path.isEmpty {
      throw SwitchboardError(.configuration, "The name of the configuration file is empty.")
    }
    let absolute = folders.absolute(path)
    do throws(FileFailure) {
      return SourceFile(
        name: name, path: absolute, origin: origin, bytes: try FileReader.read(absolute),
        isTrusted: origin != .project)
    } catch {
      if error == .missing, !isNamed { return nil }
      let sentence = error.sentence(name, path: absolute)
      throw SwitchboardError(
        .configuration, "The configuration could not be read: \(sentence).", underlying: error)
    }
  }
}
