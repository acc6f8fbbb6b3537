import Foundation
import StandIns
import SwitchboardConfiguration
import SwitchboardCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct KeyCommandTests {
  @Test func `a command prints the key, without a shell and with its arguments as they stand`()
    async throws
  {
    let house = try House()
    let ring = try house.keys(#"{ command: ["printf", " %s-%s\n", "a b", "$HOME;'"] }"#)
    #expect(ring.present.map(\.place) == ["the command 'printf'"])
    #expect(try await ring.next(for: "v")?.reveal() == "a b-$HOME;'")
  }

  @Test func `a relative program lies beside the configuration`() async throws {
    let house = try House()
    try house.folder.program("project/bin/give", "#!/bin/sh\necho given\n")
    #expect(try await house.keys(#"{ command: ["bin/give"] }"#).next(for: "v")?.reveal() == "given")
  }

  @Test func `a program that is not there is a missing key`() throws {
    let house = try House()
    try house.folder.write("project/plain", "x")
    for name in ["no-such-program", "./plain", "/nowhere/x", "."] {
      let ring = try house.keys(#"{ command: ["\#(name)"] }"#)
      #expect(ring.present.isEmpty)
      #expect(ring.missing(for: "v")?.contains("the command") == true)
    }
  }

  @Test(arguments: [
    ("exit 3", "exit code 3"), ("echo canary-out; echo canary-err >&2; exit 1", "exit code 1"),
    ("kill -9 $$", "ended by a signal"), ("true", "missing or empty"),
    ("echo canary-a; echo canary-b", "several lines"), (#"printf '\\377'"#, "UTF-8"),
    ("yes canary", "printed too much"),
  ])
  func `a command that gives no key says how it ended and nothing that it printed`(
    _ script: String, _ words: String
  ) async throws {
    let house = try House()
    let ring = try house.keys(#"{ command: ["sh", "-c", "\#(script)"] }"#)
    let error = try await house.failure { _ = try await ring.next(for: "v") }
    #expect(error.kind == .authentication)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.message.contains("'sh'"))
    #expect(!"\(error) \(error.json.text)".contains("canary"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a command that hangs is stopped with all that it started`() async throws {
    var house = try House()
    house.keyTimeLimit = .milliseconds(300)
    let ring = try house.keys(
      #"{ command: ["sh", "-c", "sleep 3600 & echo $! > \"$0/pid\"; echo canary; wait", "\#(house.project)"] }"#
    )
    let error = try await house.failure { _ = try await ring.next(for: "v") }
    #expect(error.message.contains("did not end within 0.3 s"), "\(error.message)")
    #expect(!error.message.contains("canary"))
    #if os(Linux)
    let child = try house.folder.read("project/pid").filter(\.isNumber)
    // The kernel takes a moment to end it, and whoever inherits it to bury it.
    while Self.runs(child) { await Task.yield() }
    #endif
  }

  #if os(Linux)
  private static func runs(_ process: String) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return false
    }
    return !String(decoding: status, as: UTF8.self).contains(") Z")
  }
  #endif

  @Test func `something left in the background does not hold the key back`() async throws {
    let house = try House()
    let ring = try house.keys(
      #"{ command: ["sh", "-c", "sleep 3600 & echo $! > \"$0/pid\"; echo key", "\#(house.project)"] }"#
    )
    #expect(try await ring.next(for: "v")?.reveal() == "key")
    let child = try #require(Int32(house.folder.read("project/pid").filter(\.isNumber)))
    kill(child, SIGKILL)
  }

  @Test func `a command sees the environment without the variables that hold keys`() async throws {
    var house = try House(environment: [
      "OPENAI_API_KEY": "canary-1", "GOOGLE_API_KEY": "canary-2", "MINE": "canary-3", "OTHER": "x",
    ])
    let text = #"""
      { vendors: {
          a: { kind: "openai", key: { command: ["sh", "-c", "env | tr '\\n' ' '"] } },
          b: { kind: "gemini", key: { env: "MINE" } } } }
      """#
    let keys = try house.load(text: text).vendor("a").keys
    let seen = try #require(try await keys.next(for: "a")).reveal()
    #expect(seen.contains("OTHER=x"))
    #expect(seen.contains("HOME="))
    #expect(!seen.contains("canary"))
    house.environment["MINE"] = nil
    #expect(try house.load(text: text).vendor("b").keys.present.isEmpty)
  }

  @Test func `a command runs once for many calls and again when its key is old`() async throws {
    var house = try House()
    try house.folder.program(
      "project/count", "#!/bin/sh\necho x >> '\(house.project)/runs'\necho key\n")
    let ring = try house.keys(#"{ command: ["./count"] }"#)
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await ring.next(for: "v")?.reveal() } }
      for try await key in group { #expect(key == "key") }
    }
    #expect(try house.folder.read("project/runs") == "x\n")
    house.keyLifetime = .zero
    let fresh = try house.keys(#"{ command: ["./count"] }"#)
    for _ in 0..<2 { #expect(try await fresh.next(for: "v")?.reveal() == "key") }
    #expect(try house.folder.read("project/runs") == "x\nx\nx\n")
  }

  /// A command that gives its key for a line that is written to a pipe.
  private static func waiting(in house: House) -> String {
    #"{ command: ["sh", "-c", "read line < \"$0/go\"; echo key", "\#(house.project)"] }"#
  }

  /// Opens the pipe from both ends, so that nobody who reads or writes waits for the other.
  private static func pipe(in house: House) throws -> Int32 {
    let path = "\(house.project)/go"
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    return pipe
  }

  @Test(.timeLimit(.minutes(10)))
  func `a command that takes its time holds up no task but those that wait for its key`()
    async throws
  {
    let house = try House()
    let pipe = try Self.pipe(in: house)
    defer { close(pipe) }
    // More wait than there are threads for tasks, and still the last of them comes to write.
    let rings = try (0..<16).map { _ in try house.keys(Self.waiting(in: house)) }
    try await withThrowingTaskGroup(of: String?.self) { group in
      for ring in rings + rings { group.addTask { try await ring.next(for: "v")?.reveal() } }
      group.addTask {
        let lines = Array(String(repeating: "go\n", count: rings.count).utf8)
        return write(pipe, lines, lines.count) == lines.count ? "key" : nil
      }
      for try await key in group { #expect(key == "key") }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `who is cancelled does not wait for the key, and the others get it`() async throws {
    let house = try House()
    let pipe = try Self.pipe(in: house)
    defer { close(pipe) }
    let ring = try house.keys(Self.waiting(in: house))
    let impatient = Task { try await ring.next(for: "v") }
    let patient = Task { try await ring.next(for: "v") }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    try #require(write(pipe, "go\n", 3) == 3)
    #expect(try await patient.value?.reveal() == "key")
  }

  @Test func `loading runs no command`() throws {
    let house = try House()
    _ = try house.keys(#"{ command: ["touch", "\#(house.project)/ran"] }"#).present
    #expect(house.folder.mode("project/ran") == 0)
  }
}
