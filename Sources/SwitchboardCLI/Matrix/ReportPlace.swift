import SwitchboardConfiguration
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a report shall be written, looked at before there is one.
struct ReportPlace {
  /// The path as it was given.
  let path: String

  /// One name for a file by whatever way it is named.
  let whole: String

  /// Whether it is a file on disk, or will be one: not a device that anybody may write to.
  let isFile: Bool

  private let folder: String
  private let mode: mode_t?

  /// Looks at a path.
  init(_ path: String) {
    self.path = path
    folder = FilePath.folder(of: path)
    let name = FilePath.name(of: path)
    whole =
      FilePath.canonical(path) ?? FilePath.canonical(folder).map { FilePath.joined($0, name) }
      ?? path
    var status = stat()
    mode = stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    isFile = mode == nil || mode == S_IFREG
  }

  /// Whether it can be written there, as far as that can be known.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`: one sentence.
  func check() throws {
    let failure: SystemFailure? =
      if mode == S_IFDIR {
        SystemFailure(EISDIR)
      } else if mode != nil {
        access(path, W_OK) == 0 ? nil : SystemFailure()
      } else {
        access(folder, W_OK | X_OK) == 0 ? nil : SystemFailure()
      }
    if let failure { throw failure.failure("Cannot write '\(path)'") }
  }
}
