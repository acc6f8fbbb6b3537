import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads and writes files on disk, and says in one sentence why that fails.
enum FileProblem {
  /// The failure of a system call that has just failed.
  ///
  /// - Parameter sentence: What could not be done, without a full stop.
  /// - Returns: The failure, with what the system says.
  static func failure(_ sentence: String) -> SwitchboardError {
    SwitchboardError(.configuration, "\(sentence): \(String(cString: strerror(errno))).")
  }

  /// The bytes of an open file from its beginning.
  static func bytes(of descriptor: Int32, _ size: Int, _ path: String) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let more = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: count), size - count, off_t(count))
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw failure("Cannot read '\(path)'") }
      if more == 0 { break }
      count += more
    }
    return Array(bytes[..<count])
  }

  /// Writes all bytes to an open file.
  static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("Cannot write '\(path)'") }
      written += count
    }
  }
}

// The system's functions, by names that no type of ours has.

func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
