#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds programs as a shell does.
enum Executable {
  /// Finds a program.
  ///
  /// - Parameters:
  ///   - name: A name that is looked for in `PATH`, or a path.
  ///   - environment: The environment that has `PATH`.
  ///   - folder: Where relative paths start.
  /// - Returns: Its path; `nil` when it is not installed.
  static func find(_ name: String, environment: [String: String], folder: String) -> String? {
    if name.contains("/") {
      let path = FilePath.absolute(name, in: folder, home: environment["HOME"])
      return isExecutable(path) ? path : nil
    }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    // A relative folder in PATH would let the folder that we happen to be in choose the program.
    for place in folders where place.hasPrefix("/") {
      let path = FilePath.joined(String(place), name)
      if isExecutable(path) { return path }
    }
    return nil
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
