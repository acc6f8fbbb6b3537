import SwitchboardConfiguration
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where data go: standard output, or a file in its place.
final class StandardOutput: Sendable {
  /// Nobody reads any more.
  struct Closed: Error {}

  /// The number of the open file.
  let descriptor: Int32

  /// Whether a person reads it.
  let isTerminal: Bool

  private let mayBlock: Bool

  /// Writes to an open file.
  init(descriptor: Int32 = 1) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    var status = stat()
    mayBlock = fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
  }

  /// Writes text.
  func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// Writes text and a line feed.
  func line(_ text: String) async throws { try await write(Array(text.utf8) + [0x0A]) }

  /// Writes bytes, all of them, in the order of the calls.
  ///
  /// - Throws: ``Closed`` when nobody reads any more; `CancellationError`, also while a reader is slow.
  func write(_ bytes: [UInt8]) async throws {
    if bytes.isEmpty { return }
    if mayBlock, !hasRoom(for: bytes.count) {
      try Task.checkCancellation()
      try await BlockingCall.run { [descriptor] in try Self.write(bytes, to: descriptor) }
    } else {
      try Self.write(bytes, to: descriptor)
    }
  }

  /// A pipe that can be written to has room for this much at least (POSIX, `_POSIX_PIPE_BUF`).
  private func hasRoom(for count: Int) -> Bool {
    guard count <= 512 else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(descriptor, part.baseAddress, part.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          throw Closed()
        } else if errno == EAGAIN {
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, 1_000)
        } else if errno != EINTR {
          throw SystemFailure().failure("The output could not be written")
        }
      }
    }
  }
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
