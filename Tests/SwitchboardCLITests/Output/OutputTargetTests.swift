import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that are replaced.
struct OutputTargetTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func target(_ name: String) -> OutputTarget {
    OutputTarget(StandardOutput(), path: name.hasPrefix("/") ? name : folder.file(name))
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    _ = stat(folder.file(name), &status)
    return status
  }

  /// How what fills a file may end.
  enum End: CaseIterable {
    case whole, failed, cancelled
  }

  @Test(arguments: End.allCases, [[], ["new"], ["new, ", "and longer than the old"]])
  func `the old file stays until there is something to put in its place`(
    _ end: End, _ pieces: [String]
  ) async throws {
    for (old, keepsPart) in [(nil, true), (nil, false), ("old text", true), ("old text", false)] {
      if let old { try folder.write("a.txt", old) }
      let target = target("a.txt")
      func fill() async throws {
        try await target.filled(keepsPart: keepsPart) {
          for piece in pieces {
            try await target.write(piece)
            #expect(folder.has("a.txt") == (old != nil))
            if let old { #expect(try folder.read("a.txt") == old) }
          }
          switch end {
          case .whole: break
          case .failed: throw SwitchboardError(.server, "no")
          case .cancelled: throw CancellationError()
          }
        }
      }
      switch end {
      case .whole: try await fill()
      case .failed: await #expect(throws: SwitchboardError.self) { try await fill() }
      case .cancelled: await #expect(throws: CancellationError.self) { try await fill() }
      }
      let isNew = end == .whole || keepsPart && !pieces.isEmpty
      let expected = isNew ? pieces.joined() : old
      #expect(folder.names() == (expected == nil ? [] : ["a.txt"]))
      if let expected { #expect(try folder.read("a.txt") == expected) }
      unlink(folder.file("a.txt"))
    }
  }

  @Test(arguments: [0o600, 0o644, 0o664, 0o755] as [mode_t])
  func `the new file has the permissions of the old`(_ mode: mode_t) async throws {
    try folder.write("a.txt", "old")
    chmod(folder.file("a.txt"), mode)
    let target = target("a.txt")
    try await target.filled(keepsPart: false) { try await target.write("new") }
    #expect(try folder.read("a.txt") == "new")
    #expect(status("a.txt").st_mode & 0o7777 == mode)
  }

  @Test func `a link stays, and what it leads to is replaced`() async throws {
    #expect(mkdir(folder.file("deep"), 0o700) == 0)
    try folder.write("deep/real.txt", "old")
    #expect(symlink("deep/real.txt", folder.file("link.txt")) == 0)
    #expect(symlink("deep/none.txt", folder.file("blind.txt")) == 0)
    for name in ["link.txt", "blind.txt"] {
      let target = target(name)
      try await target.filled(keepsPart: false) { try await target.write("new") }
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(try folder.read(name) == "new")
    }
    #expect(try folder.read("deep/real.txt") == "new")
    #expect(folder.names() == ["blind.txt", "deep", "link.txt"])
  }

  @Test func `what is no file is written to as it is`() async throws {
    let null = target("/dev/null")
    try await null.filled(keepsPart: false) { try await null.write("new") }
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let reader = systemOpen(folder.file("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    defer { close(reader) }
    let pipe = target("pipe")
    try await pipe.filled(keepsPart: false) { try await pipe.write("new") }
    #expect(Program.piece(reader) == Array("new".utf8))
    #expect(folder.names() == ["pipe"])
  }

  #if os(Linux)
  @Test func `a device that is full says so`() async throws {
    let target = target("/dev/full")
    let error = await #expect(throws: SwitchboardError.self) {
      try await target.filled(keepsPart: true) { try await target.write("new") }
    }
    #expect(error?.message.contains("No space left") == true)
  }
  #endif

  @Test(arguments: ["none/a.txt", "folder", "folder/"])
  func `a place where no file can be says so`(_ name: String) async throws {
    #expect(mkdir(folder.file("folder"), 0o700) == 0)
    let target = target(name)
    let error = await #expect(throws: SwitchboardError.self) {
      try await target.filled(keepsPart: true) { try await target.write("new") }
    }
    #expect(error?.message.hasPrefix("Cannot write '\(folder.file(name))': ") == true)
    #expect(folder.names() == ["folder"])
  }
}
