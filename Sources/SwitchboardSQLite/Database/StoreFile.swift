import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file of a store and the folder it lies in.
enum StoreFile {
  /// One at a time: closing a descriptor of ours while another store of this process has the same
  /// file open would take that store's locks away (fcntl(2)).
  private static let opening = Locked(())

  /// Makes what is missing, and opens the file.
  ///
  /// SQLite would make a file that others can read; it gives its journals the mode of the file. A
  /// file that is there keeps its mode.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - open: Opens it.
  /// - Returns: What `open` returns.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`; what `open` throws.
  static func open(_ path: String, _ open: (String) throws -> Connection) throws -> Connection {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreFailure.wrong(path, "has no usable name", "name a file")
    }
    // SQLite gives meanings of its own to some names, as ':memory:' and 'file:…'.
    let file = path.hasPrefix("/") ? path : "./" + path
    return try opening.withLock { _ throws in
      try makeFolder(parent(of: file), for: path)
      try make(file, for: path)
      return try open(file)
    }
  }

  private static func make(_ file: String, for path: String) throws {
    let descriptor = Self.open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      guard errno == EEXIST else { throw failure(path, errno) }
      return try check(file, for: path)
    }
    close(descriptor)
    try keep(parent(of: file), for: path)
  }

  /// Refuses what SQLite would not.
  ///
  /// A file of one byte is empty to SQLite, which has written such a byte itself (`unixFileSize` in
  /// its os_unix.c), and it opens what is no file as if it were one. The status tells without a
  /// descriptor, see ``opening``.
  private static func check(_ file: String, for path: String) throws {
    var status = stat()
    guard stat(file, &status) == 0 else {
      // It was there a moment ago, so it is a link.
      if errno == ENOENT || errno == ELOOP {
        throw StoreFailure.wrong(
          path, "is a link to nothing", "make what it names, or choose another file")
      }
      // SQLite says the rest itself.
      return
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw StoreFailure.wrong(path, "is a folder", "name a file in it")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreFailure.wrong(path, "is a device or a pipe", "choose another file")
    }
    if status.st_size == 1 { throw StoreFailure.notDatabase(path) }
  }

  private static func makeFolder(_ folder: String, for path: String) throws {
    var status = stat()
    if stat(folder, &status) == 0 { return }
    guard errno == ENOENT, folder != "/", folder != "." else { throw failure(path, errno) }
    try makeFolder(parent(of: folder), for: path)
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure(path, errno) }
    try keep(parent(of: folder), for: path)
  }

  /// Has the disk remember what a folder holds.
  private static func keep(_ folder: String, for path: String) throws {
    let descriptor = Self.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
    Darwin.open(path, flags, mode)
    #else
    Glibc.open(path, flags, mode)
    #endif
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func failure(_ path: String, _ reason: Int32) -> SwitchboardError {
    let words = String(cString: strerror(reason))
    return StoreFailure.wrong(
      path, "cannot be made (\(words))",
      "make its folder writable, or choose another file")
  }
}
