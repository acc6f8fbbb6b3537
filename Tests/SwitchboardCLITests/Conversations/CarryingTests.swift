import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

/// `history export` and `history import`.
@Suite(.timeLimit(.minutes(10)))
struct CarryingTests {
  let folder: TestFolder
  let server: LoopbackServer

  init() throws {
    folder = try TestFolder()
    server = try LoopbackServer(
      Answers.stream("one"), Answers.stream("<b>two</b>"), Answers.stream("three"))
    try folder.configure(server, "v")
  }

  private func run(
    _ words: String..., input: Program.Input = .nothing, in place: TestFolder? = nil
  ) async throws -> Program.Run {
    try await Program(
      words, input: input, in: place ?? folder, environment: folder.environment
    ).ended()
  }

  private func fill() async throws {
    let painted = try await run("image", "x", "--model", "mock/painter", "--out", "p.png")
    #expect(painted.code == 0)
    let first = try await run(
      "ask", "look", "--image", "p.png", "--model", "v/m", "--conversation", "trip")
    #expect(first.code == 0, "\(first.errors)")
    let chat = try await run(
      "chat", "--model", "v/m", "--conversation", "trip",
      input: .text("/branch side\nmore\n/pin\n/regenerate\n"))
    #expect(chat.code == 0, "\(chat.errors)")
  }

  @Test func `what was carried out and in again is the same`() async throws {
    try await fill()
    let out = try await run("history", "export", "trip", "--format", "json", "--out", "t.json")
    #expect(out.code == 0 && out.output.isEmpty, "\(out.errors)")
    let there = try await run("history", "import", "t.json")
    #expect(there.code == 0 && there.output.contains("present"))
    #expect(there.errors.contains("0 taken in, 1 there already"))
    #expect(try await run("history", "delete", "trip", "--yes").code == 0)
    let back = try await run("history", "import", "-", input: .text(try folder.read("t.json")))
    #expect(back.code == 0 && back.output.contains("imported"), "\(back.errors)")
    let again = try await run("history", "export", "trip", "--format", "json")
    let (before, after) = (try JSON(parsing: folder.read("t.json"), limits: .media), try again.json)
    #expect(after["nodes"] == before["nodes"] && after["branches"] == before["branches"])
    #expect(after["nodes"][0]["message"]["parts"][0]["data"].string?.isEmpty == false)
    #expect(after["conversation"]["name"].string == "trip")
    // It goes on where it was.
    _ = try await run("ask", "and?", "--model", "v/m", "--conversation", "trip")
    let sent = try JSON(parsing: #require(server.requests.last).body, limits: .media)["messages"]
    #expect(
      sent.elements.suffix(4).map { $0["content"].string } == ["one", "more", "three", "and?"])
  }

  @Test func `Markdown and HTML are there to be read`() async throws {
    try await fill()
    let markdown = try await run("history", "export", "trip", "--format", "markdown")
    #expect(markdown.output.hasPrefix("# look\n") && markdown.output.contains("three"))
    let main = try await run(
      "history", "export", "trip", "--format", "markdown", "--branch", "main")
    #expect(!main.output.contains("three"))
    let html = try await run("history", "export", "trip", "--format", "html")
    #expect(html.output.hasPrefix("<!doctype html>") && html.output.contains("Branch side"))
    #expect(html.output.contains("data:image/png;base64,") && !html.output.contains("<script"))
    let json = try await run("history", "export", "trip", "--format", "json", "--branch", "main")
    #expect(json.code == 2 && json.errors.contains("holds all its branches"))
  }

  @Test func `a data export is taken in, and what is not as it was is counted`() async throws {
    try folder.write(
      "conversations.json",
      #"""
      [{"uuid": "c", "name": "Fjords", "chat_messages": [
        {"uuid": "1", "sender": "human", "text": "What is a fjord?", "files": [{"file_name": "a.png"}]},
        {"uuid": "2", "sender": "assistant", "text": "A drowned valley."},
        {"uuid": "3", "sender": "human", "text": ""}]}]
      """#)
    let text = try await run("history", "import", "conversations.json")
    #expect(text.code == 0 && text.output.contains("Fjords"), "\(text.errors)")
    #expect(text.errors.contains("messages: 1 as they were, 1 changed, 1 left out."))
    #expect(text.errors.contains("1 × files that the export does not hold"))
    let json = try await run(
      "history", "import", "conversations.json", "--json", "--format", "claude")
    #expect(try json.json["form"].string == "claude")
    #expect(try json.json["conversations"][0]["outcome"].string == "present")
    let found = try await run("history", "search", "drowned", "--json")
    #expect(try found.json[0]["conversation"]["title"].string == "Fjords")
  }

  @Test(
    arguments: [
      ("{\n  \"a\": [1,\n}", [], "line 3, column 1"), (#"{"a":1}"#, [], "holds an object with 'a'"),
      (#"[{"role":"user","content":"x"},{"role":"robot"}]"#, [], "[1].role"),
      (#"[{"role":"user","content":"x"}]"#, ["--format", "chatgpt"], "looks like one of 'openai'"),
    ] as [(String, [String], String)])
  func `a bad file is one sentence, and the store is as it was`(
    _ text: String, _ flags: [String], _ part: String
  ) async throws {
    try folder.write("bad.json", text)
    let words = ["history", "import", "bad.json", "--json"] + flags
    let run = try await Program(words, in: folder, environment: folder.environment).ended()
    #expect(run.code == 2)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("'bad.json': ") && run.errors.contains(part), "\(run.errors)")
    #expect(try run.json["error"]["kind"].string == "invalidRequest")
    #expect(try await self.run("history", "list", "--json").output == "[]\n")
  }

  @Test func `a file that is not there is said`() async throws {
    let run = try await run("history", "import", "absent.json")
    #expect(run.code == 2 && run.errors.contains("Cannot read 'absent.json'"))
  }
}
