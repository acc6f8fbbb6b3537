import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

@Suite(.timeLimit(.minutes(10)))
struct CompareTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test func `answers stand in the order asked, each under its own model`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { request in
      if request.target.hasPrefix("/a/") { return Answers.failure(500, "down") }
      if request.target.hasPrefix("/b/") {
        return LoopbackScript.held(by: gate).then(Answers.stream("I am B"))
      }
      // C answers while B is held, and its answer lets B go.
      return Answers.stream("I am C").open(gate)
    }
    try folder.configure(server, "a", "b", "c")
    for form in ["json", "text"] {
      let words =
        ["compare", "who?", "--models", "a/m,b/m,b/m,c/m,nobody/m", "--system", "S"]
        + (form == "json" ? ["--json"] : [])
      let run = try await Program(words, in: folder, environment: folder.environment).ended()
      #expect(run.code == 0)
      if form == "json" {
        let json = try run.json
        #expect(
          json.elements.map { $0["model"].string } == ["a/m", "b/m", "b/m", "c/m", "nobody/m"])
        #expect(
          json.elements.map { $0["reply"]["text"].string } == [
            nil, "I am B", "I am B", "I am C", nil,
          ])
        #expect(json[0]["error"]["status"].int == 500)
        #expect(json[4]["error"]["kind"].string == "invalidRequest")
      } else {
        let places = ["a/m", "b/m", "b/m", "c/m", "nobody/m"]
        let heads = run.output.split(separator: "\n").filter { $0.hasPrefix("== ") }
        #expect(heads.count == places.count)
        #expect(zip(heads, places).allSatisfy { $0.contains($1) })
        #expect(!run.output.contains("\u{1B}"))
      }
    }
    let bodies = try server.requests.map { try JSON(parsing: $0.body)["messages"] }
    #expect(bodies.allSatisfy { $0 == bodies[0] })
  }

  @Test func `when none answers the exit code is the worst`() async throws {
    let server = try LoopbackServer { request in
      Answers.failure(request.target.hasPrefix("/a/") ? 401 : 429, "no")
    }
    try folder.configure(server, "a", "b")
    let run = try await Program.run(
      "compare", "x", "--models", "a/m,b/m", "--json", in: folder, environment: folder.environment)
    #expect(run.code == 4)
    #expect(!(run.output + run.errors).contains(TestFolder.canary))
  }

  @Test func `Ctrl-C ends every call`() async throws {
    let server = try LoopbackServer(.silence())
    try folder.configure(server, "a", "b")
    let program = try Program(
      ["compare", "x", "--models", "a/m,b/m"], in: folder, environment: folder.environment)
    try await server.requests(atLeast: 2)
    program.signal(2)
    #expect(try await program.ended().code == 130)
    try await server.openConnections(atMost: 0)
  }

  @Test(arguments: [("0.0000001", "expected to cost"), ("free", "--max-cost must be")])
  func `a comparison that costs too much is not begun`(amount: String, part: String) async throws {
    let run = try await Program.run(
      "compare", "x", "--models", "mock/small,mock/vision", "--max-cost", amount, in: folder)
    #expect(run.code == (amount == "free" ? 2 : 4))
    #expect(run.errors.contains(part))
    #expect(run.output.isEmpty)
  }

  @Test func `a price that is not known is not taken for none`() async throws {
    let server = try LoopbackServer(Answers.stream("x"))
    try folder.configure(server, "v")
    let run = try await Program.run(
      "compare", "x", "--models", "v/m", "--max-cost", "5", in: folder,
      environment: folder.environment)
    #expect(run.code == 4)
    #expect(run.errors.contains("not known"))
    #expect(server.requests.isEmpty)
  }

  @Test func `on a terminal it is drawn side by side, and follows the window`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(
      Answers.begun("Hello \u{1B}[31m").wait(gate).chunk(Answers.piece("world")).finished())
    try folder.configure(server, "a", "b")
    let terminal = try PseudoTerminal(
      "compare", "x", "--models", "a/m,b/m", in: folder, environment: folder.environment)
    let first = try await terminal.shown("Hello")
    #expect(first.contains("a/m") && first.contains("│"))
    #expect(first.hasPrefix(ScreenFrames.begin))
    terminal.resize(columns: 40, rows: 30)
    try await terminal.shown("\u{1B}[2J")
    let narrow = try await terminal.shown("b/m")
    #expect(narrow.contains("a/m") && !narrow.contains("│"))
    gate.open()
    let (code, shown) = try await terminal.ended()
    #expect(code == 0)
    // What is printed at the end stands on the first screen.
    let end = try #require(shown.firstRange(of: ScreenFrames.end))
    #expect(shown[end.upperBound...].contains("Hello world"))
    #expect(!shown.contains("\u{1B}[31m"))
  }

  @Test func `Ctrl-C on a terminal keeps what has come`() async throws {
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/a/")
        ? Answers.stream("whole answer") : Answers.begun("one ", "two").stall()
    }
    try folder.configure(server, "a", "b")
    let terminal = try PseudoTerminal(
      "compare", "x", "--models", "a/m,b/m", in: folder, environment: folder.environment)
    var shown = ""
    while !shown.contains("stop") || !shown.contains("two") {
      shown += try await terminal.shown("\u{1B}[?2026l")
    }
    terminal.interrupt()
    try await server.openConnections(atMost: 0)
    let (code, last) = try await terminal.ended()
    #expect(code == 130)
    let end = try #require(last.firstRange(of: ScreenFrames.end))
    let kept = last[end.upperBound...]
    for part in ["a/m", "whole answer", "b/m", "one two", "stopped"] {
      #expect(kept.contains(part), "\(part)")
    }
    #expect(terminal.echoes)
  }

  @Test func `Ctrl-Z gives the terminal back, and the view comes again`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(Answers.begun("Hello").wait(gate).finished())
    try folder.configure(server, "a")
    let terminal = try PseudoTerminal(
      "compare", "x", "--models", "a/m", in: folder, environment: folder.environment)
    try await terminal.shown("Hello")
    // The system stops nobody whom no shell could make go on: the program comes back at once.
    terminal.type("\u{1A}")
    try await terminal.shown(ScreenFrames.end)
    let again = try await terminal.shown("Hello")
    #expect(again.hasPrefix(ScreenFrames.begin) && again.contains("\u{1B}[2J"))
    gate.open()
    #expect(try await terminal.ended().code == 0)
  }

  @Test(arguments: ["text", "json"])
  func `Ctrl-C in a pipe keeps what has come`(form: String) async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/a/")
        ? LoopbackScript.held(by: gate).then(Answers.stream("whole answer"))
        : Answers.begun("one ", "two").open(gate).stall()
    }
    try folder.configure(server, "a", "b")
    // The first is printed when it is whole; the second has begun before that.
    let words = ["compare", "x", "--models", "a/m,b/m"]
    let text = try Program(words, in: folder, environment: folder.environment)
    _ = try await text.printed("whole answer")
    if form == "text" {
      text.signal(2)
      let run = try await text.ended()
      #expect(run.code == 130)
      #expect(run.output.contains("b/m — stopped") && run.output.hasSuffix("one two\n"))
      return
    }
    let program = try Program(words + ["--json"], in: folder, environment: folder.environment)
    try await server.requests(atLeast: 4)
    program.signal(2)
    let run = try await program.ended()
    #expect(run.code == 130)
    let json = try run.json
    #expect(json.elements.map { $0["model"].string } == ["a/m", "b/m"])
    #expect(json[1]["error"]["kind"].string == "cancelled")
  }

  @Test func `pictures are files, and drawn where the terminal can`() async throws {
    try folder.write("mock.json5", #"[{ reply: { text: "Here.", images: ["a red circle"] } }]"#)
    try folder.write(
      "switchboard.json5", #"{ vendors: { mock: { kind: "mock", script: "mock.json5" } } }"#)
    for window in ["1", ""] {
      let terminal = try PseudoTerminal(
        "compare", "a circle", "--models", "mock/vision,mock/small", in: folder,
        environment: folder.environment.merging(["KITTY_WINDOW_ID": window]) { $1 })
      var shown = try await terminal.shown(ScreenFrames.end)
      if window == "1" {
        // A picture is more than a terminal takes before somebody reads.
        for _ in 0..<2 { shown += try await terminal.shown("m=0;") + terminal.shown("\u{1B}\\") }
        #expect(shown.contains("mock/vision — mock-vision-a-circle.png\r\n\u{1B}_Ga=T,f=100,q=2,"))
      }
      let (code, rest) = try await terminal.ended()
      #expect(code == 0)
      shown += rest
      #expect(shown.contains("picture: mock-vision-a-circle"))
      #expect(shown.contains("\u{1B}_G") == (window == "1"))
    }
    #expect(folder.has("mock-vision-a-circle.png") && folder.has("mock-small-a-circle-2.png"))
    let plain = try await Program.run(
      "compare", "a circle", "--models", "mock/vision", in: folder,
      environment: folder.environment)
    #expect(plain.output.hasSuffix("Here.\npicture: mock-vision-a-circle-3.png\n"))
  }

  @Test(arguments: [["TERM": "dumb"], ["NO_COLOR": "1"]])
  func `where drawing is not wanted there is none`(setting: [String: String]) async throws {
    let terminal = try PseudoTerminal(
      "compare", "x", "--models", "mock/small,mock/vision", in: folder, environment: setting)
    let (code, shown) = try await terminal.ended()
    #expect(code == 0)
    #expect(!shown.contains("\u{1B}"))
    #expect(shown.contains("== mock/small"))
  }
}
