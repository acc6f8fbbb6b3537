#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment and the files of the user, for vendors whose own tools keep credentials there.
public struct UserSurroundings: Sendable {
  private let variable: @Sendable (String) -> String?
  private let content: @Sendable (String) -> [UInt8]?

  /// Creates surroundings.
  ///
  /// - Parameters:
  ///   - variable: The value of an environment variable; `nil` when it is not set.
  ///   - file: The bytes of a file; `nil` when it cannot be read.
  public init(
    variable: @escaping @Sendable (String) -> String?,
    file: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.variable = variable
    self.content = file
  }

  /// The value of a variable that is set and not empty.
  public func value(_ name: String) -> String? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The bytes of a file, whose name may start in the user's home as `~/`; `nil` when it cannot be
  /// read.
  public func file(_ path: String) -> [UInt8]? {
    guard path.hasPrefix("~/") else { return content(path) }
    return value("HOME").flatMap { content($0 + path.dropFirst()) }
  }

  /// Those of this process.
  public static let process = UserSurroundings(
    variable: { name in getenv(name).map { String(cString: $0) } },
    file: { path in
      guard let file = fopen(path, "rb") else { return nil }
      defer { fclose(file) }
      // Settings are short; a file that is not ends here.
      return [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
    })
}
