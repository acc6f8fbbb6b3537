#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment and the files of the user, as far as AWS's settings lie there.
package struct AWSSurroundings: Sendable {
  /// The value of a variable; `nil` when it is not set.
  var variable: @Sendable (String) -> String?

  /// The bytes of a file; `nil` when it cannot be read.
  var file: @Sendable (String) -> [UInt8]?

  package init(
    variable: @escaping @Sendable (String) -> String?,
    file: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.variable = variable
    self.file = file
  }

  /// The value of a variable that is set and not empty.
  func value(_ name: String) -> String? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Those of this process.
  static let process = AWSSurroundings(
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
