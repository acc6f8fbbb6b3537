import SwitchboardDigest

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes files that only their owner may open.
enum PrivateFile {
  /// Puts bytes in the place of a file, all or none of them, with mode 0600.
  static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    let draft = "\(path).\(Hex.encode(RandomBytes.make(8))).new"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure(code: errno) }
    do throws(FileFailure) {
      try fill(file, with: bytes)
      guard rename(draft, path) == 0 else { throw FileFailure(code: errno) }
    } catch {
      // The draft is of no use to anybody; the failure itself is what counts.
      unlink(draft)
      throw error
    }
  }

  private static func fill(_ file: Int32, with bytes: [UInt8]) throws(FileFailure) {
    var code: Int32 = 0
    var written = 0
    // The mask may have taken bits away, and never gives any.
    if fchmod(file, 0o600) != 0 { code = errno }
    while code == 0, written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        SystemCall.write(file, $0.baseAddress, $0.count)
      }
      if count >= 0 { written += count } else if errno != EINTR { code = errno }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code != 0 { throw FileFailure(code: code) }
  }

  /// Removes a file; `false` when it was not there.
  static func remove(_ path: String) throws(FileFailure) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw FileFailure(code: errno) }
    return false
  }

  /// Makes a folder, and those above it that are missing, for their owner alone.
  static func makeFolder(_ path: String) throws(FileFailure) {
    if mkdir(path, 0o700) == 0 { return }
    var code = errno
    if code == ENOENT, path != "/", path != "." {
      try makeFolder(FilePath.folder(of: path))
      if mkdir(path, 0o700) == 0 { return }
      code = errno
    }
    var status = stat()
    guard code == EEXIST, stat(path, &status) == 0 else { throw FileFailure(code: code) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure(code: ENOTDIR) }
  }

  /// The files of a folder by name, hidden ones left out; none when there is no such folder.
  static func names(in folder: String) throws(FileFailure) -> [String] {
    guard let entries = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw FileFailure(code: errno)
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee))
        {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
