import Foundation
import SwitchboardCore
import SwitchboardDigest

@testable import SwitchboardSQLite

/// A folder of one test for one store, which goes with it.
final class StoreFolder: Sendable {
  let path: String

  /// The file of the store.
  var file: String { path + "/talks.db" }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/switchboard-\(UUID().uuidString)"
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

  /// The names and digests of all files in it.
  func digests() throws -> [String: String] {
    var digests: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      digests[name] = Hex.encode(SHA256.hash(try bytes(name)))
    }
    return digests
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], _ name: String = "talks.db") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
