import Switchboard
import SwitchboardCore

/// `batch`: many requests from a file, their answers into another.
enum BatchCommand {
  static let out = Flag(
    "out", .text("FILE.jsonl"), "Where the answers go; '-' is standard output", isRequired: true)
  static let concurrency = Flag(
    "concurrency", .integer("N", 1...1024), "How many requests are on their way at once (8)")
  static let resume = Flag(
    "resume", "Go on with an answers file: ids that have a reply there are passed over")

  static let row = CommandRow(
    name: "batch", words: "FILE.jsonl", wordCount: 1...1,
    summary: "Answer the requests of a file, one a line",
    notes: [
      "A line holds a ChatRequest, or an ImageRequest when it has 'task' or 'prompt'; '-' reads standard input. Each becomes a line {\"id\", \"reply\"} or {\"id\", \"error\"} as soon as it ends, in any order. A request without an id has the number of its line.",
      "Files that media parts name lie beside the requests file. An answers file that exists is refused without --resume. When an id has several lines, the last one counts.",
      "The exit code is 0 when every request has its reply, else the highest of the codes that its failures have.",
    ],
    flags: [out, concurrency, resume]
  ) { session in
    let path = session.arguments.words[0]
    let lines = try RequestLines(path)
    let target = session.arguments.text(out) ?? "-"
    let answers = try await AnswersFile.open(
      target, resuming: session.arguments.has(resume), output: session.output,
      besides: lines.input)
    var run = BatchRun(
      router: try await session.router(), lines: lines, answers: answers, notes: session.notes,
      width: session.arguments.integer(concurrency) ?? 8)
    return try await run.run()
  }
}
