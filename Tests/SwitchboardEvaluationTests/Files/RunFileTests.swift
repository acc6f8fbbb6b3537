import StandIns
import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct RunFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/run.jsonl" }

  private static let asked = Evaluation(
    title: "seas", startedAt: 1_000,
    variants: [.init(name: "a", model: "mock/a"), .init(name: "b", model: "mock/b")],
    cases: [
      .init(name: "1", request: ChatRequest("What is a fjord?")),
      .init(name: "2", request: ChatRequest("What is a 海?")),
    ])

  private static func cell(_ row: Int, _ column: Int) -> Evaluation.Cell {
    Evaluation.Cell(
      place: .init(row: row, column: column),
      outcome: .failure(SwitchboardError(.server, "down, at \(row) and \(column)")))
  }

  @Test func `a run goes on where its file ends, under its own title`() throws {
    do {
      let (file, begun) = try RunFile.open(path, for: Self.asked)
      #expect(begun.cells.isEmpty)
      try file.append(Self.cell(0, 1).json)
      try file.append(Evaluation.Pick(row: 1, column: nil).json)
    }
    var again = Self.asked
    (again.title, again.startedAt) = ("later", 2_000)
    for evaluation in [again, nil] {
      let (_, run) = try RunFile.open(path, for: evaluation)
      #expect(run.cells.map(\.place) == [.init(row: 0, column: 1)])
      #expect(run.picks == [.init(row: 1, column: nil)])
      #expect(run.title == "seas" && run.startedAt == 1_000)
    }
    #expect(folder.mode("run.jsonl") == 0o600)
  }

  @Test func `a file that was cut at any byte goes on after its last whole line`() throws {
    do {
      let (file, _) = try RunFile.open(path, for: Self.asked)
      try file.append(Self.cell(0, 0).json)
      try file.append(Self.cell(1, 1).json)
    }
    let whole = Array(try folder.read("run.jsonl").utf8)
    let ends = whole.indices.filter { whole[$0] == 0x0A }.map { $0 + 1 }
    for cut in 0...whole.count {
      try folder.write("cut.jsonl", bytes: Array(whole[..<cut]))
      let (file, run) = try RunFile.open("\(folder.path)/cut.jsonl", for: Self.asked)
      #expect(run.cells.count == max(0, ends.count { $0 <= cut } - 1), "cut at \(cut)")
      try file.append(Self.cell(0, 1).json)
      let end = max(ends[0], ends.last { $0 <= cut } ?? 0)
      let mended = Array(try folder.read("cut.jsonl").utf8)
      #expect(Array(mended[..<end]) == Array(whole[..<end]), "cut at \(cut)")
      #expect(mended[end...].count { $0 == 0x0A } == 1, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    ("?", "holds something else"), ("Dear diary,\nit rained.", "Line 1"),
    (#"{"role": "user"}"#, "holds something else"), ("{}\n", "Line 1"),
    (#"{"evaluation":2}"# + "\n", "Line 1"), ("\u{0}\u{0}\u{0}\u{0}", "holds something else"),
  ])
  func `what is no run is refused and stays as it was`(text: String, part: String) throws {
    try folder.write("run.jsonl", text)
    for evaluation in [Self.asked, nil] {
      let error = #expect(throws: SwitchboardError.self) {
        try RunFile.open(path, for: evaluation)
      }
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("'\(path)'") == true)
    }
    #expect(try folder.read("run.jsonl") == text)
  }

  @Test func `a run of very many cases is read again`() throws {
    // More values than a document of others may have.
    let cases = (1...30_000).map { Evaluation.Case(name: "\($0)", request: ChatRequest("q")) }
    let asked = Evaluation(
      title: "many", startedAt: 0, variants: [.init(name: "a", model: "mock/a")], cases: cases)
    do { _ = try RunFile.open(path, for: asked) }
    #expect(try RunFile.open(path, for: nil).evaluation.cases.count == cases.count)
  }

  @Test func `a broken line in the middle is named by its number`() throws {
    do {
      let (file, _) = try RunFile.open(path, for: Self.asked)
      try file.append(Self.cell(0, 0).json)
    }
    let good = try folder.read("run.jsonl")
    for line in ["{", "[]", #"{"cell": {"row": 7, "column": 0, "repetition": 0}}"#, #"{"x": 1}"#] {
      try folder.write("run.jsonl", good + line + "\n" + good)
      let error = #expect(throws: SwitchboardError.self) { try RunFile.open(path, for: nil) }
      #expect(error?.message.contains("Line 3 of") == true, "\(error?.message ?? "")")
      #expect(error?.message.hasSuffix("..") == false)
      #expect(try folder.read("run.jsonl") == good + line + "\n" + good)
    }
  }

  @Test func `a run that asks for something else does not go on in the file`() throws {
    _ = try RunFile.open(path, for: Self.asked)
    let changes: [(String, (inout Evaluation) -> Void)] = [
      ("asks 1 times, not 2", { $0.repeats = 2 }),
      ("its models are a, b", { $0.variants.removeLast() }),
      ("2 cases, not 1", { $0.cases.removeLast() }),
      ("its case '2' is another", { $0.cases[1].request = ChatRequest("What is a sea?") }),
    ]
    for (part, change) in changes {
      var other = Self.asked
      change(&other)
      let error = #expect(throws: SwitchboardError.self) { try RunFile.open(path, for: other) }
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `two cannot write a file at the same time`() throws {
    let (file, _) = try RunFile.open(path, for: Self.asked)
    let error = #expect(throws: SwitchboardError.self) { try RunFile.open(path, for: Self.asked) }
    #expect(error?.message.contains("Another run is writing") == true)
    try file.append(Self.cell(0, 0).json)
  }

  @Test func `what cannot be a file of a run is told`() throws {
    try folder.makeFolder("folder")
    for (name, part) in [("folder", "Cannot open"), ("none/run.jsonl", "Cannot open")] {
      let error = #expect(throws: SwitchboardError.self) {
        try RunFile.open("\(folder.path)/\(name)", for: Self.asked)
      }
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
    #expect(throws: SwitchboardError.self) { try RunFile.open("/dev/null", for: Self.asked) }
    #expect(throws: SwitchboardError.self) { try RunFile.open(path, for: nil) }
  }
}
