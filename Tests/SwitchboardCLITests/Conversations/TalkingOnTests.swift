import Foundation
import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

/// `chat`, with a conversation that is kept and without.
@Suite(.timeLimit(.minutes(10)))
struct TalkingOnTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func chat(_ words: String..., lines: String) async throws -> Program.Run {
    try await Program(
      ["chat", "--model", "v/m"] + words, input: .text(lines), in: folder,
      environment: folder.environment
    ).ended()
  }

  private static func sent(_ server: LoopbackServer) throws -> [[String?]] {
    try server.requests.map {
      try JSON(parsing: $0.body)["messages"].elements.map { $0["content"].string }
    }
  }

  @Test func `branches part, and each is gone on with by its name`() async throws {
    let server = try LoopbackServer { _ in Answers.stream("x") }
    try folder.configure(server, "v")
    let run = try await chat(
      lines: "one\n/branch\n/branch side\ntwo\n/branch main\nthree\n/branch\n/branch side\nfour\n")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try Self.sent(server) == [
        ["one"], ["one", "x", "two"], ["one", "x", "three"], ["one", "x", "two", "x", "four"],
      ])
    #expect(run.errors.contains("branches: main (here)\n"))
    #expect(run.errors.contains("branches: main (here), side\n"))
    #expect(run.errors.contains("on the branch 'side', 4 messages."))
    #expect(!folder.has(".local/share/switchboard"))
  }

  @Test func `another answer takes the place of the last, which stays in the tree`() async throws {
    let server = try LoopbackServer(
      Answers.stream("first"), Answers.stream("second"), Answers.stream("third"))
    try folder.configure(server, "v")
    let run = try await chat(
      "--conversation", "a", lines: "one\n/regenerate\ntwo\n")
    #expect(run.output == "first\nsecond\nthird\n", "\(run.errors)")
    #expect(try Self.sent(server) == [["one"], ["one"], ["one", "second", "two"]])
    let list = try await Program.run(
      "history", "list", "--json", in: folder, environment: folder.environment)
    #expect(try list.json[0]["messageCount"].int == 5)
  }

  @Test func `a chat goes on where another ended, and what was undone was paid for`() async throws {
    let server = try LoopbackServer { _ in Answers.stream("x") }
    try folder.configure(server, "v")
    let first = try await chat(
      "--conversation", "a", "--system", "S", lines: "one\ntwo\n/undo\n/pin\n/quit\n")
    #expect(first.code == 0)
    #expect(first.errors.contains("taken back: two") && first.errors.contains("pinned: one"))
    let second = try await chat("--conversation", "a", lines: "three\n/cost\n/pin\n/pin\n")
    #expect(try Self.sent(server).last == ["S", "one", "x", "three"])
    #expect(second.errors.contains("3 calls, 9 tokens in, 6 out"), "\(second.errors)")
    #expect(second.errors.contains("pinned: three\nswitchboard: no longer pinned: three"))
  }

  @Test func `another model is told apart by what of the conversation does not go along`()
    async throws
  {
    let server = try LoopbackServer { _ in Answers.stream("x") }
    try folder.write(
      "switchboard.json5",
      """
      { vendors: { v: { kind: "openai-compatible", baseURL: "\(server.url("/v"))",
        models: [{ id: "m", can: ["imageInput"] }, { id: "blind", cannot: ["imageInput"] }] } } }
      """)
    try folder.write("dot.jpg", EveryVendorTests.jpeg)
    let run = try await chat(
      lines: "/image dot.jpg\none\n/model v/m\n/model v/blind\ntwo\n/model v/m\nthree\n")
    #expect(run.code == 0, "\(run.errors)")
    let told = run.errors.components(separatedBy: "of the conversation's parts").count - 1
    #expect(told == 1, "\(run.errors)")
    let pictures = server.requests.map {
      String(decoding: $0.body, as: UTF8.self).contains("image_url")
    }
    #expect(pictures == [true, false, true])
  }

  @Test func `wishes that cannot be done say so, and the chat goes on`() async throws {
    let server = try LoopbackServer { _ in Answers.stream("x") }
    try folder.configure(server, "v")
    let run = try await chat(
      lines: "/undo\n/pin\n/regenerate\n/branch a b\n/image none.png\n/model nobody/m\n/cost\nhi\n")
    #expect(run.code == 2)
    #expect(run.output == "x\n")
    for part in [
      "there is no turn", "no message to answer", "'a b' does not fit", "none.png",
      "nothing was asked yet",
    ] { #expect(run.errors.contains(part), "\(part) in \(run.errors)") }
  }

  @Test func `what had come of a stopped answer is kept for the next process`() async throws {
    let server = try LoopbackServer(
      Answers.begun("one ", "two").stall(), Answers.stream("three"))
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "chat", "--model", "v/m", "--conversation", "a", in: folder,
      environment: folder.environment)
    try await terminal.shown("› ")
    terminal.type("hello\n")
    try await terminal.shown("one two")
    terminal.interrupt()
    try await terminal.shown("what had come is kept")
    try await terminal.shown("› ")
    terminal.type("\u{04}")
    #expect(try await terminal.ended().code == 0)
    _ = try await chat("--conversation", "a", lines: "still there?\n")
    #expect(try Self.sent(server).last == ["hello", "one two", "still there?"])
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `what had come is kept when the program is asked to end`(_ signal: Int32) async throws {
    let server = try LoopbackServer(
      Answers.begun("one ", "two").stall(), Answers.stream("three"))
    try folder.configure(server, "v")
    let terminal = try PseudoTerminal(
      "chat", "--model", "v/m", "--conversation", "a", in: folder,
      environment: folder.environment)
    try await terminal.shown("› ")
    terminal.type("hello\n")
    try await terminal.shown("one two")
    kill(terminal.id, signal)
    #expect(try await terminal.ended().code == 130)
    _ = try await chat("--conversation", "a", lines: "still there?\n")
    #expect(try Self.sent(server).last == ["hello", "one two", "still there?"])
  }

  @Test func `a summary that could not be made is told, with the reason`() async throws {
    let server = try LoopbackServer { _ in
      Answers.stream(String(repeating: "of what there was ", count: 12))
    }
    try folder.write(
      "switchboard.json5",
      """
      { vendors: { v: { kind: "openai-compatible", baseURL: "\(server.url("/v"))",
        models: [{ id: "m", window: 200 }] } },
        context: { strategy: "summarise", model: "v/m", reserveOutput: 60 } }
      """)
    let line = "What is it that there was, and what became of it in the end?\n"
    let run = try await chat(
      "--conversation", "a", lines: String(repeating: line, count: 4))
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("messages were left out"), "\(run.errors)")
    #expect(run.errors.contains("warning: there is no new summary of what no longer fits: "))
  }
}
