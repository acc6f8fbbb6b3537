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
struct AskTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test func `the text goes to standard output, byte for byte, and all else beside it`()
    async throws
  {
    let raw = "ok \u{1B}[2J\u{1B}]0;pwn\u{07}\u{9B}31m done\r\u{08}"
    let server = try LoopbackServer(Answers.stream("ok \u{1B}", String(raw.dropFirst(4))))
    try folder.configure(server, "v")
    let run = try await Program.run(
      "ask", "hi", "--model", "v/m", in: folder, environment: folder.environment)
    #expect(run.code == 0)
    #expect(run.output == raw)
    #expect(!run.errors.contains("\u{1B}"))
    let sent = try JSON(parsing: server.requests[0].body)
    #expect(sent["messages"][0]["content"].string == "hi")
  }

  @Test(
    arguments: [
      (401, "authentication", 3), (403, "permission", 3), (404, "notFound", 7),
      (429, "rateLimited", 4), (402, "quota", 4), (500, "server", 7), (400, "invalidRequest", 7),
    ] as [(Int, String, Int32)])
  func `a vendor's refusal is no answer`(status: Int, kind: String, code: Int32) async throws {
    // The vendor gives the key back in its message, as some do.
    let server = try LoopbackServer(
      Answers.failure(status, "Bad\nkey \(TestFolder.canary)\u{1B}[2J"))
    try folder.configure(server, "v")
    for json in [false, true] {
      let words = ["ask", "hi", "--model", "v/m"] + (json ? ["--json"] : [])
      let run = try await Program(words, in: folder, environment: folder.environment).ended()
      #expect(run.code == code)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(run.errors.hasPrefix("switchboard: "))
      #expect(!(run.errors + run.output).contains(TestFolder.canary))
      #expect(!run.errors.contains("\u{1B}"))
      if json {
        #expect(try run.json["error"]["kind"].string == kind)
        #expect(try run.json["error"]["status"].int == status)
      } else {
        #expect(run.output.isEmpty)
      }
    }
  }

  @Test func `a stream that breaks off leaves its text and says so`() async throws {
    let server = try LoopbackServer(Answers.begun("one ", "two").close())
    try folder.configure(server, "v")
    let run = try await Program.run(
      "ask", "hi", "--model", "v/m", in: folder, environment: folder.environment)
    #expect(run.code == 7)
    #expect(run.output == "one two")
    #expect(run.errors.split(separator: "\n").count == 1)
    let json = try await Program.run(
      "ask", "hi", "--model", "v/m", "--json", in: folder, environment: folder.environment)
    #expect(try json.json["error"]["partial"]["parts"][0]["text"].string == "one two")
    #expect(try json.json["error"]["kind"].string == "truncated")
  }

  @Test(arguments: [
    ["ask", "hi", "--frob"], ["ask"], ["ask", "hi", "--model", "nobody/m"],
    ["ask", "hi", "--model", "mock/smal"], ["ask", "hi", "--config", "absent.json5"],
    ["ask", "hi", "--image", "absent.png"], ["ask", "hi", "--image", "text.png"],
    ["ask", "hi", "--schema", "text.png"], ["ask", "hi", "--route", "none"],
    ["ask", "hi", "--request", "text.png"], ["ask", "hi", "--json", "--events"],
    ["ask", "hi", "--model", "a/b", "--route", "c"], ["ask", "-", "--image", "-"], [],
  ])
  func `what is wrong with the line is said and ends with 2`(words: [String]) async throws {
    try folder.write("text.png", "no picture")
    let run = try await Program(words, in: folder).ended()
    #expect(run.code == 2)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    if words.contains("--json") {
      #expect(try run.json["error"]["kind"].string == "invalidRequest")
    } else {
      #expect(run.output.isEmpty)
    }
  }

  @Test func `nobody to ask ends with 8, also as JSON`() async throws {
    let run = try await Program.run("ask", "hi", "--json", in: folder)
    #expect(run.code == 8)
    #expect(try run.json["error"]["kind"].string == "noRoute")
  }

  @Test func `events end with one finish or one error`() async throws {
    let server = try LoopbackServer(
      Answers.stream("a", "b"), Answers.begun("a").close(), Answers.failure(500, "no"))
    try folder.configure(server, "v")
    let good = try await Program.run(
      "ask", "hi", "--model", "v/m", "--events", in: folder, environment: folder.environment)
    #expect(try good.lines.last?["event"].string == "finish")
    #expect(try good.lines.last?["reply"]["text"].string == "ab")
    for _ in 0..<2 {
      let bad = try await Program.run(
        "ask", "hi", "--model", "v/m", "--events", in: folder, environment: folder.environment)
      #expect(try bad.lines.last?["event"].string == "error")
      #expect(try bad.lines.filter { $0["event"].string == "error" }.count == 1)
      #expect(bad.code == 7)
    }
  }

  @Test func `a reply in JSON is one line with what explains it`() async throws {
    let run = try await Program.run(
      "ask", "hi", "--model", "mock/small", "--json", "--explain", in: folder)
    #expect(run.code == 0)
    #expect(run.output.split(separator: "\n").count == 1)
    let json = try run.json
    #expect(json["decision"]["order"][0].string == "mock/small")
    #expect(json["attempts"][0]["outcome"].string == "reply")
    #expect(json["text"].string?.isEmpty == false)
  }

  @Test func `a request file is the beginning, flags and prompt go on with it`() async throws {
    let server = try LoopbackServer(Answers.stream("x"))
    try folder.configure(server, "v")
    try folder.write(
      "r.json",
      #"{"model":"v/old","messages":[{"role":"user","parts":"one"},{"role":"assistant","parts":"1"}]}"#
    )
    let run = try await Program.run(
      "ask", "two", "--request", "r.json", "--model", "v/new", "--max-tokens", "9", "--system", "S",
      in: folder, environment: folder.environment)
    #expect(run.code == 0)
    let body = try JSON(parsing: server.requests[0].body)
    #expect(body["model"].string == "new")
    #expect(body["messages"].elements.map { $0["content"].string } == ["S", "one", "1", "two"])
  }

  @Test func `an answer can go to a file, which a failure leaves alone`() async throws {
    let server = try LoopbackServer(Answers.stream("new"), Answers.failure(500, "no"))
    try folder.configure(server, "v")
    try folder.write("a.txt", "old and longer")
    let run = try await Program.run(
      "ask", "hi", "--model", "v/m", "--out", "a.txt", in: folder, environment: folder.environment)
    #expect(run.code == 0 && run.output.isEmpty)
    #expect(try folder.read("a.txt") == "new")
    let bad = try await Program.run(
      "ask", "hi", "--model", "v/m", "--out", "a.txt", in: folder, environment: folder.environment)
    #expect(bad.code == 7)
    #expect(try folder.read("a.txt") == "new")
  }

  @Test func `an answer that cannot be written is not lost without a word`() async throws {
    let program = try Program(
      ["ask", "hi", "--model", "mock/small"], in: folder, closesOutput: true)
    let run = try await program.ended()
    #expect(run.code == 2)
    #expect(run.errors.contains("could not be written"))
  }

  @Test func `a reader that goes away ends it without a word`() async throws {
    let gate = LoopbackGate()
    // A program that another test starts at this moment may hold the pipe a little longer.
    let server = try LoopbackServer(
      Answers.begun("one").wait(gate).chunkForever(Array(Answers.piece("two").utf8)))
    try folder.configure(server, "v")
    let program = try Program(
      ["ask", "hi", "--model", "v/m"], in: folder, environment: folder.environment)
    _ = try await program.printed("one")
    program.stopReading()
    gate.open()
    let run = try await program.ended()
    #expect(run.code == 128 + SIGPIPE)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `five runs send the same bytes, with the author's order in them`() async throws {
    let server = try LoopbackServer(Answers.stream("ok"))
    try folder.configure(server, "v")
    let request: JSON = [
      "tools": [
        [
          "name": "look",
          "parameters": ["type": "object", "properties": ["zeta": [:], "alpha": [:], "mid": [:]]],
        ]
      ],
      "messages": [
        ["role": "user", "parts": "hi"],
        [
          "role": "assistant",
          "parts": [
            [
              "type": "toolCall", "id": "c1", "name": "look",
              "arguments": ["b": 1, "a": ["y": 2, "x": 3]],
            ]
          ],
        ],
        [
          "role": "tool",
          "parts": [["type": "toolResult", "id": "c1", "name": "look", "content": "seen"]],
        ],
      ],
      "vendorOptions": ["openai-compatible": ["zz": 1, "aa": 2], "other": ["q": 1]],
    ]
    try folder.write("r.json", request.text)
    for _ in 0..<5 {
      let run = try await Program.run(
        "ask", "--request", "r.json", "--model", "v/m", in: folder,
        environment: folder.environment)
      #expect(run.code == 0, "\(run.errors)")
    }
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 5)
    #expect(Set(bodies).count == 1)
    let body = bodies[0]
    #expect(body.contains(#""properties":{"zeta":{},"alpha":{},"mid":{}}"#), "\(body)")
    #expect(body.contains(#"{\"b\":1,\"a\":{\"y\":2,\"x\":3}}"#), "\(body)")
  }
}
