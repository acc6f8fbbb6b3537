import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct ArgumentParserTests {
  private func arguments(_ line: String...) throws -> (String, Arguments) {
    guard case .run(let row, let arguments) = try ArgumentParser.parse(line, CommandTable.rows)
    else {
      Issue.record("Nothing to run.")
      return ("", Arguments())
    }
    return (row.name, arguments)
  }

  @Test func `a flag's value stands after it or behind an equals sign`() throws {
    for line in [["ask", "hi", "--model", "a/b=c"], ["ask", "--model=a/b=c", "hi"]] {
      guard case .run(let row, let arguments) = try ArgumentParser.parse(line, CommandTable.rows)
      else { continue }
      #expect(row.name == "ask")
      #expect(arguments.text(.model) == "a/b=c")
      #expect(arguments.words == ["hi"])
    }
  }

  @Test func `two dashes end the flags, and one alone is a word`() throws {
    #expect(try arguments("ask", "--", "--model").1.words == ["--model"])
    #expect(try arguments("ask", "-").1.words == ["-"])
    #expect(try arguments("ask", "--image", "-", "hi").1.texts(.image) == ["-"])
  }

  @Test func `a command that works alone gives way to the names of what else it does`() throws {
    #expect(try arguments("--config", "c", "compare", "pick", "run").0 == "compare pick")
    for line in [["--models", "a", "pick"], ["--", "pick"], ["what?"]] {
      guard
        case .run(let row, let arguments) = try ArgumentParser.parse(
          ["compare"] + line, CommandTable.rows)
      else {
        Issue.record("Nothing to run.")
        continue
      }
      #expect(row.name == "compare")
      #expect(arguments.words.count == 1)
    }
  }

  @Test func `repeatable flags keep their order, others are given once`() throws {
    #expect(try arguments("ask", "--image", "a", "--image=b", "x").1.texts(.image) == ["a", "b"])
    #expect(throws: ArgumentParser.UsageError.self) {
      try ArgumentParser.parse(["ask", "--model", "a", "--model", "b"], CommandTable.rows)
    }
  }

  @Test func `the configuration may be named before the command`() throws {
    #expect(try arguments("--config", "x", "vendors").1.text(.config) == "x")
  }

  @Test(arguments: [
    (["ask", "--modle", "x"], "did you mean '--model'?"),
    (["aks"], "did you mean 'ask'?"),
    ([], "There is no command."),
    (["ask", "--model"], "--model needs a value"),
    (["ask", "--model", "--json"], "--model needs a value"),
    (["ask", "--model="], "--model must not be empty"),
    (["ask", "--json=yes"], "--json takes no value"),
    (["ask", "--max-tokens", "0"], "--max-tokens must be a whole number of at least 1, not '0'"),
    (["ask", "--max-tokens", "many"], "not 'many'"),
    (["ask", "--temperature", "3"], "--temperature must be a number from 0 to 2"),
    (["ask", "a", "b"], "has no use for 'b'"),
    (["batch", "x"], "'batch' needs --out"),
    (["batch", "--out", "x"], "'batch' needs FILE.jsonl"),
    (["history"], "'history' needs one of list, show"),
    (["history", "lst"], "did you mean 'list'?"),
    (["history", "list", "x"], "'history list' has no use for 'x'"),
    (["history", "show"], "'history show' needs ID"),
    (["history", "export", "a"], "'history export' needs --format json|markdown|html"),
    (["history", "export", "a", "--format", "pdf"], "must be one of json, markdown, html"),
    (["history", "show", "a", "--format", "json"], "'history show' has no flag '--format'"),
    (["tokens", "a", "b"], "b"),
    (["record", "d", "--", "ask"], "not built yet"), (["replay", "d"], "not built yet"),
    (["ask", "--\u{1B}[2J"], "'ask' has no flag '--'"),
  ])
  func `a line that makes no sense is one sentence`(line: [String], part: String) throws {
    do {
      _ = try ArgumentParser.parse(line, CommandTable.rows)
      Issue.record("It was taken: \(line)")
    } catch {
      let message = error.failure.message
      #expect(message.contains(part), "\(message)")
      #expect(!message.contains("\n") && !message.contains("\u{1B}"))
      #expect(ExitCode.of(error.failure) == .usage)
    }
  }

  private static let rows = CommandTable.rows.flatMap { [$0] + $0.subcommands }

  @Test(arguments: rows.filter { $0.refusal == nil }.map(\.name))
  func `every command has help that names all its flags`(name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    guard case .help(let row?) = try ArgumentParser.parse(words + ["--help"], CommandTable.rows)
    else {
      Issue.record("No help.")
      return
    }
    let help = HelpText.command(row)
    for row in row.subcommands { #expect(help.contains(row.name)) }
    for flag in row.allFlags where flag.refusal == nil && row.refusal == nil {
      #expect(help.contains(flag.written))
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `no command has a flag twice`() {
    for row in Self.rows {
      #expect(Set(row.allFlags.map(\.name)).count == row.allFlags.count, "\(row.name)")
    }
  }
}
