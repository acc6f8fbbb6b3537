import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a person at a terminal sees.
@Suite(.timeLimit(.minutes(10)))
struct TerminalTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test func `nothing of the model steers the terminal`() async throws {
    let server = try LoopbackServer(
      Answers.stream(
        "ok \u{1B}", "[2J\u{1B}]0;pwn", "\u{07}\u{1B}]52;c;cm0gLXJm\u{07}\u{9B}31m done\r\u{08}"))
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "ask", "hi", "--model", "v/m", in: folder,
      environment: folder.environment.merging(["NO_COLOR": "1"]) { $1 })
    let (code, shown) = try await terminal.ended()
    #expect(code == 0)
    #expect(shown.hasPrefix("ok  done\r\n"))
    #expect(shown.contains("v/m · 3 in, 2 out"))
    #expect(
      !shown.unicodeScalars.contains {
        $0.value < 0x20 && $0 != "\n" && $0 != "\r" || (0x7F...0x9F).contains($0.value)
      })
  }

  @Test func `a vendor's error cannot steer it either`() async throws {
    let server = try LoopbackServer(Answers.failure(500, "\u{1B}]0;pwn\u{07}bad\u{1B}[2J"))
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "ask", "hi", "--model", "v/m", in: folder, environment: folder.environment)
    let (code, shown) = try await terminal.ended()
    #expect(code == 7)
    #expect(!shown.contains("\u{1B}") && shown.contains("bad"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an answer that is stopped keeps its text`(signal: Int32) async throws {
    let server = try LoopbackServer(Answers.begun("one ", "two").stall())
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "ask", "hi", "--model", "v/m", in: folder, environment: folder.environment)
    try await terminal.shown("one two")
    let pressed = ContinuousClock.now
    if signal == SIGINT { terminal.interrupt() } else { kill(terminal.id, signal) }
    let closing = try await server.closing()
    #expect(closing.instant - pressed < .seconds(10))
    let (code, shown) = try await terminal.ended()
    #expect(code == 130)
    #expect(shown.hasSuffix("\r\n"))
    #expect(terminal.echoes)
    #expect(server.requests.count == 1)
  }

  @Test func `with JSON the partial answer is in the failure`() async throws {
    let server = try LoopbackServer(Answers.begun("one ", "two").stall())
    try folder.configure(server, "v")
    let program = try Program(
      ["ask", "hi", "--model", "v/m", "--json"], in: folder, environment: folder.environment)
    // One document has nothing to show before its end: the answer has come when its reader waits.
    try await server.requests(atLeast: 1)
    let events = try Program(
      ["ask", "hi", "--model", "v/m", "--events"], in: folder, environment: folder.environment)
    _ = try await events.printed("two")
    events.signal(SIGINT)
    let stopped = try await events.ended()
    #expect(stopped.code == 130)
    let error = try #require(try stopped.lines.last)["error"]
    #expect(error["kind"].string == "cancelled")
    #expect(error["partial"]["parts"][0]["text"].string == "one two")
    #expect(error["partial"]["incomplete"].string == "cancelled")
    #expect(error["attempts"][0]["outcome"].string == "cancelled")
    program.signal(SIGINT)
    let run = try await program.ended()
    #expect(run.code == 130)
    #expect(try run.json["error"]["kind"].string == "cancelled")
  }

  @Test func `a chat goes on after Ctrl-C and remembers the part`() async throws {
    let server = try LoopbackServer(
      Answers.begun("one ", "two").stall(), Answers.stream("still here"))
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "chat", "--model", "v/m", in: folder, environment: folder.environment)
    try await terminal.shown("› ")
    terminal.type("hello\n")
    try await terminal.shown("one two")
    terminal.interrupt()
    try await server.closing()
    try await terminal.shown("what had come is kept")
    try await terminal.shown("› ")
    terminal.type("still there?\n")
    try await terminal.shown("still here")
    let body = try JSON(parsing: server.requests[1].body)["messages"]
    #expect(
      body.elements.map { $0["content"].string } == ["hello", "one two", "still there?"])
    terminal.type("\u{04}")
    let (code, _) = try await terminal.ended()
    #expect(code == 0)
    #expect(terminal.echoes)
  }

  @Test func `at the prompt of a chat Ctrl-C twice leaves`() async throws {
    let terminal = try PseudoTerminal("chat", "--model", "mock/small", in: folder)
    try await terminal.shown("› ")
    terminal.interrupt()
    try await terminal.shown("Ctrl-C again")
    try await terminal.shown("› ")
    terminal.interrupt()
    #expect(try await terminal.ended().code == 130)
  }

  @Test func `a key is asked for without being shown`() async throws {
    let terminal = try PseudoTerminal("keys", "set", "work", in: folder)
    try await terminal.shown("not shown")
    #expect(!terminal.echoes)
    terminal.type(TestFolder.canary + "\n")
    let (code, shown) = try await terminal.ended()
    #expect(code == 0, "\(shown)")
    #expect(!shown.contains(TestFolder.canary))
    #expect(terminal.echoes)
    let list = try await Program.run("keys", "list", in: folder)
    #expect(list.output == "work\n")
  }

  @Test func `leaving the question for a key puts the terminal in order`() async throws {
    let terminal = try PseudoTerminal("keys", "set", "work", in: folder)
    try await terminal.shown("not shown")
    terminal.interrupt()
    #expect(try await terminal.ended().code == 130)
    #expect(terminal.echoes)
  }
}
