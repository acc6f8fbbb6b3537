import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct TrustTests {
  private static let secrets =
    #"{ vendors: { v: { kind: "openai", key: { command: ["true"] } } } }"#

  /// What a project's file may not say before it is trusted, and the column of it.
  @Test(arguments: [
    (#"kind: "openai", baseURL: "https://evil.example""#, 44, "names a host"),
    (#"kind: "openai", baseURL: "http://127.0.0.1:1""#, 44, "names a host"),
    (#"kind: "openai", uploadURL: "https://evil.example""#, 46, "names a host"),
    (#"kind: "openai", proxy: "evil.example""#, 42, "names a host"),
    (#"kind: "openai", key: { command: ["sh", "-c", "evil"] }"#, 51, "runs a command"),
    (#"kind: "openai", key: [{ env: "K" }, { command: ["x"] }]"#, 66, "runs a command"),
    (#"kind: "openai", key: { file: "~/.ssh/id_rsa" }"#, 48, "reads a key from a file"),
    (#"kind: "openai", key: { keychain: "other" }"#, 52, "the keychain"),
    (#"kind: "mock", script: "../outside.json5""#, 41, "outside of its folder"),
    (#"kind: "mock", script: "link.json5""#, 41, "outside of its folder"),
  ])
  func `a project's file says nothing of hosts, commands and files until it is trusted`(
    _ entry: String, _ column: Int, _ words: String
  ) throws {
    let house = try House()
    let outside = try house.folder.write("outside.json5", "[]")
    #expect(symlink(outside, "\(house.project)/link.json5") == 0)
    try house.folder.write("home/.ssh/id_rsa", "key")
    let text = "{ vendors: { v: { \(entry) } } }"
    let path = try house.folder.write("project/switchboard.json5", text)
    let error = try house.failure { _ = try house.load() }
    #expect(error.kind == .configuration)
    #expect(error.message.hasPrefix("switchboard.json5:1:\(column): "), "\(error.message)")
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.message.contains("`switchboard trust switchboard.json5`"))

    // Named by its user, or in the user's own hands, it may.
    _ = try house.load("switchboard.json5")
    try TrustStore(folders: house.folders).trust(path: path, bytes: Array(text.utf8))
    _ = try house.load()
  }

  @Test func `a project's file does not say where conversations are kept until it is trusted`()
    throws
  {
    let house = try House()
    try house.folder.write("project/switchboard.json5", #"{ store: "planted.db" }"#)
    let error = try house.failure { _ = try house.load() }
    #expect(error.message.hasPrefix("switchboard.json5:1:10: 'store' says where"))
    try TrustStore(folders: house.folders).trust(file: "switchboard.json5")
    #expect(try house.load().store == "\(house.project)/planted.db")
  }

  @Test func `what is harmless needs no trust`() throws {
    let house = try House(environment: ["K": "k"])
    try house.folder.write("project/talk.json5", "[]")
    try house.folder.write(
      "project/switchboard.json5",
      #"""
      { vendors: { v: { kind: "openai", key: { env: "K" }, protocol: "chat" },
                   b: { kind: "bedrock", region: "us-east-1", key: { aws: "default" } },
                   m: { kind: "mock", script: "talk.json5" } } }
      """#)
    #expect(try house.load().names == ["v", "b", "m"])
  }

  @Test func `a change of the content or of the place ends trust`() throws {
    let house = try House()
    let path = try house.folder.write("project/switchboard.json5", Self.secrets)
    let store = TrustStore(folders: house.folders)
    let entry = try store.trust(file: "switchboard.json5")
    #expect(entry.path == path)
    #expect(entry.sha256.utf8.count == 64)
    #expect(try store.isTrusted(path: path, bytes: Array(Self.secrets.utf8)))
    #expect(try store.isTrusted(path: "./switchboard.json5", bytes: Array(Self.secrets.utf8)))
    _ = try house.load()

    try house.folder.write("project/switchboard.json5", Self.secrets + " ")
    #expect(try house.failure { _ = try house.load() }.message.contains("runs a command"))
    try store.trust(file: path)
    _ = try house.load()
    #expect(try store.entries().count == 1)
    // What was trusted before it changed is not trusted any more.
    #expect(try !store.isTrusted(path: path, bytes: Array(Self.secrets.utf8)))

    #expect(try !store.isTrusted(path: path + "x", bytes: Array((Self.secrets + " ").utf8)))
    #expect(try store.distrust(path: path))
    #expect(try !store.distrust(path: path))
    #expect(throws: SwitchboardError.self) { try house.load() }
  }

  @Test func `a link to a trusted file is not trusted itself`() throws {
    let house = try House()
    let other = try house.folder.write("other/switchboard.json5", Self.secrets)
    try TrustStore(folders: house.folders).trust(file: other)
    #expect(symlink(other, "\(house.project)/switchboard.json5") == 0)
    #expect(try house.failure { _ = try house.load() }.message.contains("runs a command"))
  }

  @Test func `the user's own folder needs no trust, even when the program runs there`() throws {
    let house = try House()
    try house.folder.write("home/.config/switchboard/switchboard.json5", Self.secrets)
    _ = try house.load()
    let folders = ConfigurationFolders(
      working: "\(house.folder.path)/home/.config/switchboard", environment: house.environment)
    let loader = ConfigurationLoader(
      kinds: house.kinds, environment: house.environment, transport: NoTransport(),
      folders: folders)
    #expect(try loader.load().origin == .user)
  }

  @Test func `the store is a private file that is replaced whole`() throws {
    let house = try House()
    let store = TrustStore(folders: house.folders)
    #expect(try store.entries().isEmpty)
    let a = try house.folder.write("project/a.json5", "{}")
    let b = try house.folder.write("project/b.json5", "{}")
    try store.trust(file: a)
    try store.trust(file: b)
    #expect(try store.entries().map(\.path) == [a, b])
    #expect(house.folder.mode("home/.config/switchboard") == 0o700)
    #expect(house.folder.mode("home/.config/switchboard/trusted.json") == 0o600)
  }

  @Test(arguments: [
    ("{", 0o600, "damaged"), (#"{"files":[{"path":"/x"}]}"#, 0o600, "damaged"),
    (#"{"files":[]}"#, 0o622, "chmod 600"),
  ])
  func `a store that cannot be believed is refused`(
    _ text: String, _ mode: Int, _ words: String
  ) throws {
    let house = try House()
    try house.folder.write("home/.config/switchboard/trusted.json", text, mode: mode)
    let error = try house.failure { _ = try TrustStore(folders: house.folders).entries() }
    #expect(error.message.contains(words))
    #expect(error.message.contains("trusted.json"))
    try house.folder.write("project/switchboard.json5", "{}")
    #expect(throws: SwitchboardError.self) { try house.load() }
  }

  @Test func `without a home nothing is trusted and the sentence says why`() throws {
    let house = try House()
    let folders = ConfigurationFolders(working: house.project, environment: [:])
    let store = TrustStore(folders: folders)
    let path = try house.folder.write("project/a b.json5", "{}")
    #expect(try !store.isTrusted(path: path, bytes: []))
    #expect(try house.failure { try store.trust(file: path) }.message.contains("HOME"))
    let error = try house.failure { try store.trust(file: "gone.json5") }
    #expect(error.message.contains("no file 'gone.json5'"))
  }
}
