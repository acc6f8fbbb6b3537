import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

@Suite(.timeLimit(.minutes(10)))
struct StandardInputTests {
  let folder: TestFolder
  let server: LoopbackServer

  init() throws {
    folder = try TestFolder()
    server = try LoopbackServer(Answers.stream("x"))
    try folder.configure(server, "v")
  }

  private func prompts() throws -> [String?] {
    try server.requests.map {
      try JSON(parsing: $0.body)["messages"].elements.last?["content"].string
    }
  }

  private func ask(_ words: String..., input: Program.Input) async throws -> Program.Run {
    try await Program(
      ["ask", "--model", "v/m"] + words, input: input, in: folder, environment: folder.environment
    ).ended()
  }

  @Test func `a prompt alone runs at once on an empty or closed input`() async throws {
    for input in [Program.Input.nothing, .closed, .text("")] {
      #expect(try await ask("hi", input: input).code == 0)
    }
    #expect(try prompts() == ["hi", "hi", "hi"])
  }

  @Test func `text on standard input is appended to the prompt`() async throws {
    #expect(try await ask("sum up", input: .text("a\nb\n")).code == 0)
    #expect(try await ask(input: .text("alone\n")).code == 0)
    #expect(try await ask("-", input: .text("dash")).code == 0)
    #expect(try prompts() == ["sum up\n\na\nb", "alone", "dash"])
  }

  @Test func `nothing at all to ask ends with 2`() async throws {
    for input in [Program.Input.nothing, .closed, .text("\n")] {
      let run = try await ask(input: input)
      #expect(run.code == 2)
      #expect(run.errors.contains("nothing to ask"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a silent pipe is waited for, and that is said`() async throws {
    let program = try Program(
      ["ask", "hi", "--model", "v/m"], input: .pipe, in: folder, environment: folder.environment)
    let words = try await program.said("waiting")
    #expect(words.contains("waiting for standard input to end"))
    #expect(server.requests.isEmpty)
    program.write("late")
    program.endInput()
    #expect(try await program.ended().code == 0)
    #expect(try prompts() == ["hi\n\nlate"])
  }

  @Test func `a silent pipe can be left with Ctrl-C`() async throws {
    let program = try Program(
      ["ask", "hi", "--model", "v/m"], input: .pipe, in: folder, environment: folder.environment)
    _ = try await program.said("waiting")
    program.signal(2)
    #expect(try await program.ended().code == 130)
  }

  @Test func `binary input is refused`() async throws {
    let run = try await ask("hi", input: .text("a\u{0}b"))
    #expect(run.code == 2)
    #expect(run.errors.contains("not UTF-8 text"))
  }

  @Test func `a chat at the end of its input ends well`() async throws {
    for input in [Program.Input.nothing, .closed] {
      let run = try await Program.run(
        "chat", input: input, in: folder, environment: folder.environment)
      #expect(run.code == 0)
      #expect(run.output.isEmpty && run.errors.isEmpty)
    }
  }

  @Test func `a chat from a pipe takes each line as a turn and remembers`() async throws {
    let run = try await Program.run(
      "chat", "--model", "v/m", input: .text("one\n/undo\ntwo\nthree"), in: folder,
      environment: folder.environment)
    #expect(run.code == 0)
    #expect(run.output == "x\nx\nx\n")
    let bodies = try server.requests.map { try JSON(parsing: $0.body)["messages"] }
    #expect(
      bodies.map { $0.elements.map { $0["content"].string } } == [
        ["one"], ["two"], ["two", "x", "three"],
      ])
  }
}
