import Switchboard
import SwitchboardCore
import Testing

@testable import SwitchboardSQLite

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that cannot be used as they are: a sentence says so, and they stay what they were.
struct BadFileTests {
  /// A file that no store may touch.
  struct BadFile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sentence: String
    var make: @Sendable (StoreFolder) async throws -> Void
  }

  static let files: [BadFile] = [
    BadFile(testDescription: "text", sentence: "is not a database") { folder in
      try folder.write(Array("# My notes\nNothing for a store, and longer than a header.\n".utf8))
    },
    BadFile(testDescription: "few bytes", sentence: "is not a database") { folder in
      try folder.write([1, 2, 3])
    },
    BadFile(testDescription: "another program's database", sentence: "of another program") {
      folder in
      try folder.write([])
      try folder.connect().script("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('x');")
    },
    BadFile(testDescription: "another program's mark", sentence: "of another program") { folder in
      try folder.write([])
      try folder.connect().script("PRAGMA application_id = 7; CREATE TABLE note (text TEXT);")
    },
    BadFile(testDescription: "another program's mark alone", sentence: "of another program") {
      folder in
      try folder.write([])
      try folder.connect().script("PRAGMA application_id = 7")
    },
    BadFile(testDescription: "another program's version alone", sentence: "of another program") {
      folder in
      try folder.write([])
      try folder.connect().script("PRAGMA user_version = 1")
    },
    BadFile(testDescription: "another program's log", sentence: "of another program") { folder in
      try folder.write([])
      try folder.connect().script("PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT);")
    },
    BadFile(testDescription: "a newer version", sentence: "has version 99") { folder in
      _ = try await stored(folder)
      try folder.connect().script("PRAGMA user_version = 99")
    },
    BadFile(testDescription: "a version below any", sentence: "is damaged") { folder in
      _ = try await stored(folder)
      try folder.connect().script("PRAGMA user_version = -1")
    },
    BadFile(testDescription: "a format that nobody writes", sentence: "is damaged") { folder in
      _ = try await stored(folder)
      var bytes = try folder.bytes()
      bytes[47] = 9
      try folder.write(bytes)
    },
    BadFile(testDescription: "the header alone", sentence: "is damaged") { folder in
      _ = try await stored(folder)
      try folder.write(Array(try folder.bytes().prefix(100)))
    },
    BadFile(testDescription: "a header of noise", sentence: "is not a database") { folder in
      _ = try await stored(folder)
      var bytes = try folder.bytes()
      bytes.replaceSubrange(0..<100, with: repeatElement(0xA5, count: 100))
      try folder.write(bytes)
    },
    BadFile(testDescription: "tables of noise", sentence: "is damaged") { folder in
      _ = try await stored(folder)
      var bytes = try folder.bytes()
      bytes.replaceSubrange(100..<4096, with: repeatElement(0xA5, count: 3996))
      try folder.write(bytes)
    },
  ]

  /// The lengths around those at which SQLite's own reading of a file changes: none, a byte, its
  /// mark of 16 bytes, its header of 100, its least page of 512.
  static let lengths = [1, 2, 13, 15, 16, 17, 99, 100, 101, 511, 512, 513, 4_095, 4_096, 4_097]

  static let contents: [BadContent] = [
    BadContent(testDescription: "text") { length in
      Array("SQL notes, not a database. ".utf8.cycled(length))
    },
    BadContent(testDescription: "zeros") { [UInt8](repeating: 0, count: $0) },
    BadContent(testDescription: "SQLite's mark and zeros") { length in
      Array((Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4_096)).prefix(length))
    },
    BadContent(testDescription: "another SQLite's mark") { length in
      Array("SQLite format 2\0".utf8.cycled(length))
    },
    BadContent(testDescription: "noise") { length in
      (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
    },
  ]

  /// The beginning of a file that is no database, at any length.
  struct BadContent: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var make: @Sendable (Int) -> [UInt8]
  }

  @Test(arguments: contents, lengths)
  func `a file that is no database is never taken for an empty one, however short it is`(
    _ content: BadContent, _ length: Int
  ) async throws {
    let folder = try StoreFolder()
    try folder.write(content.make(length))
    chmod(folder.file, 0o640)
    for _ in 0..<2 {
      let error = await #expect(throws: SwitchboardError.self) { _ = try await folder.open() }
      #expect(error?.kind == .configuration)
      #expect(error?.message.contains("is not a database; choose another file.") == true)
      #expect(try folder.bytes() == content.make(length))
      #expect(try folder.names() == ["talks.db"])
      #expect(folder.mode("talks.db") == 0o640)
    }
  }

  @Test func `an empty file may become a store`() async throws {
    let folder = try StoreFolder()
    try folder.write([])
    let talk = try await Self.stored(folder)
    #expect(try await folder.open().record(of: talk.id) != nil)
  }

  @Test func `what is no file is refused in a sentence`() async throws {
    let folder = try StoreFolder()
    #expect(mkfifo(folder.file, 0o600) == 0)
    for path in [folder.file, "/dev/null"] {
      let error = await #expect(throws: SwitchboardError.self) {
        _ = try await SQLiteStore(path: path)
      }
      #expect(error?.message.contains("is a device or a pipe; choose another file.") == true)
    }
    #expect(try folder.names() == ["talks.db"])
  }

  @Test func `a link to nothing and a folder are told by what they are`() async throws {
    let folder = try StoreFolder()
    for (target, path) in [("nowhere/talks.db", folder.file), ("circle", folder.path + "/circle")] {
      #expect(symlink(target, path) == 0)
      let error = await #expect(throws: SwitchboardError.self) {
        _ = try await SQLiteStore(path: path)
      }
      #expect(error?.message.contains("is a link to nothing; make what it names") == true)
    }
    let error = await #expect(throws: SwitchboardError.self) {
      _ = try await SQLiteStore(path: folder.path)
    }
    #expect(error?.message.contains("is a folder; name a file in it.") == true)
  }

  @Test func `a link to a store leads to it`() async throws {
    let folder = try StoreFolder()
    let talk = try await Self.stored(folder)
    let link = folder.path + "/link.db"
    #expect(symlink(folder.file, link) == 0)
    let store = try await SQLiteStore(path: link)
    #expect(try await store.record(of: talk.id) != nil)
    await store.close()
  }

  @Test(arguments: [false, true])
  func `a file that goes away while it is in use is missed at the next turn`(
    _ hasOther: Bool
  ) async throws {
    let folder = try StoreFolder()
    let store = try await folder.open()
    var talk = Talk()
    try await talk.say("one", to: store)
    #expect(unlink(folder.file) == 0)
    if hasOther { try await Self.stored(folder) }
    let turn = talk.turn("two")
    let error = await #expect(throws: SwitchboardError.self) {
      _ = try await store.append([turn])
    }
    #expect(error?.kind == .configuration)
    #expect(error?.message.contains("was moved or deleted while it was in use") == true)
    await store.close()
  }

  /// A store with a conversation of some length.
  @discardableResult
  private static func stored(_ folder: StoreFolder) async throws -> Talk {
    let store = try await folder.open()
    var talk = Talk()
    for number in 0..<12 {
      let text = String(repeating: "words of number \(number) ", count: 60)
      try await talk.say("question \(number)", text, to: store)
    }
    let picture = Media(bytes: (0..<9_000).map { UInt8(truncatingIfNeeded: $0) }, mime: "x/y")
    try await talk.say(talk.turn([.user([.media(picture)]), .assistant("seen")]), to: store)
    await store.close()
    return talk
  }

  @Test(arguments: files)
  func `a file that cannot be used is refused in a sentence and left alone`(
    _ file: BadFile
  ) async throws {
    let folder = try StoreFolder()
    try await file.make(folder)
    let before = try folder.digests()
    let error = await #expect(throws: SwitchboardError.self) { _ = try await folder.open() }
    #expect(error?.kind == .configuration)
    #expect(error?.message.contains(file.sentence) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(folder.file) == true)
    #expect(error?.message.hasSuffix(".") == true)
    #expect(error?.message.contains(";") == true, "what to do is missing")
    #expect(try folder.digests() == before)
  }

  @Test func `whatever part of a file is damaged, a store says so or is right, and writes nothing`()
    async throws
  {
    let whole = try StoreFolder()
    let talk = try await Self.stored(whole)
    let bytes = try whole.bytes()
    let head = try #require(talk.head)
    let store = try await whole.open()
    let right = try await talk.messages(in: store)
    await store.close()
    var refused = 0
    for page in 0..<(bytes.count / 4096) {
      for noise: (Int) -> UInt8 in [
        { _ in 0 }, { _ in 0xFF }, { UInt8(truncatingIfNeeded: $0 &* 151) },
      ] {
        let folder = try StoreFolder()
        var damaged = bytes
        // Of the first page the header stays, or it would be no database at all.
        for place in max(page * 4096, 100)..<(page + 1) * 4096 { damaged[place] = noise(place) }
        try folder.write(damaged)
        let before = try folder.digests()
        do {
          let store = try await folder.open()
          let path = try await store.path(to: head, in: talk.id, limit: nil)
          _ = try await store.records(after: nil, limit: 10)
          _ = try await store.branches(of: talk.id)
          _ = try await store.nodes(of: talk.id, after: nil, limit: 100)
          _ = try await store.stories(of: talk.id, after: nil, limit: 100)
          _ = try await store.search("number 3", in: nil, after: nil, limit: 100)
          await store.close()
          #expect(path.count == right.count)
        } catch let error as SwitchboardError {
          refused += 1
          #expect(
            error.kind == .configuration || error.message.contains("There is no"),
            "page \(page): \(error)")
        }
        #expect(try folder.digests() == before)
        do {
          let store = try await folder.open()
          var next = talk
          try await next.say("more", to: store)
          await store.close()
        } catch is SwitchboardError {
          #expect(try folder.digests() == before)
        }
      }
    }
    #expect(refused > 10)
  }

  @Test func `a file that is cut off is damaged, wherever it is cut`() async throws {
    let whole = try StoreFolder()
    let talk = try await Self.stored(whole)
    let bytes = try whole.bytes()
    let head = try #require(talk.head)
    for length in stride(from: 512, to: bytes.count, by: 1_536) {
      let folder = try StoreFolder()
      try folder.write(Array(bytes.prefix(length)))
      let before = try folder.digests()
      let error = await #expect(throws: SwitchboardError.self) {
        let store = try await folder.open()
        _ = try await store.path(to: head, in: talk.id, limit: nil)
        _ = try await store.search("number", in: nil, after: nil, limit: 100)
        _ = try await store.stories(of: talk.id, after: nil, limit: 100)
      }
      #expect(error?.kind == .configuration)
      #expect(try folder.digests() == before)
    }
  }

  @Test func `a file that another program holds is waited for, and then a sentence says so`()
    async throws
  {
    let folder = try StoreFolder()
    var talk = try await Self.stored(folder)
    var settings = StoreSettings()
    settings.patience = .milliseconds(20)
    let store = try await folder.open(settings)
    let other = try folder.connect()
    try other.script("BEGIN EXCLUSIVE")
    let turn = talk.turn("late")
    let error = await #expect(throws: SwitchboardError.self) {
      _ = try await store.append([turn])
    }
    #expect(error?.kind == .configuration)
    #expect(error?.message.contains("locked by another program for 0.02 seconds") == true)
    await #expect(throws: SwitchboardError.self) { try await store.record(of: talk.id) }
    await #expect(throws: SwitchboardError.self) { _ = try await folder.open(settings) }
    // Whoever has waited in vain may try again.
    try other.script("COMMIT")
    try await talk.say(turn, to: store)
    #expect(try await talk.messages(in: store).last?.text == "yes")
    await store.close()
  }

  @Test func `a writer who waits gets the file when the other lets go`() async throws {
    let folder = try StoreFolder()
    let talk = try await Self.stored(folder)
    let store = try await folder.open()
    let other = try folder.connect()
    try other.script("BEGIN EXCLUSIVE")
    let turn = talk.turn("late")
    async let stored = store.append([turn])
    try other.script("COMMIT")
    #expect(try await stored.count == 1)
    await store.close()
  }

  @Test func `a file and a folder that may only be read are refused in a sentence`() async throws {
    let folder = try StoreFolder()
    _ = try await Self.stored(folder)
    let before = try folder.digests()
    for (fileMode, folderMode) in [(0o444, 0o777), (0o666, 0o555), (0o000, 0o777)] {
      chmod(folder.file, mode_t(fileMode))
      chmod(folder.path, mode_t(folderMode))
      let writer = try Writer("nobody", folder.file)
      let lines = writer.lines()
      #expect(writer.wait() == 1)
      #expect(lines.count == 1)
      let sentence = lines.first ?? ""
      #expect(
        sentence.hasPrefix("configuration: The conversation store '\(folder.file)' cannot be"))
      #expect(sentence.contains("; make "))
      #expect(try folder.digests() == before)
    }
    chmod(folder.path, 0o700)
    chmod(folder.file, 0o600)
  }

  @Test func `a file that cannot be made is refused in a sentence`() async throws {
    for path in ["/proc/nothing/talks.db", "/dev/null/talks.db", "/dev", ""] {
      let error = await #expect(throws: SwitchboardError.self) {
        _ = try await SQLiteStore(path: path)
      }
      #expect(error?.kind == .configuration)
      #expect(error?.message.contains("'\(path)'") == true)
    }
  }

  @Test
  func `a file that may not grow keeps what it has, and the sentence says that there is no room`()
    async throws
  {
    let folder = try StoreFolder()
    let writer = try Writer("limited", folder.file, "2000000")
    var lines = writer.lines()
    #expect(writer.wait() == 1)
    let sentence = lines.popLast() ?? ""
    #expect(sentence.contains("has no room left on its disk"), "\(sentence)")
    #expect(lines.count > 10)
    try folder.check()
    let turns = try folder.connect().integer("SELECT count(*) FROM turn")
    #expect(turns == Int64(lines.count))
  }

  @Test func `what others may read is the owner's choice, never the program's`() async throws {
    let folder = try StoreFolder()
    let file = folder.path + "/new/deep/talks.db"
    let writer = try Writer("openly", file)
    #expect(writer.wait() == 0)
    #expect(folder.mode("new") == 0o700)
    #expect(folder.mode("new/deep") == 0o700)
    #expect(folder.mode("new/deep/talks.db") == 0o600)
    // Beside it lies the journal, which has been everything that the file is.
    #expect([0, 0o600].contains(folder.mode("new/deep/talks.db-journal")))
    #expect([0, 0o600].contains(folder.mode("new/deep/talks.db-wal")))
    chmod(file, 0o644)
    let store = try await SQLiteStore(path: file)
    await store.close()
    #expect(folder.mode("new/deep/talks.db") == 0o644)
  }

  @Test func `names that mean something to SQLite are names of files`() async throws {
    let folder = try StoreFolder()
    for name in ["file:x?mode=memory", ":memory:", "a b'c\".db", "ü.db"] {
      let store = try await SQLiteStore(path: folder.path + "/" + name)
      await store.close()
      #expect(try folder.bytes(name).count > 0)
    }
  }
}

extension String.UTF8View {
  /// The bytes over and over, to a length.
  fileprivate func cycled(_ length: Int) -> [UInt8] {
    let bytes = Array(self)
    return (0..<length).map { bytes[$0 % bytes.count] }
  }
}
