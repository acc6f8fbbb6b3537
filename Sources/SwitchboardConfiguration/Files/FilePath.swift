#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Paths as text.
package enum FilePath {
  /// A path that stands on its own: `~/` is the home folder, and what is relative starts at a folder.
  static func absolute(_ path: String, in folder: String, home: String?) -> String {
    if path.hasPrefix("/") { return path }
    if let home, path == "~" || path.hasPrefix("~/") {
      return joined(home, String(path.dropFirst(2)))
    }
    return joined(folder, path)
  }

  /// A name in a folder.
  package static func joined(_ folder: String, _ name: String) -> String {
    if name.isEmpty { return folder }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder that a path lies in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a path.
  package static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  /// The one path of a file that is there, without links and dots; `nil` when it is not there.
  package static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether a file that is there lies below a folder, once links are followed.
  static func lies(_ path: String, below folder: String) -> Bool {
    guard let path = canonical(path), let folder = canonical(folder) else { return false }
    return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}
