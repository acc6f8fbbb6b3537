import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

/// The order of messages and of conversations is that of writing; times are only shown.
@Suite(.timeLimit(.minutes(10)))
struct WritingOrderTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func run(_ words: String..., input: Program.Input = .nothing) async throws -> Program.Run
  {
    let run = try await Program(
      words, input: input, in: folder, environment: folder.environment
    ).ended()
    #expect(run.code == 0, "\(words) \(run.errors)")
    return run
  }

  private func names() async throws -> [String?] {
    try await run("history", "list", "--json").json.elements.map { $0["name"].string }
  }

  private static func texts(_ nodes: JSON) -> [String?] {
    nodes.elements.map { $0["message"]["parts"][0]["text"].string }
  }

  @Test func `messages of one moment, and a clock that was set back, change no order`()
    async throws
  {
    let count = Locked(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return Answers.stream("answer \(number)")
    }
    try folder.configure(server, "v")
    let lines = (0..<6).map { "question \($0)\n" }.joined()
    _ = try await run("chat", "--model", "v/m", "--conversation", "9", input: .text(lines))
    // All of it was said in one moment, decades after the clock's present time.
    var archive = try await run("history", "export", "9", "--format", "json").json
    let moment: JSON = "2100-01-01T00:00:00Z"
    archive["nodes"] = .array(
      archive["nodes"].elements.map { node in
        var node = node
        node["storedAt"] = moment
        return node
      })
    archive["conversation"]["createdAt"] = moment
    archive["conversation"]["updatedAt"] = moment
    try folder.write("9.json", archive.text)
    _ = try await run("history", "delete", "9", "--yes")
    _ = try await run("history", "import", "9.json")
    // As text "10" is before "9", and by the clock it is older.
    _ = try await run("ask", "hello", "--model", "v/m", "--conversation", "10")
    #expect(try await names() == ["10", "9"])
    _ = try await run("ask", "again", "--model", "v/m", "--conversation", "last")
    #expect(try await run("history", "show", "10", "--json").json["messages"].count == 4)
    _ = try await run("ask", "question 6", "--model", "v/m", "--conversation", "9")
    #expect(try await names() == ["9", "10"])

    let said =
      (0..<6).flatMap { ["question \($0)", "answer \($0)"] } + ["question 6", "answer 8"]
    let sent = try JSON(parsing: #require(server.requests.last).body)["messages"]
    #expect(sent.elements.map { $0["content"].string } == said.dropLast())
    let show = try await run("history", "show", "9", "--json").json
    #expect(Self.texts(show["messages"]) == said)
    let whole = try await run("history", "export", "9", "--format", "json")
    let times = try whole.json["nodes"].elements.compactMap { $0["storedAt"].string }
    #expect(times.count == 14 && Set(times.prefix(12)).count == 1 && times[12] < times[11])
    #expect(Self.texts(try whole.json["nodes"]) == said)
    // And the same once more, out and in again.
    try folder.write("again.json", whole.output)
    _ = try await run("history", "delete", "9", "--yes")
    _ = try await run("history", "import", "again.json")
    let back = try await run("history", "export", "9", "--format", "json").json
    #expect(Self.texts(back["nodes"]) == said)
  }
}
