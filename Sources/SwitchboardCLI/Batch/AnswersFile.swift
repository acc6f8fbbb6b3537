import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file that the answers of a batch go to, and what an earlier run left in it.
struct AnswersFile: Sendable {
  /// Where the lines are written.
  let output: StandardOutput

  /// The ids that have a reply already.
  let done: Set<String>

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - resuming: Whether it may exist.
  ///   - output: Standard output.
  ///   - requests: The requests file, which must be another.
  /// - Returns: The file, and what is in it.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`.
  static func open(
    _ path: String, resuming: Bool, output: StandardOutput, besides requests: InputDescriptor
  ) async throws -> AnswersFile {
    if path == "-" { return AnswersFile(output: output, done: []) }
    let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (resuming ? 0 : O_EXCL)
    let descriptor = systemOpen(path, flags, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw SwitchboardError(
          .invalidRequest,
          "'\(path)' exists; go on with it with --resume, or name another file with --out.")
      }
      throw SystemFailure().failure("Cannot write '\(path)'")
    }
    // Two runs would ask, and pay, for the same requests.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw SwitchboardError(
        .invalidRequest, "Another run is writing '\(path)'; wait for its end and try again.")
    }
    let file = StandardOutput(descriptor: descriptor)
    guard resuming else { return AnswersFile(output: file, done: []) }
    let old = try InputDescriptor.open(path)
    if let a = old.identity, let b = requests.identity, a == b {
      throw SwitchboardError(
        .invalidRequest, "'\(path)' holds the requests; name another file with --out.")
    }
    return AnswersFile(output: file, done: try await replies(in: path, file))
  }

  /// The ids of the replies in a file, after mending a last line that was cut off.
  private static func replies(in path: String, _ file: StandardOutput) async throws -> Set<String> {
    var lines = try RequestLines(path)
    var done: Set<String> = []
    var isLastWhole = true
    var end: Int64 = 0
    while let line = try await lines.next() {
      do throws(JSON.ParseError) {
        let json = try JSON(parsing: line.bytes, limits: .media)
        if let id = RequestID.text(json["id"]), json["reply"].exists { done.insert(id) }
        isLastWhole = true
      } catch {
        isLastWhole = false
        end = Int64(line.bytes.count)
      }
    }
    let size = lseek(file.descriptor, 0, SEEK_END)
    var last: UInt8 = 0x0A
    if size > 0 { _ = pread(file.descriptor, &last, 1, size - 1) }
    if last == 0x0A { return done }
    if isLastWhole {
      try await file.write("\n")
    } else if ftruncate(file.descriptor, off_t(Int64(size) - end)) != 0 {
      throw SystemFailure().failure("Cannot mend the last line of '\(path)'")
    }
    return done
  }
}

/// The id of a request of a batch.
enum RequestID {
  /// An id as text; a number is taken as it is written.
  static func text(_ json: JSON) -> String? { json.string ?? json.number }
}
