#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system's functions whose names our own types have too.
enum SystemCall {
  /// Reads from an open file, as `read(2)`.
  static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.read(file, bytes, count)
    #else
    Glibc.read(file, bytes, count)
    #endif
  }

  /// Writes to an open file, as `write(2)`.
  static func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.write(file, bytes, count)
    #else
    Glibc.write(file, bytes, count)
    #endif
  }
}
