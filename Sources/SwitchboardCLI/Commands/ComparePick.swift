import SwitchboardCore
import SwitchboardEvaluation

/// `compare pick`: a person says which answers of a run are the best.
enum ComparePick {
  static let row = CommandRow(
    name: "compare pick", words: "RUN", wordCount: 1...1, summary: "Pick the best answers of a run",
    notes: [
      "RUN is a file that `compare --run` has written. Row by row the answers are shown in an order of chance and without names, and a line is read: the number of the best, 't' when all are as good, 's' to pass the row over, 'q' to stop. Every pick is kept at once; rows that have one are passed over, so that picking can go on another day. `compare --run RUN` shows what it comes to.",
      "With --case and --winner one pick is kept without asking.",
    ],
    flags: [named, again, caseName, winner]
  ) { session in
    let (file, evaluation) = try RunFile.open(session.arguments.words[0], for: nil)
    if session.arguments.has(caseName) || session.arguments.has(winner) {
      try pickOne(session, file, evaluation)
      return .done
    }
    return try await Picking(session: session, file: file, evaluation: evaluation).run()
  }

  static let named = Flag("named", "Show the names of the variants, in the order of the run")
  static let again = Flag("again", "Show rows that have a pick, too")
  static let caseName = Flag(
    "case", .text("NAME"), "The case of a pick that is given with --winner")
  static let winner = Flag(
    "winner", .text("VARIANT"), "The variant with the best answer, or 'tie'")

  private static func pickOne(
    _ session: Session, _ file: RunFile, _ evaluation: Evaluation
  ) throws {
    guard let name = session.arguments.text(caseName),
      let variant = session.arguments.text(winner)
    else {
      throw ArgumentParser.UsageError(
        message: "\(caseName.written) and \(winner.written) belong together.",
        command: "compare pick")
    }
    if let flag = [named, again].first(where: session.arguments.has) {
      throw ArgumentParser.UsageError(
        message: "\(flag.written) is for rows that are shown; a pick that is given shows none.",
        command: "compare pick")
    }
    let row = try place(of: name, in: evaluation.cases.map(\.name), "case")
    let column =
      variant == "tie"
      ? nil : try place(of: variant, in: evaluation.variants.map(\.name), "variant")
    let isAnswered = evaluation.cells.contains { cell in
      if case .reply = cell.outcome {
        cell.place.row == row && (column == nil || cell.place.column == column)
      } else {
        false
      }
    }
    guard isAnswered else {
      let who = column == nil ? "any variant" : "'\(variant)'"
      throw SwitchboardError(
        .invalidRequest, "There is no answer of \(who) to case '\(name)', so it cannot be picked.")
    }
    try file.append(Evaluation.Pick(row: row, column: column).json)
  }

  private static func place(of name: String, in names: [String], _ thing: String) throws -> Int {
    if let place = names.firstIndex(of: name) { return place }
    let near = NearestWords.find(name, in: names, limit: 1)
    let listed = names.prefix(10).joined(separator: ", ") + (names.count > 10 ? " …" : "")
    let hint =
      near.first.map { "did you mean '\($0)'?" } ?? "there are \(listed)."
    throw SwitchboardError(.invalidRequest, "The run has no \(thing) '\(name)'; \(hint)")
  }
}

/// Shows the rows of a run one after the other, and keeps what a person picks.
private struct Picking {
  let session: Session
  let file: RunFile
  let evaluation: Evaluation

  func run() async throws -> ExitCode {
    let picked =
      session.arguments.has(ComparePick.again) ? [] : Set(evaluation.picks.map(\.row))
    let rows = evaluation.cases.indices.filter { !picked.contains($0) && answers(of: $0).count > 1 }
    guard !rows.isEmpty else {
      session.notes.say(
        "there is nothing to pick: every row has its pick, or less than two answers.")
      return .done
    }
    var lines = ChatLines()
    var count = 0
    rows: for (number, row) in rows.enumerated() {
      let shown = show(row, "\(number + 1) of \(rows.count)")
      try await session.output.write(shown.text)
      while true {
        session.notes.write("best of \(shown.columns.count), or t, s, q › ")
        guard let line = try await lines.next() else {
          session.notes.write("\n")
          break rows
        }
        switch Answer(line, of: shown.columns.count) {
        case .quit: break rows
        case .pass: continue rows
        case .pick(let place):
          let column = place.map { shown.columns[$0] }
          try file.append(Evaluation.Pick(row: row, column: column).json)
          count += 1
          continue rows
        case .unclear:
          session.notes.say(
            "that is none of 1 to \(shown.columns.count), t (a tie), s (pass over) and q (stop).")
        }
      }
    }
    session.notes.say("\(count) \(count == 1 ? "pick is" : "picks are") kept in '\(file.path)'.")
    return .done
  }

  /// What a line says.
  private enum Answer {
    case pick(Int?)
    case pass
    case quit
    case unclear

    init(_ line: String, of count: Int) {
      switch line.trimmed.lowercased() {
      case "t": self = .pick(nil)
      case "s": self = .pass
      case "q": self = .quit
      case let word:
        if let number = Int(word), (1...count).contains(number) {
          self = .pick(number - 1)
        } else {
          self = .unclear
        }
      }
    }
  }

  /// The columns with an answer to a row, and what they said first.
  private func answers(of row: Int) -> [(column: Int, reply: ChatReply)] {
    var replies: [Int: (repetition: Int, reply: ChatReply)] = [:]
    for cell in evaluation.cells where cell.place.row == row {
      guard case .reply(let reply) = cell.outcome else { continue }
      let column = cell.place.column
      if let other = replies[column], other.repetition <= cell.place.repetition { continue }
      replies[column] = (cell.place.repetition, reply)
    }
    return replies.sorted { $0.key < $1.key }.map { ($0.key, $0.value.reply) }
  }

  /// A row as it is shown, and which column each number stands for.
  private func show(_ row: Int, _ count: String) -> (text: String, columns: [Int]) {
    let isNamed = session.arguments.has(ComparePick.named)
    let answers = isNamed ? answers(of: row) : answers(of: row).shuffled()
    let item = evaluation.cases[row]
    var text = "\n== \(TerminalText.line(item.name)) (\(count))\n"
    for part in item.request.messages.flatMap(\.parts) {
      if let words = MessageText.text(part) { text += TerminalText.clean(words) + "\n" }
    }
    for (place, answer) in answers.enumerated() {
      let name =
        isNamed ? " \(TerminalText.line(evaluation.variants[answer.column].name))" : ""
      text += "\n-- \(place + 1)\(name)\n\(TerminalText.clean(answer.reply.text))\n"
    }
    return (text + "\n", answers.map(\.column))
  }
}
