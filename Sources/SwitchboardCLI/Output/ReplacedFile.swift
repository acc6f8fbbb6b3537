#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is written beside the one it replaces, and takes its place when it is whole.
///
/// Until then, and when it never is, the old file is what it was; a name that was free stays free. The
/// new file has the permissions of the old. A symbolic link is followed, so that it still leads to the
/// file. What is no file, as a pipe or `/dev/null`, is written to as it is.
struct ReplacedFile {
  /// Where to write.
  let descriptor: Int32

  /// The file that is replaced; `nil` for what is written to as it is.
  private let target: String?

  /// The file that is written.
  private let draft: String

  /// Opens a file to write to.
  ///
  /// - Throws: ``SystemFailure``.
  init(_ path: String) throws {
    guard let (target, mode) = try Self.target(of: path) else {
      self.target = nil
      draft = path
      descriptor = try Self.open(path, O_CREAT | O_TRUNC)
      return
    }
    self.target = target
    (draft, descriptor) = try Self.draft(beside: target)
    if let mode, fchmod(descriptor, mode) != 0 {
      let failure = SystemFailure()
      discard()
      throw failure
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``SystemFailure``; the old file is what it was then.
  func keep() throws {
    guard let target else {
      close(descriptor)
      return
    }
    // Some disks say no more than now that they are full.
    guard fsync(descriptor) == 0, rename(draft, target) == 0 else {
      let failure = SystemFailure()
      discard()
      throw failure
    }
    close(descriptor)
  }

  /// Gives the file up.
  func discard() {
    close(descriptor)
    if target != nil { unlink(draft) }
  }

  /// The file that a path means, with its permissions when it is there; `nil` for what cannot be
  /// replaced.
  private static func target(of path: String) throws -> (path: String, mode: mode_t?)? {
    // Names of files that are open already.
    if ["/dev/fd/", "/dev/std", "/proc/"].contains(where: path.hasPrefix) { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // A link that leads nowhere is written through; there is nothing to lose behind it.
      let isFree = lstat(path, &status) != 0 && errno == ENOENT && !path.hasSuffix("/")
      return isFree ? (path, nil) : nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    if access(path, W_OK) != 0 { throw SystemFailure() }
    guard let real = realpath(path, nil) else { throw SystemFailure() }
    defer { free(real) }
    return (String(cString: real), status.st_mode & 0o7777)
  }

  private static func draft(beside target: String) throws -> (String, Int32) {
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    var number = 0
    while true {
      let path = "\(folder).switchboard-\(getpid())-\(number).part"
      do {
        return (path, try open(path, O_CREAT | O_EXCL))
      } catch let failure as SystemFailure where failure.code == EEXIST && number < 10_000 {
        number += 1
      }
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw SystemFailure() }
    return descriptor
  }
}
