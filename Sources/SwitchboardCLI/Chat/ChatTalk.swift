import Switchboard
import SwitchboardCore

/// A chat: reads lines, answers them, keeps the conversation.
struct ChatTalk {
  private static let prompt = "› "

  let session: Session
  let router: Router
  var request: ChatRequest

  private var history = ChatHistory()
  private var pictures: [Part] = []
  private var worst = ExitCode.done
  private let isTerminal = InputDescriptor.standard.isTerminal
  private let stop: ChatStop

  init(session: Session, router: Router, request: ChatRequest) {
    self.session = session
    self.router = router
    self.request = request
    let notes = session.notes
    stop = ChatStop {
      notes.write("\n")
      notes.say("Ctrl-C again, or Ctrl-D, ends the chat.")
      notes.write(Self.prompt)
    }
  }

  /// Talks to the end of the input.
  mutating func run() async throws -> ExitCode {
    let notes = session.notes
    if isTerminal {
      session.interrupts.onStop { [stop] in stop.pressed($0) }
      notes.say("/help lists the commands.")
    }
    var lines = ChatLines()
    while true {
      if isTerminal { notes.write(Self.prompt) }
      guard let line = try await lines.next() else { break }
      stop.reset()
      if try await !handle(ChatWish(line)) { return worst }
    }
    if isTerminal { notes.write("\n") }
    return worst
  }

  /// Does what a line asks for.
  ///
  /// - Returns: Whether the chat goes on.
  private mutating func handle(_ wish: ChatWish) async throws -> Bool {
    let notes = session.notes
    switch wish {
    case .nothing: break
    case .quit: return false
    case .help:
      var table = TextTable()
      for row in ChatWish.table { table.add(["\(row.name) \(row.word)", row.summary]) }
      notes.write(table.text(indent: 2))
    case .unclear(let sentence): notes.say(sentence)
    case .cost: notes.say(history.bill.sentence)
    case .undo:
      let question = history.undo()?.text
      notes.say(question.map { "taken back: \(TextWidth.cut($0, to: 60))" } ?? "there is no turn.")
    case .branch(let number): branch(number)
    case .model(let name): change(to: name)
    case .image(let path):
      do {
        pictures.append(try await MediaFiles.picture(path))
        notes.say("'\(path)' is shown with the next question.")
      } catch let error as SwitchboardError {
        notes.fail(error)
      }
    case .ask(let text): try await turn(text)
    }
    return true
  }

  private mutating func branch(_ number: Int?) {
    if let number {
      guard history.go(to: number) else {
        return session.notes.say("there are branches 1 to \(history.branches.count).")
      }
    } else {
      history.fork()
    }
    session.notes.say(
      "branch \(history.current + 1) of \(history.branches.count), \(history.messages.count / 2) turns."
    )
  }

  private mutating func change(to name: String) {
    let notes = session.notes
    if name.isEmpty {
      let route = request.route ?? "default"
      return notes.say(request.model.map { "the model is \($0)." } ?? "the route is '\(route)'.")
    }
    do {
      let (provider, model) = try router.resolve(ModelReference(name))
      let reference = ModelReference(vendor: provider.id, model: model)
      request.model = reference
      request.route = nil
      notes.say("the model is \(reference).")
    } catch {
      notes.fail(FailureReport.failure(error))
    }
  }

  /// Asks one question; a failure ends the turn, not the chat.
  private mutating func turn(_ text: String) async throws {
    let question = Message.user(pictures + [.text(text)])
    var request = request
    request.messages = history.messages + [question]
    let target = OutputTarget(session.output, path: nil)
    let printer = AnswerPrinter(form: .text, target: target, notes: session.notes)
    do {
      let answer = try router.answer(to: request)
      let finished = try await stop.run { [printer] in
        var printer = printer
        return try await AnswerReading.read(answer, &printer)
      }
      if !target.isTerminal { try await target.write("\n") }
      history.add(question, finished.reply.message)
      history.charge(finished.attempts)
      pictures = []
      tell(finished.reply)
    } catch let error as SwitchboardError {
      history.charge(error.attempts)
      if let partial = error.partial {
        history.add(question, partial)
        pictures = []
      }
      if error.kind == .cancelled {
        try Task.checkCancellation()
        session.notes.say("stopped\(error.partial == nil ? "" : "; what had come is kept").")
      } else {
        session.notes.fail(error)
        if !isTerminal { worst = max(worst, ExitCode.of(error)) }
      }
    }
  }

  private func tell(_ reply: ChatReply) {
    session.notes.warn(reply.warnings)
    if reply.finish.kind == .refusal {
      session.notes.say("the model refused: \(reply.finish.message ?? "it gave no reason").")
    }
    guard session.notes.isTerminal else { return }
    let line = TerminalText.line(Figures.closing(reply))
    session.notes.write(session.notes.dimmed(line) + "\n")
  }
}

/// The lines that come in on standard input.
struct ChatLines {
  private let input = InputDescriptor.standard
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// The next line, without its end; `nil` at the end.
  mutating func next() async throws -> String? {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if isAtEnd {
        if bytes.isEmpty { return nil }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
      }
      if let piece = try await input.next() { bytes += piece } else { isAtEnd = true }
    }
  }
}
