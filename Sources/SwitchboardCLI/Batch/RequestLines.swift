import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The lines of a requests file, read as they are wanted.
struct RequestLines {
  /// A line that is not blank.
  struct Line: Sendable {
    /// Its number, from 1; blank lines count.
    var number: Int

    /// Its bytes without the line feed.
    var bytes: [UInt8]
  }

  /// The file.
  let input: InputDescriptor

  /// The file as the user named it.
  let path: String

  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  init(_ path: String) throws {
    self.path = path
    input = try InputDescriptor.open(path)
  }

  /// The next line that is not blank; `nil` at the end.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` when the file cannot be read or a line is larger
  ///   than any request may be.
  mutating func next() async throws -> Line? {
    while true {
      while let line = takeLine() {
        if line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return line }
      }
      if isAtEnd { return nil }
      buffer.removeFirst(start)
      searched -= start
      start = 0
      guard buffer.count <= InputFile.limit else {
        throw SwitchboardError(
          .invalidRequest,
          "Line \(number + 1) of \(input.name) is larger than \(InputFile.limit >> 20) MiB.")
      }
      if let piece = try await input.next() { buffer += piece } else { isAtEnd = true }
    }
  }

  private mutating func takeLine() -> Line? {
    guard let end = lineFeed() else {
      searched = buffer.count
      guard isAtEnd, start < buffer.count else { return nil }
      defer { start = buffer.count }
      number += 1
      return Line(number: number, bytes: Array(buffer[start...]))
    }
    defer {
      start = end + 1
      searched = start
    }
    number += 1
    return Line(number: number, bytes: Array(buffer[start..<end]))
  }

  private func lineFeed() -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count,
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
