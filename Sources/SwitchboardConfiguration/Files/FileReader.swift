#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads whole files, with the checks that their purpose demands.
enum FileReader {
  /// What a file must be like before it is read.
  enum Rule {
    /// Any regular file.
    case plain
    /// A file that nobody else can open or replace, because it holds a secret or a promise.
    case secret
  }

  /// The most bytes of a configuration file, and of a file that it names.
  static let largestFile = 4 << 20

  /// Reads a file.
  static func read(
    _ path: String, limit: Int = largestFile, rule: Rule = .plain
  ) throws(FileFailure) -> [UInt8] {
    // Without O_NONBLOCK a named pipe would hold us until somebody writes to it.
    var flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    if rule == .secret { flags |= O_NOFOLLOW }
    let file = open(path, flags)
    guard file >= 0 else { throw FileFailure(code: errno) }
    defer { close(file) }
    // Checked on the open file, so that nobody can put another in its place in between.
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .directory
    default: throw .special
    }
    if rule == .secret { try checkSecrecy(status, path: path) }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    return try contents(of: file, limit: limit)
  }

  private static func checkSecrecy(_ status: stat, path: String) throws(FileFailure) {
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner }
    guard status.st_mode & 0o077 == 0 else { throw .open(mode: UInt32(status.st_mode)) }
    var folder = stat()
    guard stat(FilePath.folder(of: path), &folder) == 0 else { throw FileFailure(code: errno) }
    // The sticky bit of /tmp keeps others from replacing a file there.
    guard folder.st_mode & S_IWOTH == 0 || folder.st_mode & S_ISVTX != 0 else {
      throw .openFolder
    }
  }

  private static func contents(of file: Int32, limit: Int) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        SystemCall.read(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileFailure(code: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      // A file can grow while it is read.
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    }
  }

  /// Whether there is something in a file, as far as that can be said without opening it.
  static func hasContent(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    // A link or folder is there too; reading it says what is wrong with it.
    return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
  }
}
