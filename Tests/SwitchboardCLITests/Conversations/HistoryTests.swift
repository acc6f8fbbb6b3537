import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

/// `history list`, `show`, `search`, `branches` and `delete`.
@Suite(.timeLimit(.minutes(10)))
struct HistoryTests {
  let folder: TestFolder
  let server: LoopbackServer

  init() throws {
    folder = try TestFolder()
    server = try LoopbackServer(
      Answers.stream("one"), Answers.stream("two"), Answers.stream("three"))
    try folder.configure(server, "v")
  }

  private func run(_ words: String..., input: Program.Input = .nothing) async throws -> Program.Run
  {
    try await Program(words, input: input, in: folder, environment: folder.environment).ended()
  }

  /// A conversation `trip` of two branches, and one `other`.
  private func fill() async throws {
    let chat = try await run(
      "chat", "--model", "v/m", "--conversation", "trip",
      input: .text("where do fjords begin?\n/branch side\nand end?\n/pin\n"))
    #expect(chat.code == 0, "\(chat.errors)")
    let other = try await run("ask", "hello", "--model", "v/m", "--conversation", "other")
    #expect(other.code == 0, "\(other.errors)")
  }

  @Test func `an empty store has nothing to show, and says so beside the data`() async throws {
    let list = try await run("history", "list")
    #expect(list.code == 0 && list.output.isEmpty && list.errors.contains("no conversation yet"))
    let json = try await run("history", "list", "--json")
    #expect(json.output == "[]\n" && json.errors.isEmpty)
    for words in [["show", "last"], ["branches", "x"], ["delete", "x", "--yes"]] {
      let run = try await Program(
        ["history"] + words, in: folder, environment: folder.environment
      ).ended()
      #expect(run.code == 2 && run.errors.contains("history list"), "\(words)")
    }
  }

  @Test func `conversations are listed by the last writing`() async throws {
    try await fill()
    let list = try await run("history", "list")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].contains("other") && lines[2].contains("trip"))
    let json = try await run("history", "list", "--json", "--limit", "1")
    #expect(try json.json.count == 1)
    #expect(try json.json[0]["name"].string == "other")
    #expect(try json.json[0]["messageCount"].int == 2)
    #expect(json.errors.contains("there are more"))
    // Going on with a conversation makes it the last.
    let again = try await run("ask", "again", "--model", "v/m", "--conversation", "trip")
    #expect(again.code == 0)
    let last = try await run("history", "list", "--json", "--limit", "1")
    #expect(try last.json[0]["name"].string == "trip")
  }

  @Test func `a branch is shown in order, whole or its end`() async throws {
    try await fill()
    let show = try await run("history", "show", "trip")
    let words = ["where do fjords begin?", "one", "and end?", "two"]
    var rest = show.output[...]
    for word in words {
      let place = try #require(rest.firstRange(of: word), "\(word) in \(show.output)")
      rest = rest[place.upperBound...]
    }
    #expect(show.output.contains("pinned") && show.output.contains("v/m"))
    let main = try await run("history", "show", "trip", "--branch", "main", "--json")
    let messages = try main.json["messages"].elements
    #expect(
      messages.map { $0["message"]["parts"][0]["text"].string }
        == ["where do fjords begin?", "one"])
    #expect(messages[1]["parent"] == messages[0]["id"])
    let end = try await run("history", "show", "trip", "--limit", "1", "--json")
    #expect(try end.json["messages"].elements.map { $0["pinned"].bool } == [true])
    #expect(try end.json["branch"]["name"].string == "side")
    let id = try #require(try end.json["conversation"]["id"].string)
    #expect(try await run("history", "show", id).output == show.output)
    #expect(try await run("history", "show", String(id.prefix(6))).output == show.output)
    let wrong = try await run("history", "show", "trip", "--branch", "sid")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean side?"))
  }

  @Test func `words are found in all conversations or in one`() async throws {
    try await fill()
    let hits = try await run("history", "search", "fjords", "BEGIN*", "--json")
    #expect(try hits.json.count == 1)
    #expect(try hits.json[0]["conversation"]["name"].string == "trip")
    #expect(try hits.json[0]["found"] == ["fjords", "begin"])
    let text = try await run("history", "search", "do fjords begin")
    #expect(text.output.contains("user: where do fjords begin?"))
    let none = try await run("history", "search", "fjords", "--conversation", "other")
    #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("nothing was found"))
    let phrase = try await run("history", "search", "begin fjords", "do fjords")
    #expect(phrase.output.isEmpty)
  }

  @Test(arguments: ["*", "\"\"", " ", "()", "😀"])
  func `a search without a word is refused, not answered with nothing`(
    _ words: String
  ) async throws {
    try await fill()
    let run = try await run("history", "search", words)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains("There is no word to look for in '"), "\(run.errors)")
  }

  @Test func `branches are listed with their last messages`() async throws {
    try await fill()
    let json = try await run("history", "branches", "trip", "--json")
    #expect(try json.json.elements.map { $0["name"].string } == ["main", "side"])
    #expect(try json.json.elements.map { $0["messageCount"].int } == [2, 4])
    #expect(try json.json.elements.map { $0["isCurrent"].bool } == [false, true])
    let text = try await run("history", "branches", "trip")
    #expect(text.output.contains("side *") && text.output.contains("two"))
  }

  @Test func `nothing is deleted unasked`() async throws {
    try await fill()
    let unasked = try await run("history", "delete", "trip")
    #expect(unasked.code == 2 && unasked.errors.contains("--yes"))
    for (answer, count) in [("n\n", 2), ("\n", 2), ("\u{04}", 2), ("y\n", 1)] {
      let terminal = try PseudoTerminal(
        "history", "delete", "trip", in: folder, environment: folder.environment)
      try await terminal.shown("[y/N] ")
      terminal.type(answer)
      #expect(try await terminal.ended().code == 0)
      #expect(try await run("history", "list", "--json").json.count == count, "\(answer)")
    }
    let yes = try await run("history", "delete", "other", "--yes")
    #expect(yes.code == 0)
    #expect(try await run("history", "list", "--json").json == [])
  }

  @Test func `what a model wrote does not steer the terminal that it is shown on`() async throws {
    let hostile = "ok \u{1B}[2J\u{1B}]0;pwn\u{07}needle\u{9B}31m done\r\u{08}"
    let server = try LoopbackServer { _ in Answers.stream(hostile) }
    try folder.configure(server, "v")
    try await fill()
    for words in [
      ["show", "trip"], ["search", "needle"], ["branches", "trip"], ["list"],
      ["show", "trip", "--json"], ["search", "needle", "--json"], ["list", "--json"],
      ["export", "trip", "--format", "markdown"], ["export", "trip", "--format", "json"],
    ] {
      let terminal = try PseudoTerminal(
        ["history"] + words, in: folder,
        environment: folder.environment.merging(["NO_COLOR": "1"]) { $1 })
      let (code, shown) = try await terminal.ended()
      #expect(code == 0)
      #expect(
        !shown.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\n" && $0 != "\r" || (0x7F...0x9F).contains($0.value)
        }, "\(words)")
    }
    let raw = try await run("history", "show", "trip")
    #expect(raw.output.contains(hostile))
    #expect(server.requests.count == 3)
  }
}
