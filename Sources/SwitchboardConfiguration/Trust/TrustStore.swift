import SwitchboardCore
import SwitchboardDigest

/// Remembers which configuration files of project folders the user has read and trusts.
///
/// A file is known by its path and the digest of its content: whoever changes it, it must be trusted
/// again. The store is a file of mode 0600 in the user's configuration folder.
public struct TrustStore: Sendable {
  /// A file that is trusted.
  public struct Entry: Sendable, Hashable {
    /// Its absolute path, without links to its folder.
    public var path: String

    /// The SHA-256 of its content in hexadecimal digits.
    public var sha256: String
  }

  /// The name of the store in the user's configuration folder.
  static let fileName = "trusted.json"

  private let folders: ConfigurationFolders

  /// Opens the store of a user.
  ///
  /// - Parameter folders: Where the user's configuration folder is.
  public init(folders: ConfigurationFolders) {
    self.folders = folders
  }

  /// Whether a file is trusted with this content.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: Its content.
  /// - Returns: Whether it is.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the store is broken
  ///   or others can change it.
  public func isTrusted(path: String, bytes: [UInt8]) throws -> Bool {
    let entry = entry(path, bytes)
    return try entries().contains(entry)
  }

  /// Trusts a file with this content, in place of any it had before.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: Its content, which the user has read.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the store cannot be
  ///   read or written.
  public func trust(path: String, bytes: [UInt8]) throws {
    let entry = entry(path, bytes)
    var entries = try entries().filter { $0.path != entry.path }
    entries.append(entry)
    try write(entries)
  }

  /// Trusts a file as it is now.
  ///
  /// - Parameter file: The file.
  /// - Returns: What is remembered.
  /// - Throws: As ``trust(path:bytes:)``, and when the file cannot be read.
  @discardableResult
  public func trust(file: String) throws -> Entry {
    let path = folders.absolute(file)
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileReader.read(path)
    } catch {
      throw SwitchboardError(
        .configuration, "The file could not be trusted: \(error.sentence(file, path: path)).",
        underlying: error)
    }
    try trust(path: path, bytes: bytes)
    return entry(path, bytes)
  }

  /// Trusts a file no longer.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether it was trusted before.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the store cannot be
  ///   read or written.
  @discardableResult
  public func distrust(path: String) throws -> Bool {
    let path = canonical(path)
    let entries = try entries()
    let kept = entries.filter { $0.path != path }
    if kept.count == entries.count { return false }
    try write(kept)
    return true
  }

  /// The files that are trusted, in the order in which they came to be.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the store is broken
  ///   or others can change it.
  public func entries() throws -> [Entry] {
    guard let folder = folders.user.first else { return [] }
    let path = FilePath.joined(folder, Self.fileName)
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileReader.read(path, rule: .secret)
    } catch {
      if error == .missing { return [] }
      throw broken(error.sentence(folders.shown(path), path: path), error)
    }
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON(parsing: bytes, duplicateKeys: .refuse)
    } catch {
      throw broken(
        "'\(folders.shown(path))' is damaged at line \(error.line); remove it and trust again",
        error)
    }
    return try json["files"].elements.map { file in
      guard let path = file["path"].string, let sha256 = file["sha256"].string else {
        throw broken("'\(folders.shown(path))' is damaged; remove it and trust again", nil)
      }
      return Entry(path: path, sha256: sha256)
    }
  }

  private func write(_ entries: [Entry]) throws {
    let folder = try folders.writable(for: "what you trust")
    let path = FilePath.joined(folder, Self.fileName)
    let files = entries.map { entry in
      JSON.object([("path", JSON(entry.path)), ("sha256", JSON(entry.sha256))])
    }
    let json = JSON.object([("version", 1), ("files", .array(files))])
    do throws(FileFailure) {
      try PrivateFile.makeFolder(folder)
      try PrivateFile.write(Array((json.pretty() + "\n").utf8), to: path)
    } catch {
      throw broken(error.sentence(folders.shown(path), path: path), error)
    }
  }

  private func entry(_ path: String, _ bytes: [UInt8]) -> Entry {
    Entry(path: canonical(path), sha256: Hex.encode(SHA256.hash(bytes)))
  }

  /// One name for a file, whatever links lead to its folder.
  ///
  /// A link in the place of the file itself is not followed: its relative names start from another
  /// folder than those of the file that it points to.
  private func canonical(_ path: String) -> String {
    let path = folders.absolute(path)
    guard let folder = FilePath.canonical(FilePath.folder(of: path)) else { return path }
    return FilePath.joined(folder, FilePath.name(of: path))
  }

  private func broken(_ sentence: String, _ error: (any Error)?) -> SwitchboardError {
    SwitchboardError(
      .configuration, "The list of trusted files could not be used: \(sentence).",
      underlying: error)
  }
}
