import Foundation

#if canImport(Darwin)
public import Darwin
#else
public import Glibc
#endif

/// A folder of one test, which goes with it.
public final class TemporaryFolder: Sendable {
  /// Its path, without links.
  public let path: String

  /// Makes a folder.
  public init() throws {
    let base = FileManager.default.temporaryDirectory.path
    // Resolved, because trust is remembered under the one path without links.
    let name = "\(base)/switchboard-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: name, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard let resolved = realpath(name, nil) else { throw Missing(path: name) }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  /// A file could not be made.
  public struct Missing: Error {
    /// The file.
    public var path: String
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("The folder \(path) of a test stays: \(error)")
    }
  }

  /// Writes a file, and makes the folders above it.
  @discardableResult
  public func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    try write(name, bytes: Array(text.utf8), mode: mode)
  }

  /// Writes a file, and makes the folders above it.
  @discardableResult
  public func write(_ name: String, bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let file = "\(path)/\(name)"
    try makeFolder(String(name.split(separator: "/").dropLast().joined(separator: "/")))
    guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
      throw Missing(path: file)
    }
    guard chmod(file, mode_t(mode)) == 0 else { throw Missing(path: file) }
    return file
  }

  /// Writes a program.
  ///
  /// Another process makes the file: one that this process has written would be open for writing in
  /// whatever other tests start meanwhile, and the system then refuses to run it.
  public func program(_ name: String, _ text: String) throws {
    let draft = try write("\(name).txt", text, mode: 0o700)
    let copy = Process()
    copy.executableURL = URL(fileURLWithPath: "/bin/cp")
    copy.arguments = ["-p", draft, "\(path)/\(name)"]
    try copy.run()
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw Missing(path: "\(path)/\(name)") }
  }

  /// Makes a folder, and those above it.
  @discardableResult
  public func makeFolder(_ name: String, mode: Int = 0o700) throws -> String {
    let folder = name.isEmpty ? path : "\(path)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard chmod(folder, mode_t(mode)) == 0 else { throw Missing(path: folder) }
    return folder
  }

  /// The text of a file.
  public func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  /// The permission bits of a file.
  public func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
