import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a file on disk at once.
enum SmallFile {
  /// The bytes of a regular file.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`; also for what is no file
  ///   on disk, which could keep one waiting.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw SystemFailure().failure("Cannot read '\(path)'") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw SystemFailure().failure("Cannot read '\(path)'")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SwitchboardError(.invalidRequest, "Cannot read '\(path)': it is no file on disk.")
    }
    guard status.st_size <= InputFile.limit else {
      throw InputFile.tooLarge("'\(path)'", InputFile.limit)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure().failure("Cannot read '\(path)'") }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > InputFile.limit { throw InputFile.tooLarge("'\(path)'", InputFile.limit) }
    }
  }
}
