import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

@Suite(.timeLimit(.minutes(10)))
struct TokensTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test func `a file and standard input are counted alike, without a model`() async throws {
    let text = String(repeating: "The boats come in with the tide.\n", count: 30)
    let file = try folder.write("a.txt", text)
    let plain = try await Program.run("tokens", file, in: folder)
    #expect(plain.code == 0)
    let count = try #require(Int(plain.output.dropLast()))
    #expect((200...400).contains(count))
    for words in [["tokens"], ["tokens", "-"]] {
      let piped = try await Program(words, input: .text(text), in: folder).ended()
      #expect(piped.output == plain.output)
    }
    let json = try await Program.run("tokens", file, "--json", in: folder)
    #expect(json.output == #"{"tokens":\#(count),"quality":"estimated"}"# + "\n")
  }

  @Test func `a model's own kind of vocabulary is used`() async throws {
    let file = try folder.write("a.txt", String(repeating: "漢字と", count: 200))
    let known = try await Program.run(
      "tokens", file, "--model", "openai/gpt-5.4", "--json", in: folder,
      environment: ["OPENAI_API_KEY": TestFolder.canary])
    #expect(known.code == 0 && known.errors.isEmpty)
    #expect(try known.json["model"].string == "openai/gpt-5.4")
    #expect(try known.json["quality"].string == "estimated")
    let careful = try await Program.run("tokens", file, "--json", in: folder)
    #expect(try (known.json["tokens"].int ?? 0) < (careful.json["tokens"].int ?? 0))
    let mock = try await Program.run("tokens", file, "--model", "mock/small", in: folder)
    #expect(mock.code == 0)
    #expect(mock.errors.contains("a careful estimate"))
  }

  @Test func `a request is counted whole`() async throws {
    let small = try folder.write(
      "small.json", #"{"model":"mock/small","messages":[{"role":"user","parts":"Hi"}]}"#)
    let large = try folder.write(
      "large.json",
      """
      {"model":"mock/small","system":"Be brief.","messages":[{"role":"user","parts":"Hi"}],
       "tools":[{"name":"weather","description":"The weather","parameters":{"type":"object"}}]}
      """)
    let one = try await Program.run("tokens", "--request", small, "--json", in: folder)
    let two = try await Program.run("tokens", "--request", large, "--json", in: folder)
    #expect(try one.json["model"].string == "mock/small")
    #expect(try (one.json["tokens"].int ?? 0) + 10 < (two.json["tokens"].int ?? 0))
  }

  @Test func `exact asks the vendor and sends the request there alone`() async throws {
    let server = try LoopbackServer(
      .respond(200, ["Content-Type": "application/json"], body: #"{"input_tokens":4711}"#))
    try folder.write(
      "switchboard.json5",
      """
      { vendors: { a: { kind: "anthropic", baseURL: "\(server.url(""))",
        key: { env: "TEST_KEY" } } } }
      """)
    let run = try await Program(
      ["tokens", "--model", "a/claude-sonnet-5", "--exact", "--json"], input: .text("Hi"),
      in: folder, environment: folder.environment
    ).ended()
    #expect(run.output == #"{"tokens":4711,"quality":"exact","model":"a/claude-sonnet-5"}"# + "\n")
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.target == "/v1/messages/count_tokens")
  }

  @Test func `what cannot be counted is one sentence`() async throws {
    let server = try LoopbackServer(Answers.stream("x"))
    try folder.configure(server, "v")
    let file = try folder.write("a.txt", "Hi")
    let rows: [(words: [String], code: Int32, part: String)] = [
      (["tokens", file, "--exact"], 2, "name the model"),
      (["tokens", file, "--exact", "--model", "v/m"], 2, "'v' counts no tokens"),
      (["tokens", file, "--model", "mock/smal"], 2, "did you mean"),
      (["tokens", file, "--request", file], 2, "exclude each other"),
      (["tokens", folder.file("none")], 2, "none"),
      (["tokens", try folder.write("b", [0xFF, 0xFE, 0x00])], 2, "is not UTF-8 text"),
      (["tokens", "--request", file], 2, "is not JSON"),
    ]
    for row in rows {
      let run = try await Program(
        row.words, in: folder, environment: folder.environment
      ).ended()
      #expect(run.code == row.code, "\(row.words)")
      #expect(run.output.isEmpty && run.errors.contains(row.part), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    #expect(server.requests.isEmpty)
    let failure = try await Program.run(
      "tokens", file, "--exact", "--json", "--model", "v/m", in: folder,
      environment: folder.environment)
    #expect(failure.code == 2)
    #expect(try failure.json["error"]["kind"].string == "invalidRequest")
  }
}
