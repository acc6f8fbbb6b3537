import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(10)))
struct BatchTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func line(_ id: String?, _ model: String = "mock/small", _ text: String = "hi") -> String
  {
    let name = id.map { "\"id\":\($0)," } ?? ""
    return #"{\#(name)"model":"\#(model)","messages":[{"role":"user","parts":"\#(text)"}]}"#
  }

  private func answers(_ name: String = "out.jsonl") throws -> [String: JSON] {
    var result: [String: JSON] = [:]
    for line in try folder.read(name).split(separator: "\n") {
      let json = try JSON(parsing: String(line))
      result[try #require(json["id"].string)] = json
    }
    return result
  }

  @Test func `every line has its answer, the bad ones too`() async throws {
    try folder.write(
      "in.jsonl",
      [
        line("\"a\""), "", "no json", line(nil), line("7"), line("\"b\"", "nobody/m"),
        #"{"id":"p","model":"mock/painter","prompt":"a red square"}"#,
        #"{"id":"k","id":"k","model":"mock/small","messages":[]}"#, #"{"id":"m"}"#,
      ].joined(separator: "\n"))
    let run = try await Program.run("batch", "in.jsonl", "--out", "out.jsonl", in: folder)
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors == "switchboard: 4 replied, 4 failed.\n")
    let answers = try answers()
    #expect(Set(answers.keys) == ["a", "3", "4", "7", "b", "p", "8", "m"])
    for id in ["a", "4", "7"] {
      #expect(answers[id]?["reply"]["text"].string?.isEmpty == false)
      #expect(answers[id]?["reply"]["id"].string == id)
    }
    #expect(answers["p"]?["reply"]["images"][0]["sha256"].string != nil)
    for id in ["3", "b", "8", "m"] {
      #expect(answers[id]?["error"]["kind"].string == "invalidRequest", "\(id)")
    }
  }

  @Test func `an answers file that exists is gone on with only when asked`() async throws {
    try folder.write("in.jsonl", line("\"a\"") + "\n" + line("\"b\"") + "\n")
    // One reply, one failure, and a last line that a crash cut off.
    try folder.write(
      "out.jsonl",
      #"{"id":"a","reply":{}}"# + "\n" + #"{"id":"b","error":{}}"# + "\n" + #"{"id":"b","re"#)
    let refused = try await Program.run("batch", "in.jsonl", "--out", "out.jsonl", in: folder)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--resume"))
    let run = try await Program.run(
      "batch", "in.jsonl", "--out", "out.jsonl", "--resume", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("1 replied, 1 had a reply"))
    let answers = try answers()
    #expect(answers["a"]?["reply"].count == 0)
    #expect(answers["b"]?["reply"]["text"].string != nil)
    let again = try await Program.run(
      "batch", "in.jsonl", "--out", "out.jsonl", "--resume", in: folder)
    #expect(again.errors.contains("0 replied, 2 had a reply"))
  }

  @Test func `two runs never write one file`() async throws {
    try folder.write("in.jsonl", line("\"a\"") + "\n")
    try folder.write("out.jsonl", "")
    let other = open("\(folder.path)/out.jsonl", O_RDWR | O_CLOEXEC)
    try #require(other >= 0 && flock(other, LOCK_EX) == 0)
    let refused = try await Program.run(
      "batch", "in.jsonl", "--out", "out.jsonl", "--resume", in: folder)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("Another run"))
    #expect(try folder.read("out.jsonl") == "")
    close(other)
    let run = try await Program.run(
      "batch", "in.jsonl", "--out", "out.jsonl", "--resume", in: folder)
    #expect(run.code == 0)
  }

  @Test func `the requests are never written over`() async throws {
    try folder.write("in.jsonl", line("\"a\"") + "\n")
    let run = try await Program.run(
      "batch", "in.jsonl", "--out", "./in.jsonl", "--resume", in: folder)
    #expect(run.code == 2)
    #expect(try folder.read("in.jsonl") == line("\"a\"") + "\n")
  }

  @Test func `the exit code is the worst of all`() async throws {
    let server = try LoopbackServer { request in
      Answers.failure(request.target.contains("busy") ? 429 : 401, "no")
    }
    try folder.configure(server, "busy", "shut")
    for (models, code) in [
      (["busy/m"], 4), (["shut/m"], 3), (["busy/m", "shut/m", "mock/small"], 4),
    ]
      as [([String], Int32)]
    {
      let text = models.map { line(nil, $0) }.joined(separator: "\n")
      let run = try await Program.run(
        "batch", "-", "--out", "-", input: .text(text), in: folder, environment: folder.environment)
      #expect(run.code == code)
      #expect(try run.lines.count == models.count)
      #expect(!(run.output + run.errors).contains(TestFolder.canary))
    }
  }

  @Test func `each answer is written as it ends, whatever others wait for`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { request in
      request.index == 0
        ? LoopbackScript.held(by: gate).then(Answers.stream("slow")) : Answers.stream("quick")
    }
    try folder.configure(server, "v")
    let text = (0..<6).map { line("\"\($0)\"", "v/m", "\($0)") }.joined(separator: "\n")
    try folder.write("in.jsonl", text)
    let program = try Program(
      ["batch", "in.jsonl", "--out", "-", "--concurrency", "2"], in: folder,
      environment: folder.environment)
    var lines = 0
    while lines < 5 {
      lines += try await program.printed("\n").split(separator: "\n").count
    }
    #expect(lines == 5)
    gate.open()
    #expect(try await program.ended().code == 0)
  }

  @Test func `no more than so many are on their way at once`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { _ in
      LoopbackScript.held(by: gate).then(Answers.stream("x"))
    }
    try folder.configure(server, "v")
    let text = (0..<6).map { line("\"\($0)\"", "v/m") }.joined(separator: "\n")
    let program = try Program(
      ["batch", "-", "--out", "-", "--concurrency", "2"], input: .text(text), in: folder,
      environment: folder.environment)
    #expect(try await server.requests(atLeast: 2).count == 2)
    gate.open()
    let run = try await program.ended()
    #expect(try run.lines.count == 6)
    #expect(run.code == 0)
  }

  @Test func `files that a request names lie beside the requests`() async throws {
    try folder.write("note.txt", "text")
    try folder.write(
      "in.jsonl",
      #"{"id":"a","model":"mock/vision","messages":[{"role":"user","parts":[{"type":"media","mime":"image/png","file":"absent.png"}]}]}"#
    )
    let run = try await Program.run(
      "batch", folder.file("in.jsonl"), "--out", "out.jsonl", in: folder)
    #expect(run.code == 2)
    let message = try answers()["a"]?["error"]["message"].string
    #expect(message?.contains("\(folder.path)/absent.png") == true)
  }

  @Test func `Ctrl-C ends all calls, keeps what is written and says how to go on`() async throws {
    let server = try LoopbackServer { request in
      request.text.contains("quick") ? Answers.stream("x") : .silence()
    }
    try folder.configure(server, "v")
    try folder.write(
      "in.jsonl", [line("\"a\"", "v/m", "quick"), line("\"b\"", "v/m")].joined(separator: "\n"))
    let program = try Program(
      ["batch", "in.jsonl", "--out", "-"], in: folder, environment: folder.environment)
    _ = try await program.printed("\n")
    try await server.requests(atLeast: 2)
    program.signal(2)
    let run = try await program.ended()
    #expect(run.code == 130)
    #expect(run.errors.contains("--resume"))
    try await server.openConnections(atMost: 0)
  }
}
