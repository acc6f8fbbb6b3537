import Switchboard
import SwitchboardCore

/// A chat: reads lines, answers them, and lets its person steer the conversation.
struct ChatTalk {
  private static let prompt = "› "

  let session: Session
  let kept: KeptConversation
  var request: ChatRequest

  private var pictures: [Part] = []
  private var worst = ExitCode.done
  private let isTerminal = InputDescriptor.standard.isTerminal
  private let stop: ChatStop

  init(session: Session, kept: KeptConversation, request: ChatRequest) {
    self.session = session
    self.kept = kept
    self.request = request
    let notes = session.notes
    stop = ChatStop {
      notes.write("\n")
      notes.say("Ctrl-C again, or Ctrl-D, ends the chat.")
      notes.write(Self.prompt)
    }
  }

  private var conversation: Conversation { kept.conversation }

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
      let wish = ChatWish(line)
      if wish == .quit { return worst }
      do {
        try await handle(wish)
      } catch let error as SwitchboardError {
        // A wish that fails ends itself, not the chat.
        try Task.checkCancellation()
        notes.fail(error)
        if !isTerminal { worst = max(worst, ExitCode.of(error)) }
      }
    }
    if isTerminal { notes.write("\n") }
    return worst
  }

  private mutating func handle(_ wish: ChatWish) async throws {
    let notes = session.notes
    switch wish {
    case .nothing, .quit: break
    case .help:
      var table = TextTable()
      for row in ChatWish.table { table.add(["\(row.name) \(row.word)", row.summary]) }
      notes.write(table.text(indent: 2))
    case .unclear(let sentence): notes.say(sentence)
    case .cost:
      notes.say(try await Bill(of: conversation.id, in: conversation.store).sentence)
    case .undo:
      let question = try await conversation.undo().first
      notes.say(question.map { "taken back: \(Self.shown($0))" } ?? "there is no turn.")
    case .pin: try await pin()
    case .branch(let name): try await branch(name)
    case .model(let name): try await change(to: name)
    case .image(let path):
      pictures.append(try await MediaFiles.picture(path))
      notes.say("'\(path)' is shown with the next question.")
    case .ask(let text):
      try await answer(try await conversation.send(.user(pictures + [.text(text)]), as: request))
    case .regenerate:
      try await answer(try await conversation.regenerate(as: request))
    }
  }

  private static func shown(_ node: ConversationNode) -> String {
    TextWidth.cut(TerminalText.line(node.message.text), to: 60)
  }

  /// Marks the last turn as one that is always sent, or takes the mark away.
  private func pin() async throws {
    let messages = try await conversation.messages()
    guard let place = messages.lastIndex(where: { $0.message.role == .user }) else {
      return session.notes.say("there is no turn.")
    }
    let isPinned = !messages[place].isPinned
    for node in messages[place...] { try await conversation.setPinned(isPinned, node.id) }
    session.notes.say("\(isPinned ? "pinned" : "no longer pinned"): \(Self.shown(messages[place]))")
  }

  private func branch(_ name: String?) async throws {
    let branches = try await conversation.branches()
    guard let name else {
      let names = branches.map { $0.name == conversation.branch ? "\($0.name) (here)" : $0.name }
      return session.notes.say(
        names.isEmpty
          ? "there is one branch, 'main'." : "branches: \(names.joined(separator: ", "))")
    }
    if branches.contains(where: { $0.name == name }) {
      try await conversation.checkout(name)
    } else {
      try await conversation.fork(name)
    }
    let count = try await conversation.messages().count
    session.notes.say("on the branch '\(name)', \(count) message\(count == 1 ? "" : "s").")
  }

  private mutating func change(to name: String) async throws {
    let notes = session.notes
    if name.isEmpty {
      let route = request.route ?? "default"
      return notes.say(request.model.map { "the model is \($0)." } ?? "the route is '\(route)'.")
    }
    let (provider, model) = try conversation.router.resolve(ModelReference(name))
    let reference = ModelReference(vendor: provider.id, model: model)
    if provider is any RequestWriting, try await !conversation.messages().isEmpty {
      let report = try await conversation.portability(to: reference, as: request)
      for sentence in Carrying.sentences(report) { notes.say(sentence) }
    }
    request.model = reference
    request.route = nil
    notes.say("the model is \(reference).")
  }

  /// Reads one answer.
  private mutating func answer(_ turn: ConversationTurn) async throws {
    let target = OutputTarget(session.output, path: nil)
    let printer = AnswerPrinter(form: .text, target: target, notes: session.notes)
    do {
      // What stops an answer has it kept, too.
      let code = try await stop.run { [talk = self] in
        try await talk.kept.turn(turn) { turn in
          var printer = printer
          let finished = try await AnswerReading.read(turn, &printer)
          if !target.isTerminal { try await target.write("\n") }
          talk.tell(finished.reply)
          return .done
        }
      }
      worst = max(worst, code)
      pictures = []
      if stop.isEnding { throw CancellationError() }
    } catch let error as SwitchboardError {
      if stop.isEnding { throw CancellationError() }
      if error.partial != nil { pictures = [] }
      guard error.kind == .cancelled else { throw error }
      try Task.checkCancellation()
      session.notes.say("stopped\(error.partial == nil ? "" : "; what had come is kept").")
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
