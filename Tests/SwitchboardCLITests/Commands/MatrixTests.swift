import LoopbackServer
import SwitchboardCore
import Testing

@testable import SwitchboardCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `compare` with many prompts.
@Suite(.timeLimit(.minutes(10)))
struct MatrixTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func compare(_ words: String..., input: Program.Input = .nothing) async throws
    -> Program.Run
  {
    try await Program(
      ["compare"] + words, input: input, in: folder, environment: folder.environment
    ).ended()
  }

  /// What a server was asked, a line each: model, system text, prompt, temperature.
  private func asked(_ server: LoopbackServer) throws -> [String] {
    try server.requests.map { request in
      let body = try JSON(parsing: request.body)
      let messages = body["messages"].elements.map { $0["content"].string ?? "?" }
      return "\(request.target.split(separator: "/").first ?? "") \(messages) "
        + "\(body["temperature"].number ?? "-")"
    }
  }

  @Test func `every prompt is asked of every variant`() async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a", "b")
    try folder.write(
      "p.csv", "word,language,check.contains\nsea,Danish,fine\nfjord,\"Old, Norse\",ocean\n")
    let run = try await compare(
      "Say {{word}}.", "--prompts", "p.csv", "--models", "a/m,b/m", "--system", "In {{language}}.",
      "--system", "Shout.", "--vary", "temperature=0,0.5", "--json")
    #expect(run.code == 0, "\(run.errors)")
    var expected: [String] = []
    for model in ["a", "b"] {
      for (word, language) in [("sea", "Danish"), ("fjord", "Old, Norse")] {
        for system in ["In \(language).", "Shout."] {
          for temperature in ["0.0", "0.5"] {
            expected.append("\(model) \([system, "Say \(word)."]) \(temperature)")
          }
        }
      }
    }
    let asked = try asked(server).sorted()
    #expect(asked == expected.sorted(), "\(asked.first ?? "nothing")")
    let json = try run.json
    #expect(json["cells"].elements.count == 16)
    #expect(
      json["variants"].elements.prefix(2).map { $0["name"].string }
        == ["a/m · system 1 · temperature=0", "a/m · system 1 · temperature=0.5"])
    let met = json["cells"].elements.flatMap { $0["checks"].elements }.map { $0["met"].bool }
    #expect(met.count { $0 == true } == 8 && met.count == 16)
  }

  @Test func `answers are kept by what was asked, and asked anew when that is wished`() async throws
  {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("p.txt", "one\ntwo\n")
    let words = ["compare", "--prompts", "p.txt", "--models", "a/m", "--repeat", "2"]
    for (more, calls) in [([], 4), ([], 4), (["--fresh"], 8), ([], 8)] as [([String], Int)] {
      let run = try await Program(words + more, in: folder, environment: folder.environment).ended()
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.contains("4 of 4"))
      #expect(server.requests.count == calls)
    }
    // Another vendor under the same name has answered nothing yet.
    let other = try LoopbackServer(Answers.stream("other"))
    try folder.configure(other, "a")
    #expect(try await compare("--prompts", "p.txt", "--models", "a/m").code == 0)
    #expect(other.requests.count == 2)
  }

  @Test(arguments: [true, false])
  func `a run that was killed goes on, and asks nothing twice that had ended`(
    hasFile: Bool
  ) async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { request in
      let answer = Answers.stream("fine")
      return String(decoding: request.body, as: UTF8.self).contains("three")
        ? LoopbackScript.held(by: gate).then(answer) : answer
    }
    try folder.configure(server, "a", "b")
    try folder.write("p.txt", "one\ntwo\nthree\nfour\n")
    let words =
      ["compare", "--prompts", "p.txt", "--models", "a/m,b/m", "--concurrency", "1"]
      + (hasFile ? ["--run", "run.jsonl", "--fresh"] : [])
    let program = try Program(words, in: folder, environment: folder.environment)
    try await server.requests(atLeast: 5)
    program.signal(9)
    _ = try await program.ended()
    gate.open()
    let again =
      hasFile
      ? try await compare("--run", "run.jsonl", "--fresh", "--json")
      : try await Program(words + ["--json"], in: folder, environment: folder.environment).ended()
    #expect(again.code == 0, "\(again.errors)")
    #expect(try again.json["cells"].elements.count { $0["reply"].exists } == 8)
    // The one that was on its way when the run was killed had not ended.
    let asked = Dictionary(grouping: try asked(server)) { $0 }.mapValues(\.count)
    #expect(asked.count == 8)
    #expect(asked.filter { $0.value > 1 }.map(\.value) == [2])
    #expect(asked.first { $0.value > 1 }?.key.contains("three") == true)
  }

  @Test func `Ctrl-C keeps what has ended, and says how to go on`() async throws {
    let server = try LoopbackServer { request in
      String(decoding: request.body, as: UTF8.self).contains("two")
        ? .silence() : Answers.stream("fine")
    }
    try folder.configure(server, "a")
    try folder.write("p.txt", "one\ntwo\n")
    let program = try Program(
      [
        "compare", "--prompts", "p.txt", "--models", "a/m", "--run", "my run.jsonl", "--csv",
        "r.csv",
      ],
      in: folder,
      environment: folder.environment)
    try await server.requests(atLeast: 2)
    while !(try folder.read("my run.jsonl").contains("fine")) { await Task.yield() }
    program.signal(2)
    let run = try await program.ended()
    #expect(run.code == 130)
    #expect(run.errors.contains("1 of 2 answers have ended"))
    #expect(run.errors.contains("compare --run 'my run.jsonl'"))
    #expect(try folder.read("r.csv").contains("fine"))
  }

  @Test func `Ctrl-C says so when nothing keeps what has ended`() async throws {
    let server = try LoopbackServer(.silence())
    try folder.configure(server, "a")
    let program = try Program(
      ["compare", "one", "--models", "a/m", "--repeat", "2"], in: folder,
      environment: folder.environment.merging(["HOME": "", "XDG_CACHE_HOME": ""]) { $1 })
    try await server.requests(atLeast: 2)
    program.signal(2)
    let run = try await program.ended()
    #expect(run.code == 130)
    #expect(run.errors.contains("0 of 2 answers have ended and nothing keeps them; use --run"))
  }

  @Test func `Ctrl-C while a judge is asked leaves the report of the answers`() async throws {
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/judge/")
        ? .silence() : Answers.stream(request.target.hasPrefix("/a/") ? "short" : "longer")
    }
    try folder.configure(server, "a", "b", "judge")
    let program = try Program(
      ["compare", "one", "--models", "a/m,b/m", "--judge", "judge/m", "--csv", "r.csv"],
      in: folder, environment: folder.environment)
    try await server.requests(atLeast: 3)
    program.signal(2)
    #expect(try await program.ended().code == 130)
    #expect(try folder.read("r.csv").contains("longer"))
  }

  @Test func `a broken line ends it before anything is asked, unless it is to be left out`()
    async throws
  {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write(
      "p.jsonl",
      #"{"prompt": "one"}"# + "\n{\n" + #"{"prompt": "{{nobody}}"}"# + "\n"
        + #"{"prompt": "four"}"# + "\n")
    let run = try await compare("--prompts", "p.jsonl", "--models", "a/m")
    #expect(run.code == 2)
    #expect(run.errors.contains("'p.jsonl', line 2") && run.errors.contains("line 3"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(server.requests.isEmpty && run.output.isEmpty)
    let others = try await compare("--prompts", "p.jsonl", "--models", "a/m", "--skip-broken")
    #expect(others.code == 0)
    #expect(others.errors.contains("line 3 is left out: The variable 'nobody' has no value"))
    #expect(server.requests.count == 2)
  }

  @Test func `a run stops at what it may cost`() async throws {
    try folder.write("p.txt", (1...20).map { "prompt \($0)" }.joined(separator: "\n"))
    let run = try await Program.run(
      "compare", "--prompts", "p.txt", "--models", "mock/small", "--max-cost", "0.000001",
      "--concurrency", "1", "--json", in: folder)
    #expect(run.code == 4)
    let cells = try run.json["cells"].elements
    #expect(cells.count == 20)
    let skipped = cells.count { $0["skipped"].string?.contains("cost limit") == true }
    #expect(skipped > 0)
    #expect(run.errors.contains("\(skipped) not asked"), "\(run.errors)")
    #expect(run.errors.contains("The cost limit of 0.000001 US dollars was reached."))
  }

  @Test func `whom a limit cannot hold back is named before anything is asked`() async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("p.txt", "one\n")
    let run = try await compare(
      "--prompts", "p.txt", "--models", "a/m,mock/small", "--max-cost", "1")
    #expect(run.code == 0)
    #expect(run.errors.contains("the price of 'a/m' is not known, so --max-cost"), "\(run.errors)")
  }

  @Test func `failures stand in their cells, and the exit code is the worst`() async throws {
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/a/") ? Answers.failure(429, "slow") : Answers.stream("fine")
    }
    try folder.configure(server, "a", "b")
    try folder.write("p.txt", "one\ntwo\n")
    let run = try await compare("--prompts", "p.txt", "--models", "a/m,b/m", "--run", "r.jsonl")
    #expect(run.code == 4)
    #expect(run.output.contains("0 of 2") && run.output.contains("2 of 2"))
    #expect(run.errors.contains("2 answers failed, the first because: slow ["), "\(run.errors)")
    #expect(!(run.output + run.errors + (try folder.read("r.jsonl"))).contains(TestFolder.canary))
    // What failed is asked again; what was answered is not.
    #expect(try await compare("--run", "r.jsonl").code == 4)
    #expect(try asked(server).count { $0.hasPrefix("b ") } == 2)
    #expect(try asked(server).count { $0.hasPrefix("a ") } == 4)
  }

  @Test func `a judge is asked both ways round, and what makes no sense is counted`() async throws {
    let server = try LoopbackServer { request in
      if request.target.hasPrefix("/judge/") {
        let body = String(decoding: request.body, as: UTF8.self)
        return Answers.whole(
          body.contains("nonsense please") ? "dunno" : #"{"reason": "longer", "verdict": "A"}"#)
      }
      return Answers.stream(request.target.hasPrefix("/a/") ? "short" : "rather longer")
    }
    try folder.configure(server, "a", "b", "judge")
    try folder.write("p.txt", "one\nnonsense please\n")
    let run = try await compare(
      "--prompts", "p.txt", "--models", "a/m,b/m", "--judge", "judge/m", "--rubric", "Longer.",
      "--run", "r.jsonl")
    #expect(run.code == 0, "\(run.errors)")
    // It always says A: in the other order that is the other answer.
    #expect(run.output.contains("1 were judged otherwise in the other order"))
    #expect(run.output.contains("1 have no verdict that makes sense"))
    let calls = server.requests.count
    #expect(calls >= 4 + 3)
    let again = try await compare("--run", "r.jsonl", "--judge", "judge/m", "--rubric", "Longer.")
    #expect(again.code == 0)
    #expect(server.requests.count == calls)
  }

  @Test func `reports are written of one prompt and of many`() async throws {
    try folder.write("p.txt", "one <b>\ntwo\n")
    for words in [["hello"], ["--prompts", "p.txt"]] {
      let run = try await Program(
        ["compare"] + words + [
          "--models", "mock/small,mock/vision", "--html", "r.html", "--csv", "r.csv", "--md",
          "r.md", "--junit", "r.xml",
        ], in: folder
      ).ended()
      #expect(run.code == 0, "\(run.errors)")
      #expect(try folder.read("r.html").hasPrefix("<!doctype html>"))
      for name in ["r.html", "r.csv", "r.md", "r.xml"] {
        #expect(try folder.read(name).contains("mock/vision"), "\(name)")
        #expect(run.errors.contains("'\(name)'"))
      }
    }
    let printed = try await Program.run(
      "compare", "hello", "--models", "mock/small", "--csv", "-", in: folder)
    #expect(printed.output.contains("mock/small") && !printed.output.contains("=="))
  }

  @Test func `a person picks row by row, and another day goes on`() async throws {
    let server = try LoopbackServer { request in
      Answers.stream(request.target.hasPrefix("/a/") ? "from a" : "from b")
    }
    try folder.configure(server, "a", "b")
    try folder.write("p.txt", "one\ntwo\nthree\nfour\n")
    #expect(
      try await compare("--prompts", "p.txt", "--models", "a/m,b/m", "--run", "r.jsonl").code == 0)
    let first = try await compare("pick", "r.jsonl", "--named", input: .text("9\n2\ns\nt\nq\n"))
    #expect(first.code == 0)
    #expect(first.errors.contains("none of 1 to 2") && first.errors.contains("2 picks are kept"))
    #expect(first.output.contains("-- 1 a/m\nfrom a") && !first.output.contains("from c"))
    let second = try await compare("pick", "r.jsonl", input: .text("q\n"))
    #expect(second.output.contains("(1 of 2)") && second.output.contains("two"))
    #expect(!second.output.contains("a/m"))
    #expect(
      try await compare("pick", "r.jsonl", "--case", "4", "--winner", "b/m").errors.isEmpty)
    let summary = try await compare("--run", "r.jsonl", "--json")
    #expect(
      try summary.json["picks"].elements.map { "\($0["row"].int ?? -1) \($0["column"].text)" }
        == ["0 1", "2 null", "3 1"])
    #expect(server.requests.count == 8)
  }

  @Test(arguments: [
    (["x"], "needs --models"), (["--models", "mock/small"], "needs PROMPT"),
    (["--repeat", "2", "--models", "mock/small"], "nothing to ask"),
    (["--prompts", "p.doc", "--models", "mock/small"], ".txt, .csv or .jsonl"),
    (["--prompts", "none.txt", "--models", "mock/small"], "none.txt"),
    (["--prompts", "empty.txt", "--models", "mock/small"], "holds no prompt"),
    (["x", "--models", "mock/small", "--vary", "temprature=1"], "did you mean 'temperature'"),
    (["x", "--models", "mock/small", "--vary", "temperature=hot"], "temperature=hot"),
    (["x", "--models", "mock/small", "--vary", "temperature"], "must be NAME=V,V"),
    (["{{a}}", "--models", "mock/small", "--var", "b=1"], "The variable 'a' has no value"),
    (["x", "--models", "mock/small", "--system", "{{q}}", "--repeat", "2"], "'q' has no value"),
    (["x", "--models", "mock/small", "--rubric", "short"], "--judge"),
    (["x", "--models", "mock/small", "--json", "--csv", "-"], "wanted by --csv and --json"),
    (["x", "--models", "mock/small,mock/tools", "--skip-broken"], "--prompts"),
    (["x", "--models", "mock/small", "--var", "b=1"], "has the variable 'b'"),
    (["--prompts", "p.txt", "--models", "mock/small", "--var", "b=1"], "has the variable 'b'"),
    (["x", "--prompts", "p.txt", "--models", "mock/small"], "every line of 'p.txt' has one"),
    (["x", "--models", "mock/small", "--judge", "mock/small"], "only one variant"),
    (
      ["x", "--models", "mock/small", "--vary", "seed=1", "--vary", "seed=2"],
      "seed is given twice"
    ),
    (["x", "--models", "mock/small", "--vary", "seed=null"], "must be a number"),
    (["--run", "none.jsonl"], "none.jsonl"), (["--run", "empty.txt"], "holds no run"),
    (["pick", "none.jsonl"], "none.jsonl"), (["pick"], "needs RUN"),
  ])
  func `what makes no sense is said in one sentence`(words: [String], part: String) async throws {
    try folder.write("empty.txt", "")
    try folder.write("p.txt", "one\n")
    let run = try await Program(["compare"] + words, in: folder).ended()
    #expect(run.code == 2)
    #expect(run.errors.contains(part), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["--system", "x"], ["--repeat", "3"], ["--temperature", "1"], ["--max-tokens", "9"],
    ["--strict"], ["--image", "none.png"], ["--skip-broken"], ["--vary", "seed=1"],
    ["--var", "a=1"], ["--schema", "none.json"], ["--reasoning", "low"],
  ])
  func `a run that goes on refuses what it would not do`(words: [String]) async throws {
    try folder.write("p.txt", "one\n")
    try folder.write("switchboard.json5", "{ vendors: { mock: { kind: \"mock\" } } }")
    let begun = try await compare(
      "--prompts", "p.txt", "--models", "mock/small", "--run", "r.jsonl")
    #expect(begun.code == 0, "\(begun.errors)")
    let run = try await Program(["compare", "--run", "r.jsonl"] + words, in: folder).ended()
    #expect(run.code == 2)
    #expect(run.errors.contains("\(words[0]) is for a run that begins"), "\(run.errors)")
  }

  @Test(arguments: [
    (["--html", "a.html", "--md", "./a.html"], "--md and --html name the same file"),
    (["--run", "r.jsonl", "--csv", "r.jsonl"], "--csv and --run name the same file"),
    (["--prompts", "p.csv", "--csv", "sub/../p.csv"], "--csv and --prompts name the same file"),
    (["--html", "no/a.html"], "Cannot write 'no/a.html': No such file"),
    (["--junit", "sub"], "Cannot write 'sub': Is a directory"),
    (["--html", ""], "must not be empty"),
  ])
  func `a report that would be lost, or lose another file, is refused before anything is asked`(
    words: [String], part: String
  ) async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("p.csv", "prompt\none\n")
    try #require(mkdir(folder.file("sub"), 0o700) == 0)
    let prompt = words.contains("--prompts") ? [] : ["x"]
    let run = try await Program(
      ["compare", "--models", "a/m"] + prompt + words, in: folder, environment: folder.environment
    ).ended()
    #expect(run.code == 2)
    #expect(run.errors.contains(part), "\(run.errors)")
    #expect(server.requests.isEmpty)
    #expect(try folder.read("p.csv") == "prompt\none\n")
  }

  @Test func `who reads no further gets the reports all the same`() async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("p.txt", "one\n")
    let run = try await Program(
      ["compare", "--prompts", "p.txt", "--models", "a/m", "--csv", "r.csv"], in: folder,
      environment: folder.environment, closesOutput: true
    ).ended()
    #expect(run.code == 2)
    #expect(try folder.read("r.csv").contains("fine"))
  }

  @Test func `the texts of files are no templates`() async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("page.txt", "{{title}} and {{who}}")
    let run = try await compare(
      "Greet {{who}}.", "--file", "page.txt", "--var", "who=Ada", "--models", "a/m")
    #expect(run.code == 0, "\(run.errors)")
    let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
    #expect(body.contains("Greet Ada.") && body.contains("{{title}} and {{who}}"))
  }

  @Test func `answers and their judge are paid of the same limit`() async throws {
    try folder.write("switchboard.json5", "{ vendors: { mock: { kind: \"mock\" } } }")
    try folder.write("p.txt", "one\ntwo\n")
    let words = ["--prompts", "p.txt", "--models", "mock/thinker,mock/tools"]
    let free = try await Program(
      ["compare"] + words + ["--json", "--run", "r.jsonl"], in: folder,
      environment: folder.environment
    ).ended()
    let spent = try free.json["cells"].elements.compactMap { cell in
      USD(cell["reply"]["cost"]["usd"].string ?? "")
    }.reduce(USD.zero, +)
    #expect(spent > .zero, "\(free.output.prefix(300))")
    let run = try await compare(
      "--run", "r.jsonl", "--judge", "mock/thinker", "--max-cost", spent.description)
    #expect(run.errors.contains("2 pairs could not be judged"), "\(run.errors)")
    #expect(run.errors.contains("The cost limit of \(spent) US dollars was reached"))
  }

  @Test func `what has no answer cannot be picked`() async throws {
    let server = try LoopbackServer(Answers.stream("fine"))
    try folder.configure(server, "a")
    try folder.write("p.txt", "one\n")
    _ = try await compare("--prompts", "p.txt", "--models", "a/m,none/m", "--run", "r.jsonl")
    let before = try folder.read("r.jsonl")
    let run = try await compare("pick", "r.jsonl", "--case", "1", "--winner", "none/m")
    #expect(run.code == 2)
    #expect(run.errors.contains("no answer of 'none/m' to case '1'"), "\(run.errors)")
    #expect(try folder.read("r.jsonl") == before)
  }
}
