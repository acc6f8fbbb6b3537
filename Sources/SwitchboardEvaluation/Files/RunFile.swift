public import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file of a run on disk: its head first, then a line for everything that ended, as it ends.
///
/// A run that was killed, or whose disk was full, goes on from its file: a last line that was cut off
/// is taken away, everything before it counts. One process at a time holds a file.
///
/// ```swift
/// let (file, evaluation) = try RunFile.open("run.jsonl", for: asked)
/// for try await step in EvaluationRun(of: evaluation, router: router) {
///   if case .cell(let cell) = step { try file.append(cell.json) }
/// }
/// ```
public final class RunFile: Sendable {
  /// The path as it was given.
  public let path: String

  private let descriptor: Int32

  private init(_ descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens a file, or begins one.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must be there.
  ///   - evaluation: What is to be asked; `nil` takes what the file says.
  /// - Returns: The file, and the run with what the file holds of it. Its title and beginning are the
  ///   file's.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the file cannot be
  ///   used, or another process uses it; of kind `invalidRequest`, which leaves it as it was, when it
  ///   is no run, has a broken line, or is a run of other cases or variants.
  public static func open(
    _ path: String, for evaluation: Evaluation?
  ) throws -> (file: RunFile, evaluation: Evaluation) {
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | (evaluation == nil ? 0 : O_CREAT)
    let descriptor = systemOpen(path, flags, 0o600)
    guard descriptor >= 0 else { throw FileProblem.failure("Cannot open the run '\(path)'") }
    let file = RunFile(descriptor, path)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SwitchboardError(.configuration, "'\(path)' cannot keep a run: it is no file on disk.")
    }
    // Two of them would ask, and pay, for the same.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw SwitchboardError(
        .configuration, "Another run is writing '\(path)'; wait for its end and try again.")
    }
    let bytes = try FileProblem.bytes(of: descriptor, Int(status.st_size), path)
    let (kept, end) = try read(bytes, path)
    guard let run = kept ?? evaluation else {
      throw SwitchboardError(.invalidRequest, "'\(path)' holds no run.")
    }
    if let kept, let evaluation, let difference = kept.difference(from: evaluation) {
      throw SwitchboardError(
        .invalidRequest,
        "'\(path)' holds another run: \(difference); name another file, or go on as it began.")
    }
    if end < bytes.count, ftruncate(descriptor, off_t(end)) != 0 {
      throw FileProblem.failure("Cannot mend the last line of '\(path)'")
    }
    if kept == nil { try file.append(run.head) }
    return (file, run)
  }

  /// Adds a line, whole or not at all.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`, as for a full disk.
  public func append(_ line: JSON) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileProblem.failure("Cannot write '\(path)'")
    }
    do {
      try FileProblem.write(line.encoded() + [0x0A], to: descriptor, path)
    } catch {
      // What is left of a line is mended when the file is opened, too, should this fail.
      _ = ftruncate(descriptor, status.st_size)
      throw error
    }
  }

  /// The head holds every case, however many there are: what could be asked and written can be read.
  private static let lineLimits = JSON.Limits(nodes: .max, bytes: .max)

  /// The run of a file's bytes, and where its last whole line ends; no run when there is no whole
  /// line.
  static func read(_ bytes: [UInt8], _ path: String) throws -> (Evaluation?, end: Int) {
    var evaluation: Evaluation?
    var start = 0
    var number = 0
    while let feed = bytes[start...].firstIndex(of: 0x0A) {
      number += 1
      do {
        let json = try JSON(parsing: Array(bytes[start..<feed]), limits: lineLimits)
        if evaluation == nil {
          evaluation = try Evaluation(head: json)
        } else {
          try evaluation?.take(json)
        }
      } catch {
        let reason = (error as? SwitchboardError)?.message ?? "it is not JSON: \(error)"
        throw SwitchboardError(
          .invalidRequest, "Line \(number) of '\(path)' is no part of a run: \(reason)")
      }
      start = feed + 1
    }
    if evaluation == nil, start < bytes.count, !bytes.starts(with: Evaluation.opening),
      !Evaluation.opening.starts(with: bytes)
    {
      throw SwitchboardError(.invalidRequest, "'\(path)' holds something else than a run.")
    }
    return (evaluation, start)
  }
}

extension Evaluation {
  /// How the file of a run begins.
  static let opening = Array(#"{"evaluation":"#.utf8)

  /// In what another run asks for something else, in a few words; `nil` when both ask the same.
  func difference(from other: Evaluation) -> String? {
    if repeats != other.repeats { return "it asks \(repeats) times, not \(other.repeats)" }
    let (ours, theirs) = (head, other.head)
    if ours["variants"] != theirs["variants"] {
      return "its models are \(variants.map(\.name).joined(separator: ", "))"
    }
    if cases.count != other.cases.count {
      return "it has \(cases.count) cases, not \(other.cases.count)"
    }
    if ours["cases"] != theirs["cases"] {
      let place = zip(cases, other.cases).enumerated().first { $1.0.json != $1.1.json }?.offset ?? 0
      return "its case '\(cases[place].name)' is another"
    }
    return nil
  }
}
