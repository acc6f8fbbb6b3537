import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct SearchTests {
  private static func text(_ name: String) -> String {
    "{ vendors: { \(name): { kind: \"openai\", key: { env: \"K\" } } } }"
  }

  @Test func `the file is looked for in the order of the documentation`() throws {
    var house = try House()
    try house.folder.write("named.json5", Self.text("named"))
    try house.folder.write("variable.json5", Self.text("variable"))
    let project = try house.folder.write("project/switchboard.json5", Self.text("project"))
    let user = try house.folder.write(
      "home/.config/switchboard/switchboard.json5", Self.text("user"))
    let xdg = try house.folder.write("xdg/switchboard/switchboard.json5", Self.text("xdg"))
    house.environment["SWITCHBOARD_CONFIG"] = "../variable.json5"

    var configuration = try house.load("../named.json5")
    #expect(configuration.names.first == "named")
    #expect(configuration.source == "../named.json5")
    #expect(configuration.origin == .explicit)

    configuration = try house.load()
    #expect(configuration.names.first == "variable")
    #expect(configuration.source == "../variable.json5")
    #expect(configuration.origin == .environment)

    house.environment["SWITCHBOARD_CONFIG"] = ""
    configuration = try house.load()
    #expect(configuration.names.first == "project")
    #expect(configuration.source == "switchboard.json5")
    #expect(configuration.origin == .project)

    #expect(unlink(project) == 0)
    configuration = try house.load()
    #expect(configuration.names.first == "user")
    #expect(configuration.source == user)
    #expect(configuration.origin == .user)

    house.environment["XDG_CONFIG_HOME"] = "\(house.folder.path)/xdg"
    configuration = try house.load()
    #expect(configuration.names.first == "xdg")
    #expect(configuration.source == xdg)

    house.environment["XDG_CONFIG_HOME"] = "relative"
    #expect(try house.load().names.first == "user")

    #expect(unlink(user) == 0)
    configuration = try house.load()
    #expect(configuration.source == nil)
    #expect(configuration.origin == .none)
  }

  @Test func `a file that was named must be there`() throws {
    var house = try House()
    #expect(try house.failure { _ = try house.load("no.json5") }.message.contains("'no.json5'"))
    #expect(try house.failure { _ = try house.load("") }.message.contains("empty"))
    house.environment["SWITCHBOARD_CONFIG"] = "~/gone.json5"
    let error = try house.failure { _ = try house.load() }
    #expect(error.kind == .configuration)
    #expect(error.message.contains("no file '~/gone.json5'"))
  }

  @Test func `what is no readable text file is refused by the name that was given`() throws {
    let house = try House()
    func message(_ name: String) throws -> String {
      try house.failure { _ = try house.load(name) }.message
    }
    #expect(try message(".").contains("'.' is a folder"))
    try house.folder.write(
      "project/large.json5", bytes: [UInt8](repeating: 0x20, count: 4 << 20 + 1))
    #expect(try message("large.json5").contains("'large.json5' is larger than 4 MiB"))
    try house.folder.write("project/bytes.json5", bytes: Array("{\n  é".utf8) + [0xFF, 0x7D])
    #expect(try message("bytes.json5").hasPrefix("bytes.json5:2:4: the bytes are not valid UTF-8"))
    #expect(mkfifo("\(house.project)/pipe.json5", 0o600) == 0)
    #expect(try message("pipe.json5").contains("no regular file"))
  }

  @Test(.enabled(if: geteuid() != 0))
  func `a file that may not be read is refused`() throws {
    let house = try House()
    try house.folder.write("project/shut.json5", "{}", mode: 0)
    let error = try house.failure { _ = try house.load("shut.json5") }
    #expect(error.message.contains("'shut.json5' may not be read"))
  }

  @Test func `the largest file that is allowed is read`() throws {
    let house = try House()
    try house.folder.write(
      "project/full.json5", bytes: Array("{}".utf8) + [UInt8](repeating: 0x20, count: 4 << 20 - 2))
    #expect(try house.load("full.json5").names == ["mock"])
  }

  @Test func `without a file the keys at hand decide which vendors there are`() async throws {
    var house = try House()
    #expect(try house.load().names == ["mock"])
    house.environment["ANTHROPIC_API_KEY"] = ""
    house.environment["OPENAI_API_KEY"] = "  \n"
    #expect(try house.load().names == ["mock"])
    house.environment["GOOGLE_API_KEY"] = "g"
    house.environment["ANTHROPIC_API_KEY"] = "a"
    house.environment["AZURE_OPENAI_API_KEY"] = "needs an address too"
    let configuration = try house.load()
    #expect(configuration.names == ["anthropic", "gemini", "mock"])
    #expect(configuration.routes.isEmpty)
    let gemini = try configuration.vendor("gemini")
    #expect(try await gemini.keys.next(for: gemini.id)?.reveal() == "g")
    #expect(gemini.keys.present.map(\.place) == ["$GOOGLE_API_KEY"])
  }

  @Test func `of two usual variables the first that is set counts`() async throws {
    let house = try House(environment: ["GEMINI_API_KEY": "one", "GOOGLE_API_KEY": "two"])
    let gemini = try house.load().vendor("gemini")
    for _ in 0..<3 { #expect(try await gemini.keys.next(for: gemini.id)?.reveal() == "one") }
  }

  @Test func `a file without vendors leaves them to the keys at hand`() throws {
    let house = try House(environment: ["OPENAI_API_KEY": "o"])
    let configuration = try house.load(
      text: #"{ routes: { default: { candidates: ["anthropic/*", "openai/gpt-5.5"] } } }"#)
    #expect(configuration.names == ["openai", "mock"])
    let error = try house.failure {
      _ = try house.load(text: #"{ routes: { default: { candidates: ["nobody/x"] } } }"#)
    }
    #expect(error.message.contains("'nobody'"))
  }

  @Test func `an entry that names no key has the usual one`() async throws {
    var house = try House()
    let text = #"{ vendors: { v: { kind: "gemini" }, l: { kind: "ollama" } } }"#
    var configuration = try house.load(text: text)
    #expect(
      try configuration.vendor("v").keys.missing(for: "v")?
        .contains("$GEMINI_API_KEY or $GOOGLE_API_KEY") == true)
    #expect(try configuration.vendor("l").keys.isEmpty)
    house.environment["GOOGLE_API_KEY"] = "g"
    configuration = try house.load(text: text)
    #expect(try await configuration.vendor("v").keys.next(for: "v")?.reveal() == "g")
  }

  @Test func `a program without a home has no user folder`() {
    let folders = ConfigurationFolders(working: "/w", environment: ["HOME": "relative"])
    #expect(folders.home == nil)
    #expect(folders.user.isEmpty)
    #expect(folders.usualStore == nil)
  }

  @Test(
    arguments: [
      (["HOME": "/h"], "/h/.local/share/switchboard/conversations.db"),
      (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/d/switchboard/conversations.db"),
      (["HOME": "/h", "XDG_DATA_HOME": "d"], "/h/.local/share/switchboard/conversations.db"),
    ] as [([String: String], String)])
  func `conversations lie in the folder for data`(
    _ environment: [String: String], _ expected: String
  ) {
    let folders = ConfigurationFolders(working: "/w", environment: environment)
    #expect(folders.usualStore == expected)
  }
}
