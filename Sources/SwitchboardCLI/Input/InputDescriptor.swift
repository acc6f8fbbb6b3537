import SwitchboardConfiguration
import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads an open file piece by piece; whatever it is, nothing else waits for it.
final class InputDescriptor: Sendable {
  /// The number of the open file.
  let descriptor: Int32

  /// What it is called in messages.
  let name: String

  private let isOwned: Bool
  private let isRegular: Bool

  /// Standard input.
  static var standard: InputDescriptor {
    InputDescriptor(0, name: "standard input", isOwned: false)
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  static func open(_ path: String) throws -> InputDescriptor {
    if path == "-" { return standard }
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SystemFailure().failure("Cannot read '\(path)'") }
    let input = InputDescriptor(descriptor, name: "'\(path)'", isOwned: true)
    if input.kind == S_IFDIR { throw SystemFailure(EISDIR).failure("Cannot read '\(path)'") }
    return input
  }

  private init(_ descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    isRegular = Self.kind(descriptor) == S_IFREG
  }

  deinit { if isOwned { close(descriptor) } }

  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Device and number, by which two names of one file are known.
  var identity: (device: UInt64, number: UInt64)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }

  private var kind: mode_t? { Self.kind(descriptor) }

  private static func kind(_ descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Reads what is there, at most 256 KiB; `nil` at the end.
  func next() async throws -> [UInt8]? {
    // A file on disk does not keep one waiting; everything else may.
    if isRegular { return try read() }
    return try await BlockingCall.run { [self] in try read() }
  }

  /// Reads to the end, and refuses what is larger than the limit in bytes.
  func whole(limit: Int = InputFile.limit) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try await next() {
      bytes += piece
      if bytes.count > limit { throw InputFile.tooLarge(name, limit) }
    }
    return bytes
  }

  private func read() throws -> [UInt8]? {
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
        let got = systemRead(descriptor, buffer.baseAddress, buffer.count)
        code = got < 0 ? errno : 0
        count = max(0, got)
      }
      if code == 0 { return bytes.isEmpty ? nil : bytes }
      if code == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if code != EINTR {
        throw SystemFailure(code).failure("Cannot read \(name)")
      }
    }
  }
}

func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
