import Glibc
import SwitchboardCore
import SwitchboardSQLite

/// A file for a store, in a folder that goes with it.
///
/// It lies in the build folder, because the folder for temporary files may be no disk.
final class StoreFile: Sendable {
  private let folder: String

  /// Where the file is.
  let path: String

  init() throws {
    var template = Array(".build/benchmark-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return nil }
      return String(cString: made)
    }
    guard let made else {
      throw SwitchboardError(
        .configuration, "there is no folder .build to write to; run it in the package's folder.")
    }
    folder = made
    path = made + "/talks.db"
  }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    rmdir(folder)
  }

  func open() async throws -> SQLiteStore { try await SQLiteStore(path: path) }
}
