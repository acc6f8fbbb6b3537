import CSQLite
import Foundation
import SwitchboardCore
import SwitchboardDigest
import Testing

@testable import SwitchboardSQLite

/// A folder of one test for one store, which goes with it.
final class StoreFolder: Sendable {
  let path: String

  /// The file of the store.
  var file: String { path + "/talks.db" }

  /// Makes the folder in memory where there is such a place: what a disk does to a store is tried by a
  /// disk of our own, and nobody needs to wait for a real one.
  init() throws {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = base + "/switchboard-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("The folder \(path) of a test stays: \(error)")
    }
  }

  func open(_ settings: StoreSettings = StoreSettings()) async throws -> SQLiteStore {
    try await SQLiteStore(path: file, settings)
  }

  /// A connection of the test's own, with the functions of a store's.
  func connect() throws -> Connection {
    let connection = try Connection(file, vfs: nil, patience: .seconds(5))
    try IndexedText.define(on: connection)
    return connection
  }

  /// The names and digests of all files in it that hold anything.
  func digests() throws -> [String: String] {
    var digests: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let bytes = try bytes(name)
      if !bytes.isEmpty { digests[name] = Hex.encode(SHA256.hash(bytes)) }
    }
    return digests
  }

  /// The names of all files in it.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func bytes(_ name: String = "talks.db") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], _ name: String = "talks.db") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// The permission bits of a file.
  func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Whether SQLite finds nothing wrong in the file, its index of words included.
  func check() throws {
    let connection = try connect()
    #expect(
      try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try connection.all("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
    try connection.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
  }
}
