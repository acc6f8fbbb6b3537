import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `ask --conversation`.
@Suite(.timeLimit(.minutes(10)))
struct AskingOnTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  /// Asks the vendor `v`.
  private func ask(_ words: String...) async throws -> Program.Run {
    try await Program(
      ["ask", "--model", "v/m"] + words, in: folder, environment: folder.environment
    ).ended()
  }

  /// What the vendor was sent as messages.
  private static func sent(_ server: LoopbackServer, _ place: Int) throws -> [JSON] {
    let requests = server.requests
    try #require(requests.indices.contains(place))
    return try JSON(parsing: requests[place].body)["messages"].elements
  }

  @Test func `a name begins a conversation, and goes on with it in another process`() async throws {
    let server = try LoopbackServer(
      Answers.stream("one"), Answers.stream("two"), Answers.stream("three"))
    try folder.configure(server, "v")
    let first = try await ask("first", "--system", "Be brief.", "--conversation", "trip.2026")
    #expect(first.code == 0 && first.output == "one", "\(first.errors)")
    #expect(first.errors.contains("begins the conversation 'trip.2026'."))
    let second = try await ask("second", "--conversation", "trip.2026")
    #expect(second.output == "two" && !second.errors.contains("begins"))
    _ = try await ask("third", "--conversation", "last")
    #expect(
      try Self.sent(server, 2).map { $0["content"].string }
        == ["Be brief.", "first", "one", "second", "two", "third"])
    var status = stat()
    let file = folder.file(".local/share/switchboard/conversations.db")
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `without the flag nothing is kept`() async throws {
    let server = try LoopbackServer(Answers.stream("one"))
    try folder.configure(server, "v")
    let run = try await ask("first")
    #expect(run.code == 0)
    #expect(!folder.has(".local/share/switchboard"))
  }

  @Test func `the configuration says where conversations are kept`() async throws {
    let server = try LoopbackServer(Answers.stream("one"))
    try folder.configure(server, "v", more: #"store: "kept/talks.db""#)
    let run = try await ask("first", "--conversation", "a")
    #expect(run.code == 0, "\(run.errors)")
    #expect(folder.has("kept/talks.db") && !folder.has(".local/share/switchboard"))
  }

  @Test(arguments: [
    ("last", "no conversation yet"), ("0123456789abcdef0123456789abcdef", "no conversation"),
    ("a b", "does not fit"), ("a/b", "does not fit"),
  ])
  func `a conversation that cannot be meant is refused before any call`(
    _ word: String, _ reason: String
  ) async throws {
    let server = try LoopbackServer(Answers.stream("one"))
    try folder.configure(server, "v")
    let run = try await ask("hi", "--conversation", word)
    #expect(run.code == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test func `a store that is none is left as it is, and nothing is asked`() async throws {
    let server = try LoopbackServer(Answers.stream("one"))
    try folder.configure(server, "v", more: #"store: "notes.txt""#)
    let text = String(repeating: "my notes, not a store\n", count: 100)
    try folder.write("notes.txt", text)
    let run = try await ask("hi", "--conversation", "a", "--json")
    #expect(run.code == 2)
    #expect(try run.json["error"]["kind"].string == "configuration")
    #expect(try folder.read("notes.txt") == text)
    #expect(server.requests.isEmpty)
  }

  @Test func `a request of several messages is no turn of a conversation`() async throws {
    let server = try LoopbackServer(Answers.stream("one"))
    try folder.configure(server, "v")
    try folder.write("r.json", #"{"messages":[{"role":"user","parts":"one"}]}"#)
    let run = try await ask("two", "--request", "r.json", "--conversation", "a")
    #expect(run.code == 2 && run.errors.contains("holds 2"), "\(run.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a failed turn leaves the conversation as it was`() async throws {
    let server = try LoopbackServer(
      Answers.stream("one"), Answers.failure(500, "no"), Answers.stream("three"))
    try folder.configure(server, "v")
    _ = try await ask("first", "--conversation", "a")
    let bad = try await ask("second", "--conversation", "a")
    #expect(bad.code == 7 && bad.output.isEmpty)
    _ = try await ask("third", "--conversation", "a")
    #expect(try Self.sent(server, 2).map { $0["content"].string } == ["first", "one", "third"])
  }

  @Test func `a first turn that failed, was refused or was stopped leaves no conversation`()
    async throws
  {
    let server = try LoopbackServer(
      Answers.failure(500, "no"), LoopbackScript.stream([:]).stall(), Answers.stream("yes"))
    try folder.configure(server, "v")
    try folder.write("r.json", #"{"messages":[{"role":"user","parts":"one"}]}"#)
    func expectNone() async throws {
      let list = try await Program.run(
        "history", "list", "--json", in: folder, environment: folder.environment)
      #expect(list.code == 0 && list.output == "[]\n", "\(list.output)")
    }
    let failed = try await ask("in vain", "--conversation", "a")
    #expect(failed.code == 7 && failed.errors.contains("begins the conversation 'a'"))
    try await expectNone()
    let refused = try await ask("two", "--request", "r.json", "--conversation", "a")
    #expect(refused.code == 2)
    try await expectNone()
    let program = try Program(
      ["ask", "in vain", "--model", "v/m", "--conversation", "a"], in: folder,
      environment: folder.environment)
    try await server.requests(atLeast: 2)
    program.signal(SIGINT)
    #expect(try await program.ended().code == 130)
    try await expectNone()
    let whole = try await ask("hi", "--conversation", "a")
    #expect(whole.code == 0 && whole.errors.contains("begins the conversation 'a'"))
    #expect(try Self.sent(server, 2).map { $0["content"].string } == ["hi"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `what had come of an answer that was stopped is kept`(_ signal: Int32) async throws {
    let server = try LoopbackServer(
      Answers.begun("one ", "two").stall(), Answers.stream("three"))
    try folder.configure(server, "v")
    let program = try Program(
      ["ask", "first", "--model", "v/m", "--conversation", "a"], in: folder,
      environment: folder.environment)
    _ = try await program.printed("two")
    program.signal(signal)
    #expect(try await program.ended().code == 130)
    let next = try await ask("go on", "--conversation", "a")
    #expect(next.code == 0, "\(next.errors)")
    #expect(
      try Self.sent(server, 1).map { $0["content"].string } == ["first", "one two", "go on"])
  }

  @Test func `a killed program leaves the turns before whole`() async throws {
    let server = try LoopbackServer(
      Answers.stream("one"), Answers.begun("half").stall(), Answers.stream("three"))
    try folder.configure(server, "v")
    _ = try await ask("first", "--conversation", "a")
    let program = try Program(
      ["ask", "second", "--model", "v/m", "--conversation", "a"], in: folder,
      environment: folder.environment)
    _ = try await program.printed("half")
    program.signal(SIGKILL)
    #expect(try await program.ended().code == 128 + SIGKILL)
    _ = try await ask("third", "--conversation", "a")
    #expect(try Self.sent(server, 2).map { $0["content"].string } == ["first", "one", "third"])
  }

  @Test(arguments: [false, true])
  func `an answer that cannot be kept is printed, with a warning and the code 2`(_ json: Bool)
    async throws
  {
    let gate = LoopbackGate()
    let server = try LoopbackServer(
      Answers.begun("paid ").wait(gate).chunk(Answers.piece("for")).finished())
    try folder.configure(server, "v", more: #"store: "talks.db""#)
    let program = try Program(
      ["ask", "hi", "--model", "v/m", "--conversation", "a"] + (json ? ["--json"] : []),
      in: folder, environment: folder.environment)
    try await server.requests(atLeast: 1)
    try folder.write("talks.db", String(repeating: "overwritten by somebody ", count: 5_000))
    gate.open()
    let run = try await program.ended()
    #expect(run.code == 2)
    #expect(try json ? run.json["text"].string == "paid for" : run.output == "paid for")
    #expect(run.errors.contains("warning: the turn could not be kept"), "\(run.errors)")
  }

  @Test func `twenty at once all have their answer and their place`() async throws {
    let server = try LoopbackServer { _ in Answers.stream("yes") }
    try folder.configure(server, "v")
    let runs = try await withThrowingTaskGroup(of: Program.Run.self) { group in
      for number in 0..<20 {
        group.addTask { try await ask("q\(number)", "--conversation", "one") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs { #expect(run.code == 0 && run.output == "yes", "\(run.errors)") }
    _ = try await ask("end", "--conversation", "one")
    let messages = try JSON(parsing: #require(server.requests.last).body)["messages"].elements
    #expect(messages.count == 41)
    #expect(
      messages.map { $0["role"].string }
        == (0..<41).map { $0 % 2 == 0 ? "user" : "assistant" })
    #expect(
      Set(messages.compactMap { $0["content"].string })
        == Set((0..<20).map { "q\($0)" } + ["yes", "end"]))
    let followed = runs.filter { $0.errors.contains("this turn follows theirs") }
    #expect(runs.filter { $0.errors.contains("begins") }.count >= 1)
    #expect(followed.count < 20)
  }

  @Test func `a conversation with tools is sent to the letter by the next process`() async throws {
    let call =
      #"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"toolu_fig5","type":"function","function":{"name":"depth","arguments":"{ \"at\":1.0}"}}]}}]}"#
    let server = try LoopbackServer(
      LoopbackScript.stream(["Content-Type": "text/event-stream"]).chunk(call + "\n\n").finished(),
      Answers.stream("1308 m"), Answers.stream("The same."))
    try folder.configure(server, "v")
    let tools = #""tools":[{"name":"depth","parameters":{"type":"object"}}]"#
    try folder.write(
      "ask.json", #"{"messages":[{"role":"user","parts":"How deep?"}],\#(tools)}"#)
    try folder.write(
      "result.json",
      #"{"messages":[{"role":"tool","parts":[{"type":"toolResult","id":"toolu_fig5","name":"depth","content":"1308"}]}],\#(tools)}"#
    )
    for file in ["ask.json", "result.json"] {
      let run = try await ask("--request", file, "--conversation", "a")
      #expect(run.code == 0, "\(run.errors)")
    }
    let run = try await ask("And tomorrow?", "--conversation", "a")
    #expect(run.code == 0, "\(run.errors)")
    let (second, third) = (try Self.sent(server, 1), try Self.sent(server, 2))
    #expect(third.map { $0["role"].string } == ["user", "assistant", "tool", "assistant", "user"])
    #expect(Array(third.prefix(3)) == second)
    #expect(third[1]["tool_calls"][0]["id"].string == "toolu_fig5")
    #expect(third[2]["tool_call_id"].string == "toolu_fig5")
  }

  @Test func `a picture outlives its file`() async throws {
    let server = try LoopbackServer(Answers.stream("nice"), Answers.stream("yes"))
    try folder.configure(server, "v")
    let painted = try await Program.run(
      "image", "x", "--model", "mock/painter", "--out", "p.png", in: folder,
      environment: folder.environment)
    #expect(painted.code == 0)
    _ = try await ask("look", "--image", "p.png", "--conversation", "a")
    #expect(unlink(folder.file("p.png")) == 0)
    let run = try await ask("still there?", "--conversation", "a")
    #expect(run.code == 0, "\(run.errors)")
    #expect(try Self.sent(server, 1).first == Self.sent(server, 0).first)
  }

  @Test func `what a vendor's count teaches is known to the next process`() async throws {
    let prompt = (0..<200).map { "word\($0)" }.joined(separator: " ")
    func reckoned() async throws -> Int {
      let run = try await Program.run(
        "route", prompt, "--model", "v/m", "--json", in: folder, environment: folder.environment)
      return try #require(try run.json["tokens"]["input"].int)
    }
    let script = Locked(LoopbackScript.respond(500))
    let server = try LoopbackServer { _ in script.withLock { $0 } }
    try folder.configure(server, "v")
    let before = try await reckoned()
    let usage =
      #"{"choices":[],"usage":{"prompt_tokens":\#(before * 3 / 2),"completion_tokens":2}}"#
    script.withLock {
      $0 = Answers.begun("yes").chunk(
        #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
          + "data: \(usage)\n\ndata: [DONE]\n\n"
      ).end()
    }
    let alone = try await ask(prompt)
    #expect(alone.code == 0)
    #expect(try await reckoned() == before)
    let kept = try await ask(prompt, "--conversation", "a")
    #expect(kept.code == 0 && !kept.errors.contains("tokens could not"))
    #expect(try await reckoned() > before)
  }
}
