import Switchboard
import SwitchboardCore

/// Answers the requests of a batch, so many at a time.
struct BatchRun {
  /// How one line ended.
  private struct Outcome: Sendable {
    var line: [UInt8]
    var code: ExitCode
  }

  /// How the batch stands.
  private struct Tally {
    var replied = 0
    var failed = 0
    var skipped = 0
    var worst = ExitCode.done

    var sentence: String {
      var parts = ["\(replied) replied"]
      if failed > 0 { parts.append("\(failed) failed") }
      if skipped > 0 { parts.append("\(skipped) had a reply") }
      return parts.joined(separator: ", ")
    }
  }

  let router: Router
  var lines: RequestLines
  let answers: AnswersFile
  let notes: Notes
  let width: Int

  /// Runs the batch.
  ///
  /// - Returns: 0 when every request has its reply, else the worst code of its failures.
  mutating func run() async throws -> ExitCode {
    var tally = Tally()
    do {
      try await answerAll(&tally)
    } catch is CancellationError {
      endProgress()
      notes.say("interrupted: \(tally.sentence); go on with --resume.")
      throw CancellationError()
    }
    endProgress()
    if tally.failed > 0 || tally.skipped > 0 || notes.isTerminal { notes.say("\(tally.sentence).") }
    return tally.worst
  }

  private mutating func answerAll(_ tally: inout Tally) async throws {
    let work = LineWork(router: router, path: lines.path)
    var running = 0
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      while true {
        while running < width, let line = try await lines.next() {
          let item = work.read(line)
          if answers.done.contains(item.id) {
            tally.skipped += 1
            continue
          }
          group.addTask {
            let (json, code) = try await work.answer(item)
            return Outcome(line: json.encoded() + [0x0A], code: code)
          }
          running += 1
        }
        guard let outcome = try await group.next() else { break }
        running -= 1
        // One call a line: a reader of the file sees whole lines.
        try await answers.output.write(outcome.line)
        if outcome.code == .done { tally.replied += 1 } else { tally.failed += 1 }
        tally.worst = max(tally.worst, outcome.code)
        showProgress(tally, running)
      }
    }
  }

  private func showProgress(_ tally: Tally, _ running: Int) {
    guard notes.hasColours else { return }
    notes.write("\r\u{1B}[K\(tally.sentence), \(running) on their way")
  }

  private func endProgress() {
    if notes.hasColours { notes.write("\r\u{1B}[K") }
  }
}

/// What is done with one line of a batch.
struct LineWork: Sendable {
  /// A line that was read, or why it could not be.
  struct Item: Sendable {
    var id: String
    var request: Result<Request, SwitchboardError>
  }

  enum Request: Sendable {
    case chat(ChatRequest)
    case image(ImageRequest)
  }

  let router: Router
  let path: String

  /// Reads a line; one that makes no sense is an item too.
  func read(_ line: RequestLines.Line) -> Item {
    var id = String(line.number)
    do {
      var json = try JSON(parsing: line.bytes, limits: .media, duplicateKeys: .refuse)
      id = RequestID.text(json["id"]) ?? id
      // The name of a request may be a number; from here on it is text.
      if json["id"].number != nil { json["id"] = JSON(id) }
      let readFile = InputFile.reader(besides: path)
      if json["task"].exists || json["prompt"].exists {
        var request = try ImageRequest(json: json, readFile: readFile)
        request.id = id
        return Item(id: id, request: .success(.image(request)))
      }
      var request = try ChatRequest(json: json, readFile: readFile)
      request.id = id
      return Item(id: id, request: .success(.chat(request)))
    } catch let error as JSON.ParseError {
      let failure = SwitchboardError(
        .invalidRequest,
        "Line \(line.number) is not JSON: column \(error.column): \(error.reason).",
        underlying: error)
      return Item(id: id, request: .failure(failure))
    } catch {
      var failure = FailureReport.failure(error)
      failure.message = "Line \(line.number): \(failure.message)"
      return Item(id: id, request: .failure(failure))
    }
  }

  /// Answers a request.
  ///
  /// - Returns: The line for the answers file, and the code that it counts for.
  /// - Throws: `CancellationError` when the batch was stopped.
  @concurrent func answer(_ item: Item) async throws -> (line: JSON, code: ExitCode) {
    do {
      let reply: JSON
      switch try item.request.get() {
      case .chat(let request):
        reply = try await router.reply(to: request).json(explained: false)
      case .image(let request):
        var images = try await router.images(for: request).reply
        images.id = images.id ?? item.id
        reply = images.json
      }
      return (.object([("id", JSON(item.id)), ("reply", reply)]), .done)
    } catch {
      if error is CancellationError { throw error }
      let failure = FailureReport.failure(error)
      let line = JSON.object([("id", JSON(item.id)), ("error", failure.json)])
      return (line, ExitCode.of(failure))
    }
  }
}
