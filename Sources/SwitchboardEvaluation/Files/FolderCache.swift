public import SwitchboardCore
import SwitchboardDigest

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Answers of earlier runs, a file each, in a folder that its owner alone may open.
///
/// Several processes may share a folder: a file is there whole or not at all. One that cannot be read
/// as an answer, by whatever damage, is no answer; the next one takes its place. Deleting the folder
/// forgets all answers.
public struct FolderCache: AnswerCache {
  /// The folder.
  public let folder: String

  /// Uses a folder, which is made when there is something to keep.
  public init(folder: String) { self.folder = folder }

  /// The answer to a question.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration` when the folder may not be
  ///   read.
  public func reply(for key: AnswerKey) throws -> ChatReply? {
    let path = path(of: key)
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileProblem.failure("Cannot read the kept answer '\(path)'")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let bytes = try FileProblem.bytes(of: descriptor, Int(status.st_size), path)
    do {
      return try ChatReply(json: JSON(parsing: bytes, limits: .media))
    } catch {
      return nil
    }
  }

  /// Keeps an answer.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`, as for a full disk.
  public func keep(_ reply: ChatReply, for key: AnswerKey) throws {
    let path = path(of: key)
    let draft = "\(path).\(Hex.encode(RandomBytes.make(8))).new"
    try makeFolder(of: path[...])
    let descriptor = systemOpen(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem.failure("Cannot keep an answer in '\(folder)'") }
    defer { close(descriptor) }
    do {
      try FileProblem.write(reply.json.encoded(), to: descriptor, draft)
      guard rename(draft, path) == 0 else {
        throw FileProblem.failure("Cannot keep an answer in '\(folder)'")
      }
    } catch {
      // The draft is of no use to anybody; the failure itself is what counts.
      unlink(draft)
      throw error
    }
  }

  /// Two hundred and fifty-six folders, so that none grows too large.
  private func path(of key: AnswerKey) -> String {
    "\(folder)/\(key.description.prefix(2))/\(key.description.dropFirst(2)).json"
  }

  private func makeFolder(of path: Substring) throws {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = path[..<slash]
    if mkdir(String(parent), 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw FileProblem.failure("Cannot make the folder '\(parent)'") }
    try makeFolder(of: parent)
    if mkdir(String(parent), 0o700) != 0, errno != EEXIST {
      throw FileProblem.failure("Cannot make the folder '\(parent)'")
    }
  }
}
